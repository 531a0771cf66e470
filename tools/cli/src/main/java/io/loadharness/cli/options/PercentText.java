// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a percentage, for example {@code 5%}. */
public final class PercentText implements ITypeConverter<Double> {

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?) ?%");

    @Override
    public Double convert(String text) {
        Matcher matcher = PERCENT.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + text + "' is not a percentage: write for example 5%");
        }
        return Double.parseDouble(matcher.group(1)) / 100;
    }
}
