// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Converts values to text, and counts characters, as Python does. */
final class Text {

    private static final int MAX_PLAIN_EXPONENT = 16;
    private static final int MIN_PLAIN_EXPONENT = -4;
    private static final int MAX_DIGITS = 17;

    /**
     * The maximum number of characters that a search compares at each position. It compares the other characters only after these
     * characters match.
     */
    private static final int MAX_COMPARED = 64;

    /** The cost of a match, in characters. */
    private static final int READ_PER_MATCH = 16;

    /** The cost, in characters, of copying a character to a separate string. */
    private static final long READ_PER_COPY = 4;

    private static final int LATIN1_END = 0x100;
    private static final int BMP_END = 0x10000;

    private final StringBuilder out = new StringBuilder();
    private final boolean isAscii;

    private Text(boolean isAscii) {
        this.isAscii = isAscii;
    }

    /** Returns a value as text, like {@code str} in Python. */
    static String of(Object value) {
        if (value instanceof String text) {
            return text;
        }
        return value instanceof Undefined ? "" : quoted(value);
    }

    /** Returns a value as text, and counts a step that reads all its characters. Called by methods that read the whole text. */
    static String read(Object value) {
        String text = of(value);
        RenderingLimits.step(text.length());
        return text;
    }

    /** Returns the first position of a string at or after {@code from}; -1 if there is none. Counts the characters that it compares. */
    static int indexOf(String text, String sub, int from) {
        String start = sub.substring(0, Math.min(MAX_COMPARED, sub.length()));
        int at = from - 1;
        do {
            int before = at + 1;
            at = text.indexOf(start, before);
            RenderingLimits.read(READ_PER_MATCH + (long) ((at < 0 ? text.length() : at) - before) * start.length());
        } while (at >= 0 && sub.length() > MAX_COMPARED && !matches(text, sub, at));
        return at;
    }

    /** Returns the last position of a string; -1 if there is none. Counts the characters that it compares. */
    static int lastIndexOf(String text, String sub) {
        String start = sub.substring(0, Math.min(MAX_COMPARED, sub.length()));
        int at = text.length() - sub.length() + 1;
        do {
            int before = at - 1;
            at = text.lastIndexOf(start, before);
            RenderingLimits.read(READ_PER_MATCH + Math.max(0L, before - at) * start.length());
        } while (at >= 0 && sub.length() > MAX_COMPARED && !matches(text, sub, at));
        return at;
    }

    private static boolean matches(String text, String sub, int at) {
        RenderingLimits.step(sub.length());
        return text.startsWith(sub, at);
    }

    /** Returns the characters one after the other, as strings. */
    static Iterable<String> characters(String text) {
        RenderingLimits.step(text.length() * READ_PER_COPY);
        return () -> text.codePoints().mapToObj(Character::toString).iterator();
    }

    static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Returns a value as a literal, like {@code repr} in Python. */
    static String quoted(Object value) {
        return quoted(value, false);
    }

    /** Returns a value as a literal, like {@code repr}, or like {@code ascii} in Python. */
    static String quoted(Object value, boolean isAscii) {
        Text text = new Text(isAscii);
        text.write(value);
        return text.out.toString();
    }

    private void write(Object value) {
        if (value == PythonValues.NONE) {
            append("None");
        } else if (value instanceof Boolean truth) {
            append(truth ? "True" : "False");
        } else if (value instanceof Double number) {
            append(number(number));
        } else if (value instanceof String text) {
            append(literal(text, isAscii));
        } else if (value instanceof NumberRange range) {
            append(range.literal());
        } else if (value instanceof Tuple tuple) {
            writeAll("(", tuple, tuple.size() == 1 ? ",)" : ")");
        } else if (value instanceof List<?> list) {
            writeAll("[", list, "]");
        } else if (value instanceof DictView view) {
            writeAll("dict_" + view.name() + "([", view.elements(), "])");
        } else if (value instanceof Map<?, ?> map) {
            writeMap(map);
        } else if (value instanceof Undefined) {
            append("Undefined");
        } else if (value instanceof Long || value instanceof BigInteger) {
            append(value.toString());
        } else if (value instanceof Namespace namespace) {
            append("<Namespace ");
            writeMap(namespace.attributes());
            append(">");
        } else if (value instanceof Loop loop) {
            append("<LoopContext " + loop.attribute("index") + "/" + loop.attribute("length") + ">");
        } else if (value instanceof Macro.Bound macro) {
            append("<Macro " + literal(macro.name(), isAscii) + ">");
        } else {
            throw new TemplateException(PythonValues.nameOf(value) + " cannot be converted to text");
        }
    }

    private void writeAll(String open, List<?> list, String close) {
        append(open);
        for (int i = 0; i < list.size(); i++) {
            append(i == 0 ? "" : ", ");
            write(list.get(i));
        }
        append(close);
    }

    private void writeMap(Map<?, ?> map) {
        append("{");
        String separator = "";
        for (Map.Entry<?, ?> each : map.entrySet()) {
            append(separator);
            write(each.getKey());
            append(": ");
            write(each.getValue());
            separator = ", ";
        }
        append("}");
    }

    private void append(String text) {
        RenderingLimits.append(out, text);
    }

    /** Returns the shortest text that is converted back to the same number. */
    static String number(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return Double.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0.0" : "0.0";
        }
        BigDecimal shortest = shortest(number);
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= MIN_PLAIN_EXPONENT && exponent < MAX_PLAIN_EXPONENT) {
            String plain = shortest.toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
        String digits = shortest.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String sign = number < 0 ? "-" : "";
        return "%s%se%s%02d".formatted(sign, mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    /** Returns the shortest decimal of a number. Before Java 19, {@code Double.toString} returns too many digits for some numbers. */
    private static BigDecimal shortest(double number) {
        BigDecimal exact = new BigDecimal(number);
        for (int digits = 1; digits < MAX_DIGITS; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (rounded.doubleValue() == number) {
                return rounded.stripTrailingZeros();
            }
        }
        return exact.round(new MathContext(MAX_DIGITS, RoundingMode.HALF_EVEN)).stripTrailingZeros();
    }

    private static String literal(String text, boolean isAscii) {
        char quote = text.contains("'") && !text.contains("\"") ? '"' : '\'';
        StringBuilder out = new StringBuilder().append(quote);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c == quote) {
                        out.append('\\').append(quote);
                    } else if (isPrintable(c) && !(isAscii && c > '~')) {
                        out.appendCodePoint(c);
                    } else {
                        out.append(c < LATIN1_END ? "\\x" : c < BMP_END ? "\\u" : "\\U");
                        out.append(HexFormat.of().toHexDigits(c, c < LATIN1_END ? 2 : c < BMP_END ? 4 : 8));
                    }
                }
            }
        });
        return out.append(quote).toString();
    }

    /** Returns true if {@code repr} in Python outputs a character unchanged. */
    static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }

    /** Returns the lines of a string as {@code splitlines} in Python does. */
    static List<String> lines(String text, boolean withEnds) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        int at = 0;
        while (at < text.length()) {
            if (!Spaces.isLineEnd(text.charAt(at))) {
                at++;
                continue;
            }
            int end = at + (text.startsWith("\r\n", at) ? 2 : 1);
            RenderingLimits.add(lines, text.substring(from, withEnds ? end : at));
            from = end;
            at = end;
        }
        if (from < text.length()) {
            lines.add(text.substring(from));
        }
        return lines;
    }
}
