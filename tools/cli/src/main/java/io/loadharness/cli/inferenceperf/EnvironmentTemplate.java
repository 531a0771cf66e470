// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.internal.Suggestions;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A template of llm-d. The value of the environment variable {@code NAME} replaces {@code REPLACE_ENV_NAME}, except in comment lines.
 * {@code REPLACE_ENV_NAME++++default=VALUE} is {@code VALUE} if the variable is not set.
 */
public final class EnvironmentTemplate {

    private static final Pattern TOKEN = Pattern.compile("REPLACE_ENV_(\\w+)(?:\\+\\+\\+\\+default=(\\S*))?");

    /** The options of {@code harness run} that set a variable. */
    private static final Map<String, String> OPTIONS = Map.of(
            "LLMDBENCH_HARNESS_STACK_ENDPOINT_URL", "--url",
            "LLMDBENCH_DEPLOY_CURRENT_MODEL", "--model",
            "LLMDBENCH_DEPLOY_CURRENT_TOKENIZER", "--model");

    private final String source;
    private final Map<String, String> environment;

    /**
     * Creates a template.
     *
     * @param source the name of the template in messages
     */
    public EnvironmentTemplate(String source, Map<String, String> environment) {
        this.source = source;
        this.environment = environment;
    }

    /**
     * Returns the text with the values of the variables.
     *
     * @throws IllegalArgumentException if a variable is not set; the message names the variable and its line number
     */
    public String fill(String text) {
        List<String> lines = List.of(text.split("\n", -1));
        StringBuilder filled = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            filled.append(i == 0 ? "" : "\n").append(line(lines.get(i), i + 1));
        }
        return filled.toString();
    }

    private String line(String line, int number) {
        if (line.stripLeading().startsWith("#")) {
            return line;
        }
        return TOKEN.matcher(line)
                .replaceAll(token -> Matcher.quoteReplacement(value(token.group(1), token.group(2), number)));
    }

    private String value(String name, @Nullable String defaultValue, int line) {
        String value = environment.getOrDefault(name, defaultValue);
        if (value == null) {
            List<String> candidates = environment.keySet().stream()
                    .filter(each -> each.startsWith("LLMDBENCH_"))
                    .toList();
            String suggestion = Suggestions.similar(name, candidates)
                    .map(nearest -> "; did you mean " + nearest + ", which is set?")
                    .orElse("");
            String option = OPTIONS.containsKey(name) ? OPTIONS.get(name) + " or " : "";
            throw new IllegalArgumentException(source + " line " + line + ": REPLACE_ENV_" + name
                    + " refers to the environment variable " + name + ", which is not set: give its value with "
                    + option
                    + "--profile-env " + name + "=VALUE" + suggestion);
        }
        return value;
    }
}
