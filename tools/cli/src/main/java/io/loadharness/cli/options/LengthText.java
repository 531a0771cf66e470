// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import io.loadharness.internal.Suggestions;
import io.loadharness.workload.LengthDistribution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses lengths of prompts on the command line: {@code 512}, {@code uniform:min=10:max=100},
 * {@code normal:mean=512:std=100:min=10:max=1024}. Other distributions are {@code lognormal}, {@code poisson}, and {@code skew-normal}
 * with the additional field {@code skew}.
 */
public final class LengthText implements ITypeConverter<LengthDistribution> {

    private static final List<String> SHAPES =
            List.of("fixed", "uniform", "normal", "lognormal", "skew-normal", "poisson");

    @Override
    public LengthDistribution convert(String text) {
        try {
            if (text.matches("\\d{1,9}")) {
                return LengthDistribution.fixed(Integer.parseInt(text));
            }
            List<String> parts = List.of(text.split(":", -1));
            Fields fields = Fields.of(text, parts.subList(1, parts.size()));
            LengthDistribution distribution = distribution(parts.get(0), fields);
            fields.requireNoMore();
            return distribution;
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static LengthDistribution distribution(String shape, Fields fields) {
        return switch (shape) {
            case "fixed" -> LengthDistribution.fixed(fields.whole("mean"));
            case "uniform" -> LengthDistribution.uniform(fields.whole("min"), fields.whole("max"));
            case "normal" ->
                LengthDistribution.normal(
                        fields.number("mean"), fields.number("std"), fields.whole("min"), fields.whole("max"));
            case "lognormal" ->
                LengthDistribution.lognormal(
                        fields.number("mean"), fields.number("std"), fields.whole("min"), fields.whole("max"));
            case "skew-normal" ->
                LengthDistribution.skewNormal(
                        fields.number("mean"),
                        fields.number("std"),
                        fields.number("skew"),
                        fields.whole("min"),
                        fields.whole("max"));
            case "poisson" ->
                LengthDistribution.poisson(fields.number("mean"), fields.whole("min"), fields.whole("max"));
            default ->
                throw new IllegalArgumentException(
                        "unknown length distribution '" + shape + "'" + Suggestions.hintAndNames(shape, SHAPES));
        };
    }

    /** The fields after the name of the distribution. Each field is removed when it is read. */
    private record Fields(String text, Map<String, String> values) {

        static Fields of(String text, List<String> parts) {
            Map<String, String> values = new LinkedHashMap<>();
            for (String part : parts) {
                String[] field = part.split("=", 2);
                if (field.length < 2 || values.put(field[0], field[1]) != null) {
                    throw new IllegalArgumentException(
                            "'" + text + "' is not a length: write each field once, as NAME=VALUE, for example"
                                    + " normal:mean=512:std=100:min=10:max=1024");
                }
            }
            return new Fields(text, values);
        }

        int whole(String field) {
            String value = remove(field);
            if (!value.matches("\\d{1,9}")) {
                throw new IllegalArgumentException("'" + text + "' needs a whole number for " + field);
            }
            return Integer.parseInt(value);
        }

        double number(String field) {
            String value = remove(field);
            if (!value.matches("-?\\d{1,9}(\\.\\d{1,9})?")) {
                throw new IllegalArgumentException("'" + text + "' needs a number for " + field);
            }
            return Double.parseDouble(value);
        }

        private String remove(String field) {
            String value = values.remove(field);
            if (value == null) {
                throw new IllegalArgumentException("'" + text + "' needs " + field + ", for example " + field + "=100");
            }
            return value;
        }

        void requireNoMore() {
            if (!values.isEmpty()) {
                throw new IllegalArgumentException("'" + text + "' has the unknown field "
                        + values.keySet().iterator().next() + ": leave it out");
            }
        }
    }
}
