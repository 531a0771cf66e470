// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.cli.yaml.YamlValue;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Replaces references such as <code>${NAME}</code> and <code>${NAME:-default}</code> in a text by values of environment variables. */
public final class References {

    private static final Pattern REFERENCE =
            Pattern.compile("\\$\\$\\{|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}|\\$\\{");

    private final Map<String, String> environment;

    /** Creates an instance that replaces references by the values of the variables in an environment. */
    public References(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Returns the text with each reference replaced by the value of its variable.
     *
     * @param origin the YAML value that contains the text; error messages show its location
     * @throws io.loadharness.cli.yaml.YamlException if a variable is not set and has no default, or a reference is malformed
     */
    public String resolve(String text, YamlValue origin) {
        return REFERENCE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found, origin)));
    }

    /** Returns true if all references in a text can be replaced: each variable is set or has a default. */
    public boolean canResolve(String text) {
        return REFERENCE
                .matcher(text)
                .results()
                .allMatch(found ->
                        found.group(1) == null || found.group(2) != null || environment.containsKey(found.group(1)));
    }

    /** Returns the values of the variables that a text refers to, without those that are not set. */
    public List<String> values(String text) {
        return REFERENCE
                .matcher(text)
                .results()
                .flatMap(found -> Stream.ofNullable(found.group(1)))
                .flatMap(name -> Stream.ofNullable(environment.get(name)))
                .toList();
    }

    /**
     * Returns the text for display. References stay in the text, because values may be secret. Only the escape <code>$${</code> is
     * replaced.
     */
    public static String shown(String text) {
        return REFERENCE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(isEscape(found) ? "${" : found.group()));
    }

    private static boolean isEscape(MatchResult found) {
        return found.group().equals("$${");
    }

    private String value(MatchResult found, YamlValue origin) {
        if (isEscape(found)) {
            return "${";
        }
        String name = found.group(1);
        if (name == null) {
            throw origin.error(
                    "has a ${ that is not a reference: write ${NAME} or ${NAME:-default}, or $${ for a literal ${");
        }
        String value = environment.get(name);
        String fallback = found.group(2);
        if (value != null && (fallback == null || !value.isEmpty())) {
            return value;
        }
        if (fallback == null) {
            throw origin.error("needs the environment variable " + name + ", which is not set: set it, or write ${"
                    + name + ":-default}");
        }
        return fallback;
    }
}
