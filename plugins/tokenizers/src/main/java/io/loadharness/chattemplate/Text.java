// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Converts values to text, and counts characters, as Python does. */
final class Text {

    private static final int MAX_PLAIN_EXPONENT = 16;
    private static final int MIN_PLAIN_EXPONENT = -4;

    private Text() {}

    /** Returns a value as text, like {@code str} in Python. */
    static String of(Object value) {
        if (value instanceof String text) {
            return text;
        }
        return value instanceof Undefined ? "" : quoted(value);
    }

    static List<String> characters(String text) {
        return text.codePoints().mapToObj(Character::toString).toList();
    }

    static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Returns a value as a literal, like {@code repr} in Python. */
    private static String quoted(Object value) {
        if (value == PythonValues.NONE) {
            return "None";
        }
        if (value instanceof Boolean truth) {
            return truth ? "True" : "False";
        }
        if (value instanceof Double number) {
            return number(number);
        }
        if (value instanceof String text) {
            return literal(text);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Text::quoted).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(each -> quoted(each.getKey()) + ": " + quoted(each.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Undefined) {
            return "Undefined";
        }
        if (value instanceof Long) {
            return value.toString();
        }
        throw new TemplateException(PythonValues.nameOf(value) + " cannot be converted to text");
    }

    static String number(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return Double.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0.0" : "0.0";
        }
        BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        int exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= MIN_PLAIN_EXPONENT && exponent < MAX_PLAIN_EXPONENT) {
            String plain = exact.toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
        String digits = exact.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String sign = number < 0 ? "-" : "";
        return "%s%se%s%02d".formatted(sign, mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private static String literal(String text) {
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
                    } else if (c < ' ' || c == 0x7f) {
                        out.append("\\x%02x".formatted(c));
                    } else {
                        out.appendCodePoint(c);
                    }
                }
            }
        });
        return out.append(quote).toString();
    }
}
