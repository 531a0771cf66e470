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
 * A value with its location. The caller requests a type by calling a method such as {@link #text}. If the value has another type, the
 * method throws a {@link YamlException} with the found and the expected type. Not thread-safe.
 */
public final class YamlValue {

    private final SourceLocation location;
    private final String path;
    private final Object content;
    private boolean isRead;

    /**
     * Creates a value.
     *
     * @param content a scalar, a list of values, or a map
     */
    YamlValue(SourceLocation location, String path, Object content) {
        this.location = location;
        this.path = path;
        this.content = content;
    }

    /** Returns the keys from the top of the document to this value, separated by dots: {@code load.stages.0.rate}. */
    public String path() {
        return path;
    }

    /** Returns the line in the document; 0 if there are no lines. */
    public int line() {
        return location.line();
    }

    /** Returns the text of a scalar of any type, without quotes. */
    public String plainText() {
        return scalar("a single value").text();
    }

    /** Returns a string. Strings that look like numbers or booleans must be in quotes. */
    public String text() {
        Scalar scalar = scalar("text");
        if (scalar.kind() != Scalar.Kind.TEXT) {
            throw error("must be text: got " + scalar + "; put it in quotes");
        }
        return scalar.text();
    }

    /** Returns a string. Error messages of this method do not contain the value, because it is secret. */
    public String secret() {
        if (content instanceof Scalar scalar && scalar.kind() == Scalar.Kind.TEXT) {
            return scalar.text();
        }
        throw error("must be text: put it in quotes");
    }

    /** Returns the path of a file or folder. */
    public Path file() {
        String text = text();
        return convert(() -> Path.of(text));
    }

    /** Returns an integer. The value may be in quotes or end with {@code .0}. */
    public long wholeNumber(long min, long max) {
        String expected = "a whole number";
        BigDecimal number = number(expected);
        try {
            long value = number.longValueExact();
            if (value >= min && value <= max) {
                return value;
            }
        } catch (ArithmeticException e) {
            if (number.stripTrailingZeros().scale() > 0) {
                throw error("must be " + expected + ": got " + content);
            }
        }
        throw error("must be at least " + min + ", at most " + max + ": got " + content);
    }

    /** Returns an integer in the range of {@code int}. */
    public int wholeNumber(int min) {
        return (int) wholeNumber(min, Integer.MAX_VALUE);
    }

    /** Returns a number. The value may have a fraction and may be in quotes. */
    public double real() {
        double value = number("a number").doubleValue();
        if (Double.isInfinite(value)) {
            throw error("is " + content + ", which is too large");
        }
        return value;
    }

    /** Returns a boolean, written as true or false, yes or no, on or off. The value may be in quotes. */
    public boolean flag() {
        Scalar scalar = scalar("true or false").unquoted();
        if (scalar.kind() != Scalar.Kind.FLAG) {
            throw error("must be true or false: got " + scalar);
        }
        return scalar.flag();
    }

    /** Returns a duration with a unit, for example {@code 60s}. */
    public Duration duration() {
        Scalar scalar = scalar("a duration");
        try {
            return new DurationText().convert(scalar.text());
        } catch (TypeConversionException e) {
            throw error("cannot be used: " + e.getMessage());
        }
    }

    /** Returns a string that must be one of several names. */
    public String oneOf(Collection<String> names) {
        String text = text();
        if (!names.contains(text)) {
            throw error("is '" + text + "'" + Suggestions.hintAndNames(text, names));
        }
        return text;
    }

    /** Returns the values of a list. */
    public List<YamlValue> list() {
        isRead = true;
        if (content instanceof List<?> list) {
            return list.stream().map(YamlValue.class::cast).toList();
        }
        throw error("must be a list: got " + found());
    }

    /** Returns a map, whose keys the caller must read. */
    public YamlMap map() {
        isRead = true;
        if (content instanceof YamlMap map) {
            return map;
        }
        throw error("must be a map of keys: got " + found());
    }

    /**
     * Returns the result of a conversion of this value.
     *
     * @throws YamlException if the conversion throws {@code IllegalArgumentException}; the message gives the location and the reason
     */
    public <T> T convert(Supplier<T> conversion) {
        try {
            return conversion.get();
        } catch (YamlException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw error("cannot be used: " + e.getMessage());
        }
    }

    /** Returns true if this is a boolean. */
    public boolean isFlag() {
        return content instanceof Scalar scalar && scalar.unquoted().kind() == Scalar.Kind.FLAG;
    }

    /** Returns true if this is a list. */
    public boolean isList() {
        return content instanceof List<?>;
    }

    /** Returns true if this is a map. */
    public boolean isMap() {
        return content instanceof YamlMap;
    }

    /** Returns true if the value is empty or {@code null}. */
    public boolean isNull() {
        return content instanceof Scalar scalar && scalar.kind() == Scalar.Kind.NULL;
    }

    /**
     * Returns an exception for a value of the right type that cannot be used.
     *
     * @param message the text after the path of the value, for example {@code must be more than 0}
     */
    public YamlException error(String message) {
        return new YamlException(location, named() + " " + message);
    }

    /** Checks that all content was read. */
    void requireRead() {
        if (content instanceof YamlMap map) {
            map.requireAllRead();
        } else if (content instanceof List<?> list) {
            if (!isRead && !list.isEmpty()) {
                throw error("must not be a list");
            }
            list.forEach(each -> ((YamlValue) each).requireRead());
        }
    }

    /** Marks this value and its content as read, for values that have no effect. */
    public void ignore() {
        markRead();
    }

    void markRead() {
        isRead = true;
        if (content instanceof YamlMap map) {
            map.markRead();
        } else if (content instanceof List<?> list) {
            list.forEach(each -> ((YamlValue) each).markRead());
        }
    }

    SourceLocation location() {
        return location;
    }

    Object content() {
        return content;
    }

    private String named() {
        return path.isEmpty() ? "the document" : path;
    }

    private BigDecimal number(String expected) {
        Scalar scalar = scalar(expected).unquoted();
        return scalar.number().orElseThrow(() -> error("must be " + expected + ": got " + scalar));
    }

    private Scalar scalar(String expected) {
        isRead = true;
        if (content instanceof Scalar scalar) {
            return scalar;
        }
        throw error("must be " + expected + ": got " + found());
    }

    private String found() {
        if (content instanceof YamlMap) {
            return "a map";
        }
        return content instanceof List<?> ? "a list" : Objects.toString(content);
    }
}
