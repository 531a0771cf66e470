// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds secrets in command lines and in log lines by the names of flags and keys, such as {@code --api-key}. */
public final class SecretText {

    /** The text that replaces a secret. */
    public static final String MASK = "***";

    /** The text that replaces a value that may be a secret, in reports and printed commands. */
    public static final String NOT_SHOWN = "(not shown)";

    /** The credentials and the query of URLs, which may be secret. */
    public static final Pattern CREDENTIALS_OF_URL = Pattern.compile("(?<=://)[^/@\\s]*@|(?<=\\?)\\S+");

    /** A pattern for names of secrets. It must not match {@code tokenizer}, {@code max_tokens} and {@code ssl_keyfile}. */
    private static final Pattern NAME = Pattern.compile(
            "(?:.*(?:keys?|token)|.*(?:secret|password|passwd|authorization).*|-{0,2}hft)", Pattern.CASE_INSENSITIVE);

    /** A pattern for names of secrets that logs often use for other values. In lines of logs, the values of these names are not masked. */
    private static final Pattern COMMON_NAME = Pattern.compile("-{0,2}keys?", Pattern.CASE_INSENSITIVE);

    /** The minimum length of secrets that are matched case-insensitively. For example, a server may write a header in lower case. */
    private static final int MIN_WITHOUT_CASE = 8;

    private static final int MAX_ASCII = 128;

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{\\w+}");
    private static final Pattern ASSIGNMENT = Pattern.compile("(?<![\\w.-])([\\w.-]{1,80})"
            + "([\"']?\\s*[=:]\\s*|[\"']?,?\\s+[\"']?)"
            + "(\\$\\{\\w+}|\\[[^\\]]*+]?|\"(?:[^\"\\\\]|\\\\.)*+\"?|'(?:[^'\\\\]|\\\\.)*+'?"
            + "|(?i:(?:Bearer|Basic|Token)\\s+)?[^\\s,;)}\\]\"']+)");
    private static final Pattern NO_VALUE =
            Pattern.compile("None|null|true|false|\\[\\s*]|''|\"\"|\\$\\{\\w+}|\\[None]", Pattern.CASE_INSENSITIVE);

    private SecretText() {}

    /** Returns true if a flag, a key or a variable with this name usually has a secret value. */
    public static boolean isSecretName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Returns a command line in which a mask replaces literal secrets. References such as <code>${NAME}</code> are not masked. */
    public static List<String> maskedArguments(List<String> arguments) {
        List<String> masked = new ArrayList<>();
        boolean isSecret = false;
        for (String each : arguments) {
            int equals = each.indexOf('=');
            if (isFlag(each)) {
                isSecret = equals < 0 && isSecretName(each);
                masked.add(
                        equals > 0 && isSecretName(each.substring(0, equals))
                                ? each.substring(0, equals + 1) + maskedValue(each.substring(equals + 1))
                                : maskedLine(each));
            } else {
                masked.add(isSecret ? maskedValue(each) : maskedLine(each));
            }
        }
        return List.copyOf(masked);
    }

    /** Returns the secrets of a command line: the values of flags and variables with the name of a secret. */
    public static Set<String> secrets(List<String> arguments) {
        Set<String> secrets = new LinkedHashSet<>();
        boolean isSecret = false;
        for (String each : arguments) {
            int equals = each.indexOf('=');
            if (isFlag(each)) {
                isSecret = equals < 0 && isSecretName(each);
            }
            if (equals > 0 && isSecretName(each.substring(0, equals))) {
                secrets.add(each.substring(equals + 1));
            } else if (isSecret && !isFlag(each)) {
                secrets.add(each);
            }
        }
        secrets.removeIf(each -> NO_VALUE.matcher(each).matches());
        return secrets;
    }

    private static boolean isFlag(String argument) {
        return argument.startsWith("-");
    }

    private static String maskedValue(String value) {
        return REFERENCE.matcher(value).matches() || value.isEmpty() ? value : MASK;
    }

    /**
     * Returns a line in which a mask replaces the values that follow the name of a secret, as in {@code api_key='a'}, {@code "token": "a"}
     * and {@code --api-key a}.
     */
    public static String maskedLine(String line) {
        StringBuilder masked = new StringBuilder();
        Matcher found = ASSIGNMENT.matcher(line);
        int copied = 0;
        int from = 0;
        while (found.find(from)) {
            String name = found.group(1);
            boolean isAssigned =
                    found.group(2).indexOf('=') >= 0 || found.group(2).indexOf(':') >= 0 || name.startsWith("--");
            if (isAssigned
                    && isSecretName(name)
                    && !COMMON_NAME.matcher(name).matches()
                    && !NO_VALUE.matcher(found.group(3)).matches()
                    && !(name.startsWith("--") && isFlag(found.group(3)))) {
                masked.append(line, copied, found.start(3)).append(maskedQuoted(found.group(3)));
                copied = found.end(3);
                from = copied;
            } else {
                from = found.end(1);
            }
        }
        return masked.append(line, copied, line.length()).toString();
    }

    /** Returns the mask in the quotes or brackets of a value. */
    private static String maskedQuoted(String value) {
        char first = value.charAt(0);
        return switch (first) {
            case '"', '\'' -> first + MASK + first;
            case '[' -> "['" + MASK + "']";
            default -> MASK;
        };
    }

    /** Returns a pattern for each secret, the longest first, because a secret may contain another secret. */
    public static List<Pattern> patterns(Collection<String> secrets) {
        return secrets.stream()
                .distinct()
                .sorted(Comparator.comparing(String::length).reversed())
                .map(SecretText::pattern)
                .toList();
    }

    /**
     * Returns a pattern that finds a secret, even if its characters are encoded as in a URL or in JSON, for example {@code %2F},
     * {@code \\/} and {@code \\u002f}. If the secret has at least eight characters, the pattern is case-insensitive.
     */
    private static Pattern pattern(String secret) {
        StringBuilder pattern = new StringBuilder();
        secret.codePoints().forEach(each -> pattern.append(characterPattern(each)));
        return Pattern.compile(pattern.toString(), secret.length() < MIN_WITHOUT_CASE ? 0 : Pattern.CASE_INSENSITIVE);
    }

    private static String characterPattern(int character) {
        String text = Character.toString(character);
        if (character < MAX_ASCII && Character.isLetterOrDigit(character)) {
            return text;
        }
        String json =
                text.chars().mapToObj(each -> String.format("\\\\+u%04x", each)).collect(Collectors.joining());
        String url = URLEncoder.encode(text, StandardCharsets.UTF_8);
        return "(?:\\\\*" + Pattern.quote(text) + "|(?i:" + Pattern.quote(url) + "|" + json
                + (character < MAX_ASCII ? String.format("|%%%02x", character) : "") + "))";
    }
}
