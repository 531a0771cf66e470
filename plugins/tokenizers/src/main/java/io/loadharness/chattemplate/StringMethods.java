// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import static java.util.Map.entry;

import io.loadharness.chattemplate.Methods.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The methods of Python's strings. */
final class StringMethods {

    private static final String MORE_DIGITS = "\u00b2\u00b3\u00b9\u2070\u2074\u2075\u2076\u2077\u2078\u2079"
            + "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089";

    private static final Map<String, Method<String>> ALL = Map.ofEntries(
            entry("strip", (self, given) -> strip(self, given.get(0, "chars"), true, true)),
            entry("lstrip", (self, given) -> strip(self, given.get(0, "chars"), true, false)),
            entry("rstrip", (self, given) -> strip(self, given.get(0, "chars"), false, true)),
            entry("upper", (self, given) -> self.toUpperCase(Locale.ROOT)),
            entry("lower", (self, given) -> self.toLowerCase(Locale.ROOT)),
            entry("casefold", (self, given) -> folded(self)),
            entry("swapcase", (self, given) -> swapped(self)),
            entry("capitalize", (self, given) -> capitalized(self)),
            entry("title", (self, given) -> titled(self)),
            entry("startswith", (self, given) -> any(self, given, StringMethods::startsWith)),
            entry("endswith", (self, given) -> any(self, given, StringMethods::endsWith)),
            entry("removeprefix", (self, given) -> {
                String prefix = given.string(0, "prefix");
                return startsWith(self, prefix) ? self.substring(prefix.length()) : self;
            }),
            entry("removesuffix", (self, given) -> {
                String suffix = given.string(0, "suffix");
                return endsWith(self, suffix) ? self.substring(0, self.length() - suffix.length()) : self;
            }),
            entry(
                    "replace",
                    (self, given) -> replaced(
                            self, given.string(0, "old"), given.string(1, "new"), given.integer(2, "count", -1))),
            entry("split", (self, given) -> split(self, given.get(0, "sep"), given.integer(1, "maxsplit", -1))),
            entry("rsplit", (self, given) -> rightSplit(self, given.get(0, "sep"), given.integer(1, "maxsplit", -1))),
            entry(
                    "splitlines",
                    (self, given) -> new ArrayList<Object>(Text.lines(self, given.flag(0, "keepends", false)))),
            entry(
                    "partition",
                    (self, given) ->
                            partition(self, given, Text.indexOf(self, separator(given.get(0, "sep")), 0), true)),
            entry(
                    "rpartition",
                    (self, given) ->
                            partition(self, given, Text.lastIndexOf(self, separator(given.get(0, "sep"))), false)),
            entry("join", (self, given) -> joined(self, given)),
            entry("find", (self, given) -> position(self, given, false)),
            entry("rfind", (self, given) -> position(self, given, true)),
            entry("index", (self, given) -> requirePosition(position(self, given, false))),
            entry("rindex", (self, given) -> requirePosition(position(self, given, true))),
            entry("count", (self, given) -> count(part(self, given), given.string(0, "sub"))),
            entry("center", (self, given) -> centered(self, given.require(0, "width"), filler(given))),
            entry("ljust", (self, given) -> self + padding(self, given)),
            entry("rjust", (self, given) -> padding(self, given) + self),
            entry("zfill", (self, given) -> zeroFilled(self, given.integer(0, "width", 0))),
            entry("expandtabs", (self, given) -> expanded(self, given.integer(0, "tabsize", 8))),
            entry("format", StringFormat::braces),
            entry(
                    "format_map",
                    (self, given) -> StringFormat.braces(
                            self, new Arguments(List.of(), Functions.named(given.require(0, "mapping"))))),
            entry("isdigit", (self, given) -> all(self, StringMethods::isDigit)),
            entry("isdecimal", (self, given) -> all(self, Character::isDigit)),
            entry("isnumeric", (self, given) -> all(self, StringMethods::isNumeric)),
            entry("isalpha", (self, given) -> all(self, Character::isLetter)),
            entry("isalnum", (self, given) -> all(self, c -> Character.isLetter(c) || isNumeric(c))),
            entry("isspace", (self, given) -> all(self, Spaces::isSpace)),
            entry("isascii", (self, given) -> self.chars().allMatch(c -> c < 0x80)),
            entry("isprintable", (self, given) -> self.codePoints().allMatch(Text::isPrintable)),
            entry("isidentifier", (self, given) -> isIdentifier(self)),
            entry("istitle", (self, given) -> isCased(self) && self.equals(titled(self))),
            entry("isupper", (self, given) -> isUpper(self)),
            entry("islower", (self, given) -> isLower(self)));

    /** The methods that compare only a part of their string, and count the compared characters themselves. */
    private static final Set<String> PARTIAL = Set.of("startswith", "endswith", "removeprefix", "removesuffix");

    private StringMethods() {}

    /** Returns the method with a name, bound to a string, or null if strings have no such method. */
    static @Nullable Callable of(String text, String name) {
        Method<String> method = ALL.get(name);
        if (method == null) {
            return null;
        }
        boolean readsAll = !PARTIAL.contains(name);
        return arguments -> {
            RenderingLimits.step(readsAll ? text.length() : 0);
            return method.call(text, arguments);
        };
    }

    private static boolean startsWith(String text, String prefix) {
        RenderingLimits.step(Math.min(prefix.length(), text.length()));
        return text.startsWith(prefix);
    }

    private static boolean endsWith(String text, String suffix) {
        RenderingLimits.step(Math.min(suffix.length(), text.length()));
        return text.endsWith(suffix);
    }

    static String capitalized(String text) {
        if (text.isEmpty()) {
            return text;
        }
        int first = text.offsetByCodePoints(0, 1);
        return titleCase(text.substring(0, first)) + text.substring(first).toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the string with the first letter of each word in upper case, and all other letters in lower case. A word is a sequence of
     * letters.
     */
    static String titled(String text) {
        StringBuilder out = new StringBuilder();
        boolean inWord = false;
        for (String each : Text.characters(text)) {
            out.append(inWord ? each.toLowerCase(Locale.ROOT) : titleCase(each));
            inWord = Character.isLetter(each.codePointAt(0));
        }
        return out.toString();
    }

    private static String titleCase(String character) {
        int c = character.codePointAt(0);
        if (Character.toTitleCase(c) != c) {
            return Character.toString(Character.toTitleCase(c));
        }
        String upper = character.toUpperCase(Locale.ROOT);
        return upper.length() == character.length()
                ? upper
                : upper.charAt(0) + upper.substring(1).toLowerCase(Locale.ROOT);
    }

    private static String folded(String text) {
        return text.replace("\u00df", "ss")
                .replace("\u1e9e", "ss")
                .replace('\u03c2', '\u03c3')
                .toLowerCase(Locale.ROOT)
                .replace('\u03c2', '\u03c3');
    }

    private static String swapped(String text) {
        StringBuilder out = new StringBuilder();
        for (String each : Text.characters(text)) {
            boolean isUpper = Character.isUpperCase(each.codePointAt(0));
            out.append(isUpper ? each.toLowerCase(Locale.ROOT) : each.toUpperCase(Locale.ROOT));
        }
        return out.toString();
    }

    private static boolean isCased(String text) {
        return !text.equals(text.toLowerCase(Locale.ROOT)) || !text.equals(text.toUpperCase(Locale.ROOT));
    }

    static boolean isUpper(String text) {
        return !text.equals(text.toLowerCase(Locale.ROOT)) && text.equals(text.toUpperCase(Locale.ROOT));
    }

    static boolean isLower(String text) {
        return !text.equals(text.toUpperCase(Locale.ROOT)) && text.equals(text.toLowerCase(Locale.ROOT));
    }

    private static boolean isIdentifier(String text) {
        return !text.isEmpty()
                && (Character.isUnicodeIdentifierStart(text.codePointAt(0)) || text.charAt(0) == '_')
                && text.codePoints()
                        .allMatch(c -> Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
    }

    static boolean isDigit(int c) {
        return Character.isDigit(c) || MORE_DIGITS.indexOf(c) >= 0;
    }

    private static boolean isNumeric(int c) {
        int type = Character.getType(c);
        return Character.isDigit(c) || type == Character.OTHER_NUMBER || type == Character.LETTER_NUMBER;
    }

    static String strip(String text, Object characters, boolean left, boolean right) {
        IntPredicate matcher = characters == PythonValues.NONE
                ? Spaces::isSpace
                : c -> Text.indexOf(PythonValues.requireString(characters), Character.toString(c), 0) >= 0;
        String stripped = right ? Spaces.stripRight(text, matcher) : text;
        return left ? Spaces.stripLeft(stripped, matcher) : stripped;
    }

    static String replaced(String text, String old, String replacement, int max) {
        long times = old.isEmpty() ? text.length() + 1L : count(text, old);
        times = max < 0 ? times : Math.min(max, times);
        RenderingLimits.checkLength(text.length() + times * ((long) replacement.length() - old.length()));
        if (times == 0) {
            return text;
        }
        if (max < 0) {
            return text.replace(old, replacement);
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        int found = 0;
        for (int i = 0; i < times; i++) {
            found = old.isEmpty() ? i == 0 ? 0 : text.offsetByCodePoints(at, 1) : Text.indexOf(text, old, at);
            out.append(text, at, found).append(replacement);
            at = found + old.length();
        }
        return out.append(text, at, text.length()).toString();
    }

    private static long count(String text, String part) {
        if (part.isEmpty()) {
            return Text.length(text) + 1L;
        }
        long count = 0;
        for (int at = Text.indexOf(text, part, 0); at >= 0; at = Text.indexOf(text, part, at + part.length())) {
            count++;
        }
        return count;
    }

    private static boolean any(String text, Arguments given, BiPredicate<String, String> holds) {
        Object prefix = given.require(0, "prefix");
        String part = part(text, given);
        if (prefix instanceof List<?> && !(prefix instanceof Tuple)) {
            throw PythonValues.wrongType(prefix, "a string or a tuple");
        }
        return prefix instanceof Tuple many
                ? many.stream().anyMatch(each -> holds.test(part, PythonValues.requireString(each)))
                : holds.test(part, PythonValues.requireString(prefix));
    }

    /** Returns the part of a string between two indexes: the second and the third argument. Both arguments are optional. */
    private static String part(String text, Arguments given) {
        Object from = given.get(1, "start");
        Object to = given.get(2, "end");
        return from == PythonValues.NONE && to == PythonValues.NONE
                ? text
                : Text.of(Lookup.slice(text, from, to, PythonValues.NONE));
    }

    private static long position(String text, Arguments given, boolean isLast) {
        String part = part(text, given);
        String sub = given.string(0, "sub");
        int found = isLast ? Text.lastIndexOf(part, sub) : Text.indexOf(part, sub, 0);
        if (found < 0) {
            return found;
        }
        Object from = given.get(1, "start");
        long start = from == PythonValues.NONE ? 0 : PythonValues.requireInteger(from);
        return part.codePointCount(0, found) + (start < 0 ? Math.max(0, start + Text.length(text)) : start);
    }

    private static long requirePosition(long position) {
        if (position < 0) {
            throw new TemplateException("index: the string does not contain the other string");
        }
        return position;
    }

    private static List<Object> split(String text, Object separator, int max) {
        List<Object> parts = new ArrayList<>();
        String spaces = separator == PythonValues.NONE ? "" : separator(separator);
        int at = separator == PythonValues.NONE ? Spaces.after(text, 0) : 0;
        while (max < 0 || parts.size() < max) {
            int from = separator == PythonValues.NONE ? space(text, at) : Text.indexOf(text, spaces, at);
            if (from < 0) {
                break;
            }
            RenderingLimits.add(parts, text.substring(at, from));
            at = separator == PythonValues.NONE ? Spaces.after(text, from) : from + spaces.length();
        }
        if (separator != PythonValues.NONE || at < text.length()) {
            parts.add(text.substring(at));
        }
        return parts;
    }

    private static List<Object> rightSplit(String text, Object separator, int max) {
        if (max < 0) {
            return split(text, separator, max);
        }
        boolean atSpaces = separator == PythonValues.NONE;
        List<Object> parts = new ArrayList<>();
        String rest = atSpaces ? Spaces.stripRight(text, Spaces::isSpace) : text;
        while (parts.size() < max) {
            RenderingLimits.step(rest.length());
            int from = atSpaces ? lastSpace(rest) : Text.lastIndexOf(rest, separator(separator));
            if (from < 0) {
                break;
            }
            RenderingLimits.add(
                    parts,
                    rest.substring(from + (atSpaces ? 1 : separator(separator).length())));
            rest = rest.substring(0, from);
            rest = atSpaces ? Spaces.stripRight(rest, Spaces::isSpace) : rest;
        }
        if (!atSpaces || !rest.isEmpty()) {
            parts.add(rest);
        }
        Collections.reverse(parts);
        return parts;
    }

    private static Tuple partition(String text, Arguments given, int found, boolean isFirst) {
        String separator = given.string(0, "sep");
        if (found < 0) {
            return isFirst ? Tuple.of(text, "", "") : Tuple.of("", "", text);
        }
        return Tuple.of(text.substring(0, found), separator, text.substring(found + separator.length()));
    }

    private static String separator(Object separator) {
        String text = PythonValues.requireString(separator);
        if (text.isEmpty()) {
            throw new TemplateException("split: the separator must not be empty");
        }
        return text;
    }

    private static int space(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (Spaces.isSpace(text.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    private static int lastSpace(String text) {
        for (int i = text.length() - 1; i >= 0; i--) {
            if (Spaces.isSpace(text.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    private static String joined(String separator, Arguments given) {
        List<String> texts = PythonValues.elements(given.require(0, "iterable")).stream()
                .map(PythonValues::requireString)
                .toList();
        RenderingLimits.checkJoined(texts, separator);
        return String.join(separator, texts);
    }

    static String centered(String text, Object width, String filler) {
        int to = Math.toIntExact(Math.min(Integer.MAX_VALUE, PythonValues.requireInteger(width)));
        int missing = Math.max(0, to - Text.length(text));
        RenderingLimits.checkLength(text.length() + (long) missing);
        int left = missing / 2 + (missing & to & 1);
        return filler.repeat(left) + text + filler.repeat(missing - left);
    }

    private static String filler(Arguments given) {
        String filler = PythonValues.requireString(given.get(1, "fillchar", " "));
        if (Text.length(filler) != 1) {
            throw new TemplateException("the fill character must be one character: got \"" + filler + "\"");
        }
        return filler;
    }

    private static String padding(String text, Arguments given) {
        int missing = Math.max(0, given.integer(0, "width", 0) - Text.length(text));
        RenderingLimits.checkLength(text.length() + (long) missing);
        return filler(given).repeat(missing);
    }

    private static String zeroFilled(String text, int width) {
        int missing = Math.max(0, width - Text.length(text));
        RenderingLimits.checkLength(text.length() + (long) missing);
        int sign = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        return text.substring(0, sign) + "0".repeat(missing) + text.substring(sign);
    }

    private static String expanded(String text, int size) {
        RenderingLimits.checkLength(
                text.length() + text.chars().filter(c -> c == '\t').count() * Math.max(0, size));
        StringBuilder out = new StringBuilder();
        int column = 0;
        for (String each : Text.characters(text)) {
            if (each.equals("\t")) {
                int blanks = size <= 0 ? 0 : size - column % size;
                out.append(" ".repeat(blanks));
                column += blanks;
            } else {
                out.append(each);
                column = each.equals("\n") || each.equals("\r") ? 0 : column + 1;
            }
        }
        return out.toString();
    }

    private static boolean all(String text, IntPredicate matcher) {
        return !text.isEmpty() && text.codePoints().allMatch(matcher);
    }
}
