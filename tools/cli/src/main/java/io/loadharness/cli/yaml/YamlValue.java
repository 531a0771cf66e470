// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import io.loadharness.cli.options.DurationText;
import io.loadharness.internal.Suggestions;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import picocli.CommandLine.TypeConversionException;

/**
 * A value and where it stands. Whoever wants it says of which type it has to be; a value of another type is a {@link YamlException} that
 * says what was found and what is expected. For one thread.
 */
public final class YamlValue {

    private final Origin origin;
    private final String path;
    private final Object content;
    private boolean taken;

    /**
     * A value.
     *
     * @param content a scalar, a list of values, or a map
     */
    YamlValue(Origin origin, String path, Object content) {
        this.origin = origin;
        this.path = path;
        this.content = content;
    }

    /** The keys on the way to it, with points between them: {@code load.stages.0.rate}. */
    public String path() {
        return path;
    }

    /** The line of the document that it stands in; 0 if it stands in none. */
    public int line() {
        return origin.line();
    }

    /** A value that is neither list nor map, as it was written and whatever YAML takes it for; quotes do not matter. */
    public String written() {
        return scalar("a single value").text();
    }

    /** A text. A number or flag that shall be one has to be in quotes. */
    public String text() {
        Scalar scalar = scalar("text");
        if (scalar.kind() != Scalar.Kind.TEXT) {
            throw wrong("is " + scalar + " and must be text: put it in quotes");
        }
        return scalar.text();
    }

    /** A text that is in no message. */
    public String secret() {
        if (content instanceof Scalar scalar && scalar.kind() == Scalar.Kind.TEXT) {
            return scalar.text();
        }
        throw wrong("must be text: put it in quotes");
    }

    /** The path of a file or folder. */
    public Path file() {
        String text = text();
        return made(() -> Path.of(text));
    }

    /** A whole number; may be in quotes, or end with {@code .0}. */
    public long wholeNumber(long least, long most) {
        String expected = "a whole number";
        BigDecimal number = number(expected);
        try {
            long value = number.longValueExact();
            if (value >= least && value <= most) {
                return value;
            }
        } catch (ArithmeticException e) {
            if (number.stripTrailingZeros().scale() > 0) {
                throw wrong("is " + content + " and must be " + expected);
            }
        }
        throw wrong("is " + content + " and must be at least " + least + ", at most " + most);
    }

    /** A whole number that is an {@code int}. */
    public int wholeNumber(int least) {
        return (int) wholeNumber(least, Integer.MAX_VALUE);
    }

    /** A number, maybe with a fraction; may be in quotes. */
    public double real() {
        double value = number("a number").doubleValue();
        if (Double.isInfinite(value)) {
            throw wrong("is " + content + ", which is too large");
        }
        return value;
    }

    /** True or false, which are also yes and no, on and off; may be in quotes. */
    public boolean flag() {
        Scalar scalar = scalar("true or false").unquoted();
        if (scalar.kind() != Scalar.Kind.FLAG) {
            throw wrong("is " + scalar + " and must be true or false");
        }
        return scalar.flag();
    }

    /** A duration with its unit, as in {@code 60s}. */
    public Duration duration() {
        Scalar scalar = scalar("a duration");
        try {
            return new DurationText().convert(scalar.text());
        } catch (TypeConversionException e) {
            throw wrong("cannot be used: " + e.getMessage());
        }
    }

    /** A text that is one of some. */
    public String oneOf(Collection<String> names) {
        String text = text();
        if (!names.contains(text)) {
            throw wrong("is '" + text + "'; the nearest is '" + Suggestions.nearest(text, names) + "', and there are "
                    + String.join(", ", names));
        }
        return text;
    }

    /** The values of a list. */
    public List<YamlValue> list() {
        taken = true;
        if (content instanceof List<?> list) {
            return list.stream().map(YamlValue.class::cast).toList();
        }
        throw wrong("is " + found() + " and must be a list");
    }

    /** A map, whose keys are then asked for one by one. */
    public YamlMap map() {
        taken = true;
        if (content instanceof YamlMap map) {
            return map;
        }
        throw wrong("is " + found() + " and must be a map of keys");
    }

    /**
     * What a maker makes of it.
     *
     * @throws YamlException if the maker refuses it; says why, and where the value stands
     */
    public <T> T made(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (YamlException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw wrong("cannot be used: " + e.getMessage());
        }
    }

    /** Whether it is true or false. */
    public boolean isFlag() {
        return content instanceof Scalar scalar && scalar.unquoted().kind() == Scalar.Kind.FLAG;
    }

    /** Whether it is a list. */
    public boolean isList() {
        return content instanceof List<?>;
    }

    /** Whether it is a map. */
    public boolean isMap() {
        return content instanceof YamlMap;
    }

    /** Whether nothing stands behind the key, or {@code null}. */
    public boolean isNothing() {
        return content instanceof Scalar scalar && scalar.kind() == Scalar.Kind.NOTHING;
    }

    /**
     * What to throw if the value is of the right type and still cannot be used.
     *
     * @param what goes on behind the path of the value, as in {@code must be more than 0}
     */
    public YamlException wrong(String what) {
        return new YamlException(origin, named() + " " + what);
    }

    /** Looks whether all that is in it was asked for. */
    void requireRead() {
        if (content instanceof YamlMap map) {
            map.requireAllRead();
        } else if (content instanceof List<?> list) {
            if (!taken && !list.isEmpty()) {
                throw wrong("is " + found() + ", which means nothing there");
            }
            list.forEach(each -> ((YamlValue) each).requireRead());
        }
    }

    void leaveToOthers() {
        taken = true;
        if (content instanceof YamlMap map) {
            map.leaveToOthers();
        } else if (content instanceof List<?> list) {
            list.forEach(each -> ((YamlValue) each).leaveToOthers());
        }
    }

    Origin origin() {
        return origin;
    }

    Object content() {
        return content;
    }

    private String named() {
        return path.isEmpty() ? "the document" : path;
    }

    private BigDecimal number(String expected) {
        Scalar scalar = scalar(expected).unquoted();
        return scalar.number().orElseThrow(() -> wrong("is " + scalar + " and must be " + expected));
    }

    private Scalar scalar(String expected) {
        taken = true;
        if (content instanceof Scalar scalar) {
            return scalar;
        }
        throw wrong("is " + found() + " and must be " + expected);
    }

    private String found() {
        if (content instanceof YamlMap) {
            return "a map";
        }
        return content instanceof List<?> ? "a list" : Objects.toString(content);
    }
}
