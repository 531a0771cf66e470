// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The format of one value: the part after the colon of a replacement field, as in <code>{:>8.2f}</code>, or the equivalent conversion with
 * {@code %}.
 *
 * @param align one of {@code <>=^}, or 0 for the default of the value's type
 * @param sign one of {@code +-} and blank
 * @param grouping a comma, an underscore, or 0 for none
 * @param precision the precision, or -1 if it is missing
 * @param type the conversion, or 0 if it is missing
 */
record FormatSpec(
        int fill, char align, char sign, boolean isAlternate, int width, char grouping, int precision, char type) {

    private static final Pattern SPEC = Pattern.compile(
            "(?:(?<fill>.)?(?<align>[<>=^]))?(?<sign>[-+ ])?(?<alternate>#)?(?<zero>0)?(?<width>\\d+)?"
                    + "(?<grouping>[,_])?(?:\\.(?<precision>\\d+))?(?<type>[bcdeEfFgGnosxX%])?",
            Pattern.DOTALL);
    private static final int DEFAULT_PRECISION = 6;

    /** Parses the text after the colon of a replacement field. */
    static FormatSpec parse(String spec) {
        Matcher found = SPEC.matcher(spec);
        if (!found.matches()) {
            throw new TemplateException("invalid format specifier \"" + spec + "\"");
        }
        boolean isZero = found.group("zero") != null && found.group("align") == null;
        return new FormatSpec(
                found.group("fill") != null
                        ? found.group("fill").codePointAt(0)
                        : found.group("zero") != null ? '0' : ' ',
                isZero ? '=' : first(found.group("align")),
                found.group("sign") == null ? '-' : found.group("sign").charAt(0),
                found.group("alternate") != null,
                number(found.group("width"), 0),
                first(found.group("grouping")),
                number(found.group("precision"), -1),
                first(found.group("type")));
    }

    private static char first(@Nullable String group) {
        return group == null ? 0 : group.charAt(0);
    }

    private static int number(@Nullable String digits, int otherwise) {
        if (digits == null) {
            return otherwise;
        }
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new TemplateException("the width or precision " + digits + " of a format is too large");
        }
    }

    /** Returns a value in this format. */
    String apply(Object value) {
        RenderingLimits.checkLength((long) width + Math.max(0, precision));
        if (value instanceof Undefined undefined) {
            return pad("", Text.of(undefined), '<');
        }
        if (value instanceof String text) {
            if ((type != 0 && type != 's') || (align == '=' && fill != '0')) {
                throw unsuited(value);
            }
            int end = precision < 0 ? Text.length(text) : Math.min(precision, Text.length(text));
            return pad("", text.substring(0, text.offsetByCodePoints(0, end)), '<');
        }
        if (equals(parse(""))) {
            return Text.of(value);
        }
        if (!PythonValues.isNumber(value)) {
            throw unsuited(value);
        }
        return numeric(value);
    }

    /** Returns a value in this format as the operator {@code %} does. */
    String applyPercent(Object value, char conversion) {
        RenderingLimits.checkLength((long) width + Math.max(0, precision));
        return switch (conversion) {
            case 's' -> withType('s').apply(Text.of(value));
            case 'r' -> withType('s').apply(Text.quoted(value));
            case 'a' -> withType('s').apply(Text.quoted(value, true));
            case 'c' -> withType('s').apply(character(value));
            case 'd', 'i', 'u', 'x', 'X', 'o' -> percentInteger(value, conversion);
            case 'e', 'E', 'f', 'F', 'g', 'G' -> numeric(Numbers.real(Numbers.requireNumber(value)));
            default -> throw new TemplateException("\"%\": unknown conversion \"" + conversion + "\"");
        };
    }

    private static String character(Object value) {
        if (value instanceof String text && Text.length(text) == 1) {
            return text;
        }
        long c = PythonValues.requireInteger(value);
        if (c < 0 || c > Character.MAX_CODE_POINT) {
            throw new TemplateException(c + " is not the number of a character");
        }
        return Character.toString((int) c);
    }

    private FormatSpec withType(char other) {
        return new FormatSpec(fill, align, sign, isAlternate, width, grouping, precision, other);
    }

    private String percentInteger(Object value, char conversion) {
        boolean isDecimal = "diu".indexOf(conversion) >= 0;
        Object whole = value instanceof Double number && isDecimal ? Numbers.truncated(number) : value;
        if (!Numbers.isWhole(whole)) {
            throw PythonValues.wrongType(value, "an integer");
        }
        FormatSpec spec = withType(isDecimal ? 'd' : conversion);
        BigInteger number = Numbers.big(whole);
        String digits = spec.integer(number.abs());
        String padded = "0".repeat(Math.max(0, precision - digits.length())) + digits;
        return spec.signed(number.signum() < 0, spec.prefix(), padded);
    }

    private String numeric(Object value) {
        if (type == 's') {
            throw unsuited(value);
        }
        boolean isInteger = value instanceof Double ? false : "eEfFgG%".indexOf(type) < 0 || type == 0;
        if (!isInteger && "bcdoxX".indexOf(type) >= 0 && type != 0) {
            throw unsuited(value);
        }
        if (isInteger) {
            BigInteger number = Numbers.big(value);
            if (precision >= 0) {
                throw new TemplateException("a precision is not allowed for an integer");
            }
            return signed(number.signum() < 0, prefix(), integer(number.abs()));
        }
        double number = Numbers.real(value);
        boolean isNegative = number < 0 || (number == 0 && 1 / number < 0);
        return signed(isNegative, "", real(Math.abs(number)));
    }

    private TemplateException unsuited(Object value) {
        return new TemplateException(
                "the format \"" + (type == 0 ? "" : type) + "\" is not allowed for " + PythonValues.nameOf(value));
    }

    private String prefix() {
        return isAlternate && "boxX".indexOf(type) >= 0 && type != 0 ? "0" + type : "";
    }

    private String integer(BigInteger number) {
        return switch (type) {
            case 'b' -> grouped(number.toString(2), 4);
            case 'o' -> grouped(number.toString(8), 4);
            case 'x' -> grouped(number.toString(16), 4);
            case 'X' -> grouped(number.toString(16).toUpperCase(Locale.ROOT), 4);
            case 'c' -> character(Numbers.whole(number));
            default -> grouped(number.toString(), 3);
        };
    }

    private String real(double number) {
        if (!Double.isFinite(number)) {
            String name = Text.number(number);
            return Character.isUpperCase(type) ? name.toUpperCase(Locale.ROOT) : type == '%' ? name + "%" : name;
        }
        String digits =
                switch (type) {
                    case 'f', 'F' -> fixed(new BigDecimal(number), precisionOr(DEFAULT_PRECISION));
                    case '%' -> fixed(new BigDecimal(number).movePointRight(2), precisionOr(DEFAULT_PRECISION)) + "%";
                    case 'e' -> scientific(number, precisionOr(DEFAULT_PRECISION));
                    case 'E' ->
                        scientific(number, precisionOr(DEFAULT_PRECISION)).toUpperCase(Locale.ROOT);
                    case 'G' ->
                        general(number, Math.max(1, precisionOr(DEFAULT_PRECISION)), false)
                                .toUpperCase(Locale.ROOT);
                    case 'g', 'n' -> general(number, Math.max(1, precisionOr(DEFAULT_PRECISION)), false);
                    default -> precision < 0 ? Text.number(number) : general(number, Math.max(1, precision), true);
                };
        int end = 0;
        while (end < digits.length() && Character.isDigit(digits.charAt(end))) {
            end++;
        }
        return grouped(digits.substring(0, end), 3) + digits.substring(end);
    }

    private int precisionOr(int otherwise) {
        return precision < 0 ? otherwise : precision;
    }

    /** Returns a number with a fixed number of digits after the point, rounded as in Python. */
    static String fixed(BigDecimal number, int digits) {
        return number.setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static String scientific(double number, int digits) {
        BigDecimal rounded = new BigDecimal(number).round(new MathContext(digits + 1, RoundingMode.HALF_EVEN));
        int exponent = number == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        String mantissa = fixed(rounded.movePointLeft(exponent), digits);
        return mantissa + "e%s%02d".formatted(exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private String general(double number, int digits, boolean withPoint) {
        BigDecimal rounded = new BigDecimal(number).round(new MathContext(digits, RoundingMode.HALF_EVEN));
        int exponent = number == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        boolean isPlain = exponent >= -4 && exponent < digits;
        if (isPlain) {
            String plain = stripped(fixed(rounded, Math.max(0, digits - 1 - exponent)));
            return withPoint && !plain.contains(".") ? plain + ".0" : plain;
        }
        String text = scientific(number, digits - 1);
        int at = text.indexOf('e');
        return stripped(text.substring(0, at)) + text.substring(at);
    }

    private String stripped(String digits) {
        if (isAlternate || !digits.contains(".")) {
            return digits;
        }
        String withoutZeros = Spaces.stripRight(digits, c -> c == '0');
        return withoutZeros.endsWith(".") ? withoutZeros.substring(0, withoutZeros.length() - 1) : withoutZeros;
    }

    private String grouped(String digits, int size) {
        if (grouping == 0) {
            return digits;
        }
        StringBuilder out = new StringBuilder(digits);
        for (int at = digits.length() - size; at > 0; at -= size) {
            out.insert(at, grouping);
        }
        return out.toString();
    }

    private String signed(boolean isNegative, String prefix, String digits) {
        return pad((isNegative ? "-" : sign == '-' ? "" : String.valueOf(sign)) + prefix, digits, '>');
    }

    private String pad(String before, String text, char defaultAlign) {
        int missing = width - Text.length(before) - Text.length(text);
        if (missing <= 0) {
            return before + text;
        }
        String filler = Character.toString(fill);
        return switch (align == 0 ? defaultAlign : align) {
            case '<' -> before + text + filler.repeat(missing);
            case '^' -> filler.repeat(missing / 2) + before + text + filler.repeat(missing - missing / 2);
            case '=' -> defaultAlign == '<' ? text + filler.repeat(missing) : before + filler.repeat(missing) + text;
            default -> filler.repeat(missing) + before + text;
        };
    }

    /** Returns a floating-point number without an exponent, for error messages. */
    static String plain(double number) {
        return new BigDecimal(number).toBigInteger().toString();
    }
}
