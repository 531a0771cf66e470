// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import static java.util.Map.entry;

import io.loadharness.chattemplate.Methods.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;

/** The methods of Python's strings. */
final class StringMethods {

    static final Map<String, Method<String>> ALL = Map.ofEntries(
            entry("strip", (self, given) -> strip(self, given, true, true)),
            entry("lstrip", (self, given) -> strip(self, given, true, false)),
            entry("rstrip", (self, given) -> strip(self, given, false, true)),
            entry("upper", (self, given) -> self.toUpperCase(Locale.ROOT)),
            entry("lower", (self, given) -> self.toLowerCase(Locale.ROOT)),
            entry("capitalize", (self, given) -> capitalized(self)),
            entry("title", (self, given) -> titled(self)),
            entry("startswith", (self, given) -> any(self, given, String::startsWith)),
            entry("endswith", (self, given) -> any(self, given, String::endsWith)),
            entry("removeprefix", (self, given) -> {
                String prefix = given.string(0, "prefix");
                return self.startsWith(prefix) ? self.substring(prefix.length()) : self;
            }),
            entry("removesuffix", (self, given) -> {
                String suffix = given.string(0, "suffix");
                return self.endsWith(suffix) ? self.substring(0, self.length() - suffix.length()) : self;
            }),
            entry(
                    "replace",
                    (self, given) -> replaced(
                            self, given.string(0, "old"), given.string(1, "new"), given.integer(2, "count", -1))),
            entry("split", (self, given) -> split(self, given.get(0, "sep"), given.integer(1, "maxsplit", -1))),
            entry("rsplit", (self, given) -> {
                Object separator = given.get(0, "sep");
                return rightSplit(self, separator, given.integer(1, "maxsplit", -1));
            }),
            entry(
                    "splitlines",
                    (self, given) -> self.lines().map(Object.class::cast).toList()),
            entry("join", (self, given) -> String.join(self, texts(given.require(0, "iterable")))),
            entry("find", (self, given) -> position(self, self.indexOf(given.string(0, "sub")))),
            entry("rfind", (self, given) -> position(self, self.lastIndexOf(given.string(0, "sub")))),
            entry(
                    "count",
                    (self, given) ->
                            (long) split(self, given.string(0, "sub"), -1).size() - 1),
            entry("isdigit", (self, given) -> all(self, Character::isDigit)),
            entry("isalpha", (self, given) -> all(self, Character::isLetter)),
            entry("isalnum", (self, given) -> all(self, Character::isLetterOrDigit)),
            entry("isspace", (self, given) -> all(self, Spaces::isSpace)),
            entry("isupper", (self, given) -> isUpper(self)),
            entry("islower", (self, given) -> isLower(self)));

    private StringMethods() {}

    static String capitalized(String text) {
        if (text.isEmpty()) {
            return text;
        }
        int first = text.offsetByCodePoints(0, 1);
        return text.substring(0, first).toUpperCase(Locale.ROOT)
                + text.substring(first).toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the text with the first letter of each word in upper case, and all other letters in lower case. A word is a sequence of
     * letters.
     */
    static String titled(String text) {
        StringBuilder out = new StringBuilder();
        boolean inWord = false;
        for (String each : Text.characters(text)) {
            out.append(inWord ? each.toLowerCase(Locale.ROOT) : each.toUpperCase(Locale.ROOT));
            inWord = Character.isLetter(each.codePointAt(0));
        }
        return out.toString();
    }

    static boolean isUpper(String text) {
        return !text.equals(text.toLowerCase(Locale.ROOT)) && text.equals(text.toUpperCase(Locale.ROOT));
    }

    static boolean isLower(String text) {
        return !text.equals(text.toUpperCase(Locale.ROOT)) && text.equals(text.toLowerCase(Locale.ROOT));
    }

    static String strip(String text, Object characters, boolean left, boolean right) {
        IntPredicate matcher = characters == PythonValues.NONE
                ? Spaces::isSpace
                : c -> PythonValues.requireString(characters).indexOf(c) >= 0;
        String stripped = right ? Spaces.stripRight(text, matcher) : text;
        return left ? Spaces.stripLeft(stripped, matcher) : stripped;
    }

    static String replaced(String text, String old, String replacement, int max) {
        if (max < 0) {
            return text.replace(old, replacement);
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        for (int i = 0; i < max; i++) {
            int found = text.indexOf(old, at);
            if (found < 0 || old.isEmpty()) {
                break;
            }
            out.append(text, at, found).append(replacement);
            at = found + old.length();
        }
        return out.append(text, at, text.length()).toString();
    }

    private static String strip(String text, Arguments given, boolean left, boolean right) {
        return strip(text, given.get(0, "chars"), left, right);
    }

    private static boolean any(String text, Arguments given, BiPredicate<String, String> holds) {
        Object prefix = given.require(0, "prefix");
        return prefix instanceof List<?> list
                ? list.stream().anyMatch(each -> holds.test(text, PythonValues.requireString(each)))
                : holds.test(text, PythonValues.requireString(prefix));
    }

    private static List<Object> split(String text, Object separator, int max) {
        List<Object> parts = new ArrayList<>();
        String rest = separator == PythonValues.NONE ? Spaces.stripLeft(text, Spaces::isSpace) : text;
        while (max < 0 || parts.size() < max) {
            int from = separator == PythonValues.NONE ? space(rest) : rest.indexOf(separator(separator));
            if (from < 0) {
                break;
            }
            parts.add(rest.substring(0, from));
            rest = separator == PythonValues.NONE
                    ? rest.substring(Spaces.after(rest, from))
                    : rest.substring(from + separator(separator).length());
        }
        if (separator != PythonValues.NONE || !rest.isEmpty()) {
            parts.add(rest);
        }
        return parts;
    }

    private static List<Object> rightSplit(String text, Object separator, int max) {
        if (max < 0) {
            return split(text, separator, max);
        }
        List<Object> parts = new ArrayList<>();
        String rest = text;
        while (parts.size() < max) {
            int from = rest.lastIndexOf(separator(separator));
            if (from < 0) {
                break;
            }
            parts.add(rest.substring(from + separator(separator).length()));
            rest = rest.substring(0, from);
        }
        parts.add(rest);
        Collections.reverse(parts);
        return parts;
    }

    private static String separator(Object separator) {
        String text = PythonValues.requireString(separator);
        if (text.isEmpty()) {
            throw new TemplateException("split: the separator must not be empty");
        }
        return text;
    }

    private static int space(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Spaces.isSpace(text.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    private static List<String> texts(Object list) {
        return PythonValues.elements(list).stream()
                .map(PythonValues::requireString)
                .toList();
    }

    private static long position(String text, int found) {
        return found < 0 ? found : text.codePointCount(0, found);
    }

    private static boolean all(String text, IntPredicate matcher) {
        return !text.isEmpty() && text.codePoints().allMatch(matcher);
    }
}
