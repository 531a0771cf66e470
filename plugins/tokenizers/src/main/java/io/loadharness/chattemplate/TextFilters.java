// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The filters for strings and numbers. */
final class TextFilters {

    /** An entity that {@link #withoutTags} would not replace, but jinja would. */
    private static final Pattern UNKNOWN_ENTITY =
            Pattern.compile("&(?!(?:lt|gt|quot|amp|#34|#39);)(?:#[0-9xX]+|[A-Za-z][A-Za-z0-9]*;)");

    private static final Pattern WORD_START = Pattern.compile("[-\\s({\\[<]+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern WORD = Pattern.compile("\\w+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern REAL = Pattern.compile(
            "[-+]?(?:\\d+(?:_\\d+)*\\.?(?:\\d+(?:_\\d+)*)?|\\.\\d+(?:_\\d+)*)(?:[eE][-+]?\\d+(?:_\\d+)*)?");
    private static final Pattern SPECIAL_REAL = Pattern.compile("([-+]?)(inf(?:inity)?|nan)", Pattern.CASE_INSENSITIVE);
    private static final Pattern ZEROS_BEFORE_DIGITS = Pattern.compile("0[0_]*[1-9].*");

    /** The maximum number of digits of a string that Python converts to an integer, unless the base is a power of two. */
    private static final int MAX_DIGITS = 4300;

    private static final Pattern CHUNK = Pattern.compile(
            "[\\t\\n\\x0b\\f\\r ]+"
                    + "|(?<=[\\w!\"'&.,?])-{2,}(?=\\w)"
                    + "|[^\\t\\n\\x0b\\f\\r ]+?(?:-(?:(?<=[^\\d\\W]{2}-)|(?<=[^\\d\\W]-[^\\d\\W]-))(?=[^\\d\\W]-?[^\\d\\W])"
                    + "|(?=[\\t\\n\\x0b\\f\\r ]|\\z)|(?<=[\\w!\"'&.,?])(?=-{2,}\\w))",
            Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern SPACED_CHUNK = Pattern.compile("[\\t\\n\\x0b\\f\\r ]+|[^\\t\\n\\x0b\\f\\r ]+");
    private static final String UNRESERVED = "-_.~";
    private static final String SIZES = "kMGTPEZY";
    private static final int DECIMAL = 10;
    private static final int TRUNCATED_LENGTH = 255;
    private static final int LEEWAY = 5;
    private static final int WRAPPED_WIDTH = 79;
    private static final int CENTERED_WIDTH = 80;

    private TextFilters() {}

    static Object toInteger(Object value, Arguments given) {
        if (PythonValues.isNumber(value)) {
            return value instanceof Double number ? Numbers.truncated(number) : Numbers.whole(Numbers.big(value));
        }
        requireDefined(value);
        Object otherwise = given.get(0, "default", 0L);
        if (!(value instanceof String text)) {
            return otherwise;
        }
        RenderingLimits.step(text.length());
        BigInteger whole = integer(Spaces.strip(text), given.integer(1, "base", DECIMAL));
        if (whole != null) {
            return Numbers.whole(whole);
        }
        Object real = toFloat(value, new Arguments(List.of(PythonValues.NONE), Map.of()));
        return real instanceof Double number && Double.isFinite(number) ? Numbers.truncated(number) : otherwise;
    }

    /** Returns the integer that a string contains, as {@code int} in Python does; null if the string is not an integer of this base. */
    private static @Nullable BigInteger integer(String text, int base) {
        String digits = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        int named = digits.startsWith("0") && digits.length() > 1 ? baseOf(digits.charAt(1)) : 0;
        int actual = base;
        if (named != 0 && (base == 0 || base == named)) {
            digits = digits.substring(digits.startsWith("_", 2) ? 3 : 2);
            actual = named;
        } else if (base == 0) {
            actual = DECIMAL;
            if (ZEROS_BEFORE_DIGITS.matcher(digits).matches()) {
                return null;
            }
        }
        boolean isMalformed = digits.startsWith("_") || digits.endsWith("_") || digits.contains("__");
        String plain = digits.replace("_", "");
        int radix = actual;
        if (isMalformed
                || plain.isEmpty()
                || radix < 2
                || radix > Character.MAX_RADIX
                || !plain.codePoints().allMatch(c -> Character.digit(c, radix) >= 0)) {
            return null;
        }
        StringBuilder ascii = new StringBuilder();
        plain.codePoints().forEach(c -> ascii.append(Character.forDigit(Character.digit(c, radix), radix)));
        boolean isPowerOfTwo = Integer.bitCount(radix) == 1;
        if (ascii.length() > MAX_DIGITS && !isPowerOfTwo) {
            return null; // Python rejects such a string too, because the conversion takes quadratic time
        }
        BigInteger number = new BigInteger(ascii.toString(), radix);
        return text.startsWith("-") ? number.negate() : number;
    }

    private static int baseOf(char letter) {
        return switch (letter) {
            case 'x', 'X' -> 16;
            case 'o', 'O' -> 8;
            case 'b', 'B' -> 2;
            default -> 0;
        };
    }

    static Object toFloat(Object value, Arguments given) {
        if (PythonValues.isNumber(value)) {
            return Numbers.real(value);
        }
        requireDefined(value);
        String text = value instanceof String string ? Spaces.strip(Text.read(string)) : "";
        if (REAL.matcher(text).matches()) {
            return Double.parseDouble(text.replace("_", ""));
        }
        Matcher special = SPECIAL_REAL.matcher(text);
        if (special.matches()) {
            boolean isNan = special.group(2).equalsIgnoreCase("nan");
            return isNan
                    ? Double.NaN
                    : special.group(1).equals("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return given.get(0, "default", 0.0);
    }

    private static void requireDefined(Object value) {
        if (value instanceof Undefined undefined) {
            throw undefined.toException();
        }
    }

    static Object rounded(Object value, Arguments given) {
        int precision = given.integer(0, "precision", 0);
        String method = PythonValues.requireString(given.get(1, "method", "common"));
        Numbers.requireNumber(value);
        if (method.equals("common")) {
            return nearest(value, precision);
        }
        if (!method.equals("ceil") && !method.equals("floor")) {
            throw new TemplateException("round: the method must be common, ceil or floor: got \"" + method + "\"");
        }
        Object power = Numbers.apply("**", (long) DECIMAL, (long) precision);
        double scaled = Numbers.real(Numbers.apply("*", value, power));
        return Numbers.apply(
                "/", Numbers.truncated(method.equals("ceil") ? Math.ceil(scaled) : Math.floor(scaled)), power);
    }

    private static Object nearest(Object value, int precision) {
        if (value instanceof Double number) {
            boolean isExact = !Double.isFinite(number) || precision > 350;
            return isExact
                    ? number
                    : Math.copySign(
                            new BigDecimal(number)
                                    .setScale(Math.max(-400, precision), RoundingMode.HALF_EVEN)
                                    .doubleValue(),
                            number);
        }
        BigDecimal whole = new BigDecimal(Numbers.big(value));
        return precision >= 0
                ? Numbers.whole(whole.toBigInteger())
                : Numbers.whole(whole.setScale(Math.max(-10_000, precision), RoundingMode.HALF_EVEN)
                        .toBigInteger());
    }

    static Object replaced(Object value, Arguments given) {
        int maxReplacements = given.get(2, "count") == PythonValues.NONE ? -1 : given.integer(2, "count", -1);
        return StringMethods.replaced(
                Text.read(value), Text.of(given.require(0, "old")), Text.of(given.require(1, "new")), maxReplacements);
    }

    static Object indented(Object value, Arguments given) {
        Object width = given.get(0, "width", 4L);
        RenderingLimits.checkLength(width instanceof String ? 0 : given.integer(0, "width", 4));
        String indent = width instanceof String text ? text : " ".repeat(Math.max(0, given.integer(0, "width", 4)));
        boolean blank = given.flag(2, "blank", false);
        String first = given.flag(1, "first", false) ? indent : "";
        List<String> lines = Text.lines(Text.read(PythonValues.requireString(value)) + "\n", false);
        RenderingLimits.checkLength((long) indent.length() * lines.size());
        StringBuilder out = new StringBuilder();
        RenderingLimits.append(out, first + lines.get(0));
        for (String line : lines.subList(1, lines.size())) {
            RenderingLimits.append(out, "\n" + (blank || !line.isEmpty() ? indent : "") + line);
        }
        return out.toString();
    }

    /** Implements the filter {@code title}, which differs from the method of the same name. */
    static String titled(Object value) {
        String text = Text.read(value);
        StringBuilder out = new StringBuilder();
        Matcher separator = WORD_START.matcher(text);
        int at = 0;
        while (separator.find()) {
            out.append(word(text.substring(at, separator.start()))).append(separator.group());
            at = separator.end();
        }
        return out.append(word(text.substring(at))).toString();
    }

    private static String word(String text) {
        int first = text.isEmpty() ? 0 : text.offsetByCodePoints(0, 1);
        return text.substring(0, first).toUpperCase(Locale.ROOT)
                + text.substring(first).toLowerCase(Locale.ROOT);
    }

    static Object truncated(Object value, Arguments given) {
        String text = Text.read(PythonValues.requireString(value));
        int length = given.integer(0, "length", TRUNCATED_LENGTH);
        String end = PythonValues.requireString(given.get(2, "end", "..."));
        int leeway = given.get(3, "leeway") == PythonValues.NONE ? LEEWAY : given.integer(3, "leeway", LEEWAY);
        if (length < Text.length(end) || leeway < 0) {
            throw new TemplateException("truncate: the length must be at least " + Text.length(end)
                    + " and the leeway must not be negative: got " + length + " and " + leeway);
        }
        if (Text.length(text) <= (long) length + leeway) {
            return text;
        }
        String kept = text.substring(0, text.offsetByCodePoints(0, length - Text.length(end)));
        int blank = kept.lastIndexOf(' ');
        return (blank < 0 || given.flag(1, "killwords", false) ? kept : kept.substring(0, blank)) + end;
    }

    static long wordCount(Object value) {
        return WORD.matcher(Text.read(value)).results().count();
    }

    static Object wrapped(Object value, Arguments given) {
        int width = given.integer(0, "width", WRAPPED_WIDTH);
        Object separator = given.get(2, "wrapstring");
        boolean breaksWords = given.flag(1, "break_long_words", true);
        Pattern chunk = given.flag(3, "break_on_hyphens", true) ? CHUNK : SPACED_CHUNK;
        if (width <= 0) {
            throw new TemplateException("wordwrap: the width must be positive: got " + width);
        }
        List<String> lines = new ArrayList<>();
        for (String line : Text.lines(Text.read(PythonValues.requireString(value)), false)) {
            List<String> chunks = new ArrayList<>(
                    chunk.matcher(line).results().map(found -> found.group()).toList());
            List<String> wrapped = wrap(chunks, width, breaksWords);
            lines.addAll(wrapped.isEmpty() ? List.of("") : wrapped);
        }
        String newLine = separator == PythonValues.NONE ? "\n" : PythonValues.requireString(separator);
        RenderingLimits.checkJoined(lines, newLine);
        return String.join(newLine, lines);
    }

    private static List<String> wrap(List<String> chunks, int width, boolean breaksWords) {
        List<String> lines = new ArrayList<>();
        int at = 0;
        while (at < chunks.size()) {
            List<String> line = new ArrayList<>();
            int length = 0;
            if (!lines.isEmpty() && Spaces.isBlank(chunks.get(at))) {
                at++;
            }
            while (at < chunks.size() && length + Text.length(chunks.get(at)) <= width) {
                length += Text.length(chunks.get(at));
                line.add(chunks.get(at++));
            }
            if (at < chunks.size() && Text.length(chunks.get(at)) > width) {
                String chunk = chunks.get(at);
                RenderingLimits.step(chunk.length());
                if (breaksWords) {
                    int cut = chunk.offsetByCodePoints(0, width - length);
                    line.add(chunk.substring(0, cut));
                    chunks.set(at, chunk.substring(cut));
                } else if (line.isEmpty()) {
                    line.add(chunks.get(at++));
                }
            }
            if (!line.isEmpty() && Spaces.isBlank(line.get(line.size() - 1))) {
                line.remove(line.size() - 1);
            }
            if (!line.isEmpty()) {
                lines.add(String.join("", line));
            }
        }
        return lines;
    }

    static Object centered(Object value, Arguments given) {
        return StringMethods.centered(Text.read(value), given.get(0, "width", (long) CENTERED_WIDTH), " ");
    }

    static Object formatted(Object value, Arguments given) {
        if (!given.positional().isEmpty() && !given.named().isEmpty()) {
            throw new TemplateException("format: positional and named arguments cannot be combined");
        }
        Object values = given.named().isEmpty() ? Tuple.of(given.positional()) : given.named();
        return StringFormat.percent(Text.read(value), values);
    }

    static Object fileSize(Object value, Arguments given) {
        boolean isBinary = given.flag(0, "binary", false);
        Object number =
                value instanceof String ? toFloat(value, new Arguments(List.of(PythonValues.NONE), Map.of())) : value;
        double bytes = PythonValues.requireNumber(number);
        double base = isBinary ? 1024 : 1000;
        if (bytes == 1) {
            return "1 Byte";
        }
        if (bytes < base) {
            return Text.of(Numbers.truncated(bytes)) + " Bytes";
        }
        int unit = 0;
        while (unit < SIZES.length() - 1 && bytes >= Math.pow(base, unit + 2.0)) {
            unit++;
        }
        String prefix = SIZES.substring(unit, unit + 1);
        return FormatSpec.fixed(new BigDecimal(base * bytes / Math.pow(base, unit + 2.0)), 1)
                + " "
                + (isBinary ? prefix.toUpperCase(Locale.ROOT) + "iB" : prefix + "B");
    }

    static Object urlEncoded(Object value) {
        if (value instanceof String || !(value instanceof Map<?, ?> || value instanceof List<?>)) {
            return quoted(Text.of(value), "/");
        }
        List<Object> pairs = PythonValues.elements(value instanceof Map<?, ?> map ? DictView.items(map) : value);
        return pairs.stream()
                .map(PythonValues::elements)
                .map(pair -> query(pair.get(0)) + "=" + query(pair.get(1)))
                .collect(Collectors.joining("&"));
    }

    private static String query(Object value) {
        return quoted(Text.of(value), "").replace("%20", "+");
    }

    private static String quoted(String text, String safe) {
        RenderingLimits.checkLength(3L * text.length());
        StringBuilder out = new StringBuilder();
        HexFormat hex = HexFormat.of().withUpperCase();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xff);
            boolean isKept =
                    (c < 0x80 && Character.isLetterOrDigit(c)) || UNRESERVED.indexOf(c) >= 0 || safe.indexOf(c) >= 0;
            if (isKept) {
                out.append(c);
            } else {
                out.append('%').append(hex.toHexDigits(each));
            }
        }
        return out.toString();
    }

    static String escaped(Object value) {
        String text = Text.read(value)
                .replace("&", "&amp;")
                .replace(">", "&gt;")
                .replace("<", "&lt;")
                .replace("'", "&#39;")
                .replace("\"", "&#34;");
        return RenderingLimits.checked(text);
    }

    static String withoutTags(Object value) {
        String joined = Text.of(String.join(" ", split(untagged(Text.read(value)))));
        Matcher unknown = UNKNOWN_ENTITY.matcher(joined);
        if (unknown.find()) {
            throw new TemplateException("striptags does not support the entity \"" + unknown.group() + "\"");
        }
        return joined.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#34;", "\"")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }

    /** Removes comments and tags, in linear time. A comment or a tag without an end is text. */
    private static String untagged(String text) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        boolean hasCommentEnd = true;
        for (int start = text.indexOf('<'); start >= 0; start = text.indexOf('<', at)) {
            int end = -1;
            if (hasCommentEnd && text.startsWith("<!--", start)) {
                int found = text.indexOf("-->", start + 4);
                hasCommentEnd = found >= 0;
                end = found < 0 ? -1 : found + 3;
            }
            if (end < 0) {
                end = text.indexOf('>', start) + 1;
            }
            if (end == 0) {
                break; // no later tag has an end
            }
            out.append(text, at, start);
            at = end;
        }
        return out.append(text, at, text.length()).toString();
    }

    private static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        int at = Spaces.after(text, 0);
        while (at < text.length()) {
            int end = at;
            while (end < text.length() && !Spaces.isSpace(text.charAt(end))) {
                end++;
            }
            words.add(text.substring(at, end));
            at = Spaces.after(text, end);
        }
        return words;
    }
}
