// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model of the hub.
 *
 * @param name as in {@code org/name}
 * @param revision a branch, a tag or a commit
 */
record HubModel(String name, String revision) {

    private static final String NEWEST = "main";
    private static final Pattern FORM = Pattern.compile("([\\w][\\w.-]*(?:/[\\w][\\w.-]*)?)(?:@([\\w][\\w./-]*))?");

    /**
     * Reads {@code org/name} or {@code org/name@revision}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static HubModel parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches() || text.contains("..")) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no model of the hub: it is org/name, or org/name@revision");
        }
        return new HubModel(parts.group(1), parts.group(2) == null ? NEWEST : parts.group(2));
    }

    /** What the cache calls its folder. */
    String folder() {
        return "models--" + name.replace("/", "--");
    }
}
