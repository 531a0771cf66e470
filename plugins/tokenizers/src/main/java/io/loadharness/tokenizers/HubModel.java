// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name and revision of a model on the Hugging Face Hub.
 *
 * @param name the name, such as {@code org/name}
 * @param revision a branch, a tag or a commit
 */
record HubModel(String name, String revision) {

    private static final String DEFAULT_REVISION = "main";
    private static final Pattern FORM = Pattern.compile("([\\w][\\w.-]*(?:/[\\w][\\w.-]*)?)(?:@([\\w][\\w./-]*))?");

    /**
     * Parses {@code org/name} or {@code org/name@revision}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    static HubModel parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches() || text.contains("..")) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a valid model name of the hub: use org/name or org/name@revision");
        }
        return new HubModel(parts.group(1), parts.group(2) == null ? DEFAULT_REVISION : parts.group(2));
    }

    /** Returns the name of the model's folder in the cache. */
    String folder() {
        return "models--" + name.replace("/", "--");
    }
}
