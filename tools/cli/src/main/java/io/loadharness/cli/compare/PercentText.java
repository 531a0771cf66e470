// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.compare;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a part of something, as in {@code 5%}. */
final class PercentText implements ITypeConverter<Double> {

    private static final Pattern PERCENT = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?) ?%");

    @Override
    public Double convert(String text) {
        Matcher matcher = PERCENT.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + text + "' is no percentage: write it as 5%");
        }
        return Double.parseDouble(matcher.group(1)) / 100;
    }
}
