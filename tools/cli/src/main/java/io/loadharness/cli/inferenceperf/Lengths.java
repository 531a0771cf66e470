// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.workload.LengthDistribution;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Lengths in the syntax of inference-perf: a number, or a distribution with parameters.
 *
 * @param tokens the distribution of the number of tokens
 * @param totalCount the number of prompts; empty if it is not set
 */
record Lengths(LengthDistribution tokens, OptionalInt totalCount) {

    private static final int MIN = 10;
    private static final int MAX = 1024;
    private static final double MEAN = 512;
    private static final double DEVIATION = 200;

    /** The parameters that each distribution ignores. */
    private static final Map<String, List<String>> UNUSED = Map.of(
            "normal", List.of("skew"),
            "lognormal", List.of("skew"),
            "skew_normal", List.of(),
            "poisson", List.of("std_dev", "std", "variance", "skew"),
            "uniform", List.of("mean", "std_dev", "std", "variance", "skew"),
            "fixed", List.of("min", "max", "std_dev", "std", "variance", "skew"));

    /**
     * Reads lengths.
     *
     * @param warnings receives a sentence for each ignored parameter
     */
    static Lengths of(YamlValue value, List<String> warnings) {
        if (!value.isMap()) {
            return new Lengths(
                    value.convert(() -> LengthDistribution.fixed(value.wholeNumber(0))), OptionalInt.empty());
        }
        YamlMap map = keys(value);
        String type = map.find("type")
                .map(each -> each.oneOf(new TreeSet<>(UNUSED.keySet())))
                .orElse("normal");
        UNUSED.getOrDefault(type, List.of()).forEach(key -> map.find(key)
                .ifPresent(unused -> warnings.add(unused.path() + ": is ignored with type " + type)));
        int min = map.find("min").map(each -> each.wholeNumber(0)).orElse(MIN);
        int max = map.find("max").map(each -> each.wholeNumber(0)).orElse(MAX);
        double mean = map.find("mean").map(YamlValue::real).orElse(MEAN);
        double deviation = deviation(map);
        double skew = map.find("skew").map(YamlValue::real).orElse(0.0);
        LengthDistribution tokens = place(value, map).convert(() -> switch (type) {
            case "skew_normal" -> LengthDistribution.skewNormal(mean, deviation, skew, min, max);
            case "lognormal" -> LengthDistribution.lognormal(mean, deviation, min, max);
            case "uniform" -> LengthDistribution.uniform(min, max);
            case "poisson" -> LengthDistribution.poisson(mean, min, max);
            case "fixed" -> LengthDistribution.fixed((int) Math.rint(mean));
            default -> LengthDistribution.normal(mean, deviation, min, max);
        });
        Optional<Integer> count = map.find("total_count").map(each -> each.wholeNumber(1));
        return new Lengths(tokens, count.map(OptionalInt::of).orElseGet(OptionalInt::empty));
    }

    /**
     * Reads only the minimum and the maximum. They select recorded conversations by their lengths.
     *
     * @param warnings receives a sentence for each ignored parameter
     */
    static LengthDistribution bounds(YamlValue value, List<String> warnings) {
        YamlMap map = keys(value);
        for (String key : List.of("type", "mean", "std_dev", "std", "variance", "skew", "total_count")) {
            map.find(key).ifPresent(unused -> {
                unused.plainText();
                warnings.add(unused.path()
                        + ": is ignored with 'data.type: shareGPT', which uses only min and max to select"
                        + " conversations");
            });
        }
        int min = map.find("min").map(each -> each.wholeNumber(0)).orElse(MIN);
        int max = map.find("max").map(each -> each.wholeNumber(0)).orElse(MAX);
        return place(value, map).convert(() -> LengthDistribution.uniform(min, max));
    }

    /** Returns the value that error messages name: the parameter that an override sets, or the distribution if there is no override. */
    private static YamlValue place(YamlValue distribution, YamlMap map) {
        return Stream.of("min", "max", "mean")
                .flatMap(key -> map.find(key).stream())
                .filter(each -> each.line() == 0)
                .findFirst()
                .orElse(distribution);
    }

    private static YamlMap keys(YamlValue value) {
        return value.map()
                .allowOnly("type", "min", "max", "mean", "std_dev", "std", "variance", "skew", "total_count")
                .requireValues();
    }

    /** Checks that all lengths are at least 1, and returns this object. */
    Lengths requireAtLeastOne(YamlValue origin) {
        if (tokens.min() < 1) {
            throw origin.error("must be at least 1, but can be " + tokens.min() + ": " + tokens);
        }
        return this;
    }

    private static double deviation(YamlMap map) {
        List<YamlValue> given = List.of("std_dev", "std", "variance").stream()
                .flatMap(key -> map.find(key).stream())
                .toList();
        if (given.size() > 1) {
            throw given.get(1).error("sets the same value as " + given.get(0).path() + ": leave one of them out");
        }
        given.stream().filter(each -> each.real() < 0).findFirst().ifPresent(each -> {
            throw each.error("must not be negative: got "
                    + BigDecimal.valueOf(each.real()).stripTrailingZeros().toPlainString());
        });
        return map.find("variance")
                .map(each -> Math.sqrt(each.real()))
                .orElseGet(() -> given.isEmpty() ? DEVIATION : given.get(0).real());
    }
}
