// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a time of the wall clock: an instant in UTC, or seconds since 1970. */
final class StartTime implements ITypeConverter<Instant> {

    private static final Pattern SECONDS = Pattern.compile("\\d{1,12}(\\.\\d{1,9})?");

    @Override
    public Instant convert(String text) {
        try {
            if (SECONDS.matcher(text).matches()) {
                BigDecimal seconds = new BigDecimal(text);
                BigDecimal whole = seconds.setScale(0, RoundingMode.FLOOR);
                return Instant.ofEpochSecond(
                        whole.longValueExact(),
                        seconds.subtract(whole).movePointRight(9).longValueExact());
            }
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + text + "' is not a time: give a time in UTC, for example"
                    + " 2026-05-04T12:00:00Z, or seconds since 1970");
        } catch (DateTimeException e) {
            throw new TypeConversionException("'" + text + "' is not a time: " + e.getMessage());
        }
    }
}
