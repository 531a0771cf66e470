// SPDX-License-Identifier: Apache-2.0
package io.loadharness.chattemplate;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Inserts values into texts: the operator {@code %} and the method {@code format} of Python's strings. */
final class StringFormat {

    private static final Pattern CONVERSION = Pattern.compile(
            "%(?:\\((?<key>[^)]*)\\))?(?<flags>[-#0 +]*)(?<width>\\*|\\d+)?(?:\\.(?<precision>\\*|\\d+)?)?"
                    + "[hlL]?(?<type>.)?",
            Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("[^.\\[]*");
    private static final Pattern STEP = Pattern.compile("\\.(?<name>[^.\\[]+)|\\[(?<item>[^]]+)]");
    private static final int MAX_DEPTH = 2;

    private final List<?> values;
    private final Arguments given;
    private int next;
    private boolean isNumbered;

    private StringFormat(List<?> values, Arguments given) {
        this.values = values;
        this.given = given;
    }

    /**
     * Implements Python's operator {@code %}. The right operand is a single value, a tuple, or, for conversions such as {@code %(name)s}, a
     * dict.
     */
    static String percent(String format, Object value) {
        List<?> values = value instanceof Tuple tuple ? tuple : List.of(value);
        StringFormat state = new StringFormat(values, Arguments.NONE);
        StringBuilder out = new StringBuilder();
        Matcher found = CONVERSION.matcher(format);
        int at = 0;
        while (found.find(at)) {
            RenderingLimits.append(out, format.substring(at, found.start()));
            RenderingLimits.append(out, state.converted(found, value));
            at = found.end();
        }
        boolean mayKeepValue = value instanceof Map<?, ?> || (value instanceof List<?> && !(value instanceof Tuple));
        if (state.next < values.size() && !mayKeepValue) {
            throw new TemplateException("\"%\": the format uses " + state.next + " of " + values.size() + " values");
        }
        RenderingLimits.append(out, format.substring(at));
        return out.toString();
    }

    private String converted(Matcher found, Object all) {
        if (found.group("type") == null) {
            throw new TemplateException("\"%\": the format ends after a \"%\"; write \"%%\" for a percent sign");
        }
        char type = found.group("type").charAt(0);
        if (found.group().equals("%%")) {
            return "%";
        }
        String flags = found.group("flags");
        int width = number(found.group("width"), 0);
        boolean isLeft = flags.contains("-") || width < 0;
        boolean hasPrecision =
                found.group().contains(".") && !found.group("flags").contains(".");
        int precision = hasPrecision ? Math.max(0, number(found.group("precision"), 0)) : -1;
        Object value = value(found.group("key"), all);
        boolean isNumber = "diueEfFgGxXo".indexOf(type) >= 0;
        boolean isPadded = flags.contains("0") && !isLeft && isNumber;
        char sign = flags.contains("+") ? '+' : flags.contains(" ") ? ' ' : '-';
        FormatSpec spec = new FormatSpec(
                isPadded ? '0' : ' ',
                isPadded ? '=' : isLeft ? '<' : '>',
                sign,
                flags.contains("#"),
                Math.abs(width),
                (char) 0,
                precision,
                isNumber ? type : 's');
        return spec.applyPercent(value, type);
    }

    private int number(@Nullable String text, int otherwise) {
        if (text == null) {
            return otherwise;
        }
        try {
            return text.equals("*")
                    ? Math.toIntExact(PythonValues.requireInteger(value(null, Tuple.of())))
                    : Integer.parseInt(text);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new TemplateException("\"%\": a width or precision is too large");
        }
    }

    private Object value(@Nullable String key, Object all) {
        if (key != null) {
            if (!(all instanceof Map<?, ?> map)) {
                throw new TemplateException("\"%\": a format with names needs a dict");
            }
            Object found = map.get(key);
            if (found == null) {
                throw new TemplateException("\"%\": the dict has no key \"" + key + "\"");
            }
            return found;
        }
        if (next >= values.size()) {
            throw new TemplateException("\"%\": the format needs more than " + values.size() + " values");
        }
        return values.get(next++);
    }

    /** Implements the method {@code format}. */
    static String braces(String format, Arguments given) {
        return new StringFormat(given.positional(), given).fields(format, MAX_DEPTH);
    }

    private String fields(String format, int depth) {
        if (depth == 0) {
            throw new TemplateException("format: replacement fields are nested too deeply");
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < format.length()) {
            char c = format.charAt(at);
            if (c != '{' && c != '}') {
                out.append(c);
                at++;
            } else if (at + 1 < format.length() && format.charAt(at + 1) == c) {
                out.append(c);
                at += 2;
            } else if (c == '}') {
                throw new TemplateException("format: a \"}\" has no \"{\"; write \"}}\" for a brace");
            } else {
                int end = closing(format, at);
                RenderingLimits.append(out, field(format.substring(at + 1, end), depth));
                at = end + 1;
            }
        }
        return out.toString();
    }

    private static int closing(String format, int open) {
        int depth = 0;
        for (int i = open; i < format.length(); i++) {
            depth += format.charAt(i) == '{' ? 1 : format.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new TemplateException("format: a \"{\" has no \"}\"; write \"{{\" for a brace");
    }

    private String field(String field, int depth) {
        int colon = field.indexOf(':');
        String before = colon < 0 ? field : field.substring(0, colon);
        String spec = colon < 0 ? "" : field.substring(colon + 1);
        int mark = before.indexOf('!');
        Object value = found(mark < 0 ? before : before.substring(0, mark));
        if (mark >= 0) {
            value = switch (before.substring(mark + 1)) {
                case "s" -> Text.of(value);
                case "r" -> Text.quoted(value);
                case "a" -> Text.quoted(value, true);
                default -> throw new TemplateException("format: unknown conversion \"" + before.substring(mark) + "\"");
            };
        }
        return FormatSpec.parse(spec.indexOf('{') < 0 ? spec : fields(spec, depth - 1))
                .apply(value);
    }

    private Object found(String path) {
        Matcher name = NAME.matcher(path);
        int end = name.lookingAt() ? name.end() : 0;
        Object value = first(path.substring(0, end));
        Matcher step = STEP.matcher(path);
        while (end < path.length()) {
            if (!step.region(end, path.length()).lookingAt()) {
                throw new TemplateException("format: invalid field \"" + path + "\"");
            }
            String attribute = step.group("name");
            value = attribute != null
                    ? Lookup.attribute(value, attribute)
                    : Lookup.item(
                            value,
                            isInteger(step.group("item"))
                                    ? (Object) Long.valueOf(step.group("item"))
                                    : step.group("item"));
            end = step.end();
        }
        return value;
    }

    private Object first(String name) {
        if (!name.isEmpty() && !isInteger(name)) {
            Object value = given.named().get(name);
            if (value == null) {
                throw new TemplateException("format: the argument \"" + name + "\" is missing");
            }
            return value;
        }
        if (isNumbered == name.isEmpty() && (isNumbered || next > 0)) {
            throw new TemplateException("format: numbered and automatic fields cannot be combined");
        }
        isNumbered |= !name.isEmpty();
        BigInteger at = name.isEmpty() ? BigInteger.valueOf(next++) : new BigInteger(name);
        if (at.compareTo(BigInteger.valueOf(values.size())) >= 0) {
            throw new TemplateException("format: the argument " + at + " is missing");
        }
        return values.get(at.intValue());
    }

    private static boolean isInteger(String text) {
        return !text.isEmpty() && text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
