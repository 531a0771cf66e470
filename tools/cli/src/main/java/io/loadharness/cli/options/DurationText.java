// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The text form of durations on the command line: {@code 500ms}, {@code 1.5s}, {@code 10m}, {@code 1h}. */
public final class DurationText implements ITypeConverter<Duration> {

    private static final Pattern SYNTAX = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(us|ms|s|m|h)");
    private static final Duration MAX = Duration.ofDays(365);

    private static long nanos(String unit) {
        return switch (unit) {
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> throw new IllegalArgumentException("unknown unit '" + unit + "'");
        };
    }

    @Override
    public Duration convert(String text) {
        Matcher parts = SYNTAX.matcher(text);
        if (!parts.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a duration: write a number and its unit, for example "
                            + (text.matches("\\d{1,9}") ? text + "s" : "60s, 500ms or 10m"));
        }
        BigDecimal nanos = new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(nanos(parts.group(2))));
        BigDecimal seconds = nanos.movePointLeft(9);
        if (seconds.compareTo(BigDecimal.valueOf(MAX.toSeconds())) > 0) {
            throw new TypeConversionException("'" + text + "' is longer than the maximum of one year");
        }
        return Duration.ofNanos(nanos.longValue());
    }
}
