// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.cli.yaml.YamlValue;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts values of the environment into a text, where it has their names in braces behind a dollar, with a default or without. */
public final class References {

    private static final Pattern REFERENCE =
            Pattern.compile("\\$\\$\\{|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}|\\$\\{");

    private final Map<String, String> environment;

    /** Looks variables up there. */
    public References(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * The text with values.
     *
     * @param place whose text it is
     * @throws io.loadharness.cli.yaml.YamlException if a variable is not set and has no default, or a reference is none
     */
    public String resolve(String text, YamlValue place) {
        return REFERENCE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found, place)));
    }

    /** The text for people, who see no value: only the {@code $} that stands for itself is taken away. */
    public static String shown(String text) {
        return REFERENCE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(isEscape(found) ? "${" : found.group()));
    }

    private static boolean isEscape(MatchResult found) {
        return found.group().equals("$${");
    }

    private String value(MatchResult found, YamlValue place) {
        if (isEscape(found)) {
            return "${";
        }
        String name = found.group(1);
        if (name == null) {
            throw place.wrong("has a ${ that is no reference: write ${NAME} or ${NAME:-default}, or $${ for ${ itself");
        }
        String value = environment.get(name);
        String fallback = found.group(2);
        if (value != null && (fallback == null || !value.isEmpty())) {
            return value;
        }
        if (fallback == null) {
            throw place.wrong("needs the environment variable " + name + ", which is not set: set it, or write ${"
                    + name + ":-default}");
        }
        return fallback;
    }
}
