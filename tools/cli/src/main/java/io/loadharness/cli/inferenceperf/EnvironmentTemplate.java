// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.internal.Suggestions;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A template of llm-d, in which {@code REPLACE_ENV_NAME} is replaced by the value of the environment variable {@code NAME}, except in
 * comment lines.
 */
final class EnvironmentTemplate {

    private static final Pattern TOKEN = Pattern.compile("REPLACE_ENV_(\\w+)");

    private final String source;
    private final Map<String, String> environment;

    EnvironmentTemplate(String source, Map<String, String> environment) {
        this.source = source;
        this.environment = environment;
    }

    /**
     * Returns the text with the values of the variables.
     *
     * @throws IllegalArgumentException if a variable is not set; the message contains its name and its line number
     */
    String fill(String text) {
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
        return TOKEN.matcher(line).replaceAll(token -> Matcher.quoteReplacement(value(token.group(1), number)));
    }

    private String value(String name, int line) {
        String value = environment.get(name);
        if (value == null) {
            List<String> candidates = environment.keySet().stream()
                    .filter(each -> each.startsWith("LLMDBENCH_"))
                    .toList();
            String nearest = candidates.isEmpty()
                    ? ""
                    : "; did you mean " + Suggestions.nearest(name, candidates) + ", which is set?";
            throw new IllegalArgumentException(source + " line " + line + ": REPLACE_ENV_" + name
                    + " refers to the environment variable " + name + ", which is not set" + nearest);
        }
        return value;
    }
}
