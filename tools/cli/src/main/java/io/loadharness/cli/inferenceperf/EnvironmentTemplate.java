// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.internal.Suggestions;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Templates of llm-d: {@code REPLACE_ENV_NAME} stands for the variable {@code NAME}, wherever in the text it is. Lines of remarks stay. */
final class EnvironmentTemplate {

    private static final Pattern TOKEN = Pattern.compile("REPLACE_ENV_(\\w+)");

    private final String source;
    private final Map<String, String> environment;

    EnvironmentTemplate(String source, Map<String, String> environment) {
        this.source = source;
        this.environment = environment;
    }

    /**
     * The text with the values of the variables.
     *
     * @throws IllegalArgumentException if one is not set; names it and its line
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
            List<String> alike = environment.keySet().stream()
                    .filter(each -> each.startsWith("LLMDBENCH_"))
                    .toList();
            String nearest = alike.isEmpty() ? "" : "; the nearest that is set is " + Suggestions.nearest(name, alike);
            throw new IllegalArgumentException(source + " line " + line + ": REPLACE_ENV_" + name
                    + " stands for the environment variable " + name + ", which is not set" + nearest);
        }
        return value;
    }
}
