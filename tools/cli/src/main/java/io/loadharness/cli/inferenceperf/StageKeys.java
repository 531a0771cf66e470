// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.benchmark.StagePlan;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Concurrency;
import java.time.Duration;
import java.util.List;

/** Reads a stage, by the keys that its type of load has. */
final class StageKeys {

    private static final List<String> OF_ARRIVALS = List.of("rate", "duration");
    private static final List<String> OF_CONCURRENCY = List.of("num_requests", "concurrency_level");
    private static final int MOST_SECONDS = 31_536_000;

    private StageKeys() {}

    /** So many requests a second for so many seconds. */
    static StagePlan arrivals(YamlValue stage, String type) {
        YamlMap keys = keys(stage);
        refuse(keys, OF_CONCURRENCY, type, OF_ARRIVALS);
        YamlValue rateValue = keys.require("rate");
        double rate = rateValue.real();
        Duration length = Duration.ofSeconds(keys.require("duration").wholeNumber(1, MOST_SECONDS));
        Arrivals arrivals =
                rateValue.made(() -> type.equals("poisson") ? Arrivals.poisson(rate) : Arrivals.constant(rate));
        return new StagePlan(rate, arrivals.during(length), (long) Math.ceil(rate * length.toSeconds()), false);
    }

    /** So many requests, so many at a time. */
    static StagePlan concurrent(YamlValue stage) {
        YamlMap keys = keys(stage);
        refuse(keys, OF_ARRIVALS, LoadKeys.CONCURRENT, OF_CONCURRENCY);
        YamlValue level = keys.require("concurrency_level");
        YamlValue count = keys.require("num_requests");
        int atATime = level.wholeNumber(1);
        int requests = count.wholeNumber(1);
        Concurrency concurrency = level.made(() -> Concurrency.of(atATime));
        return new StagePlan(atATime, count.made(() -> concurrency.samples(requests)), requests, false);
    }

    private static YamlMap keys(YamlValue stage) {
        return stage.map().only("rate", "duration", "num_requests", "concurrency_level");
    }

    private static void refuse(YamlMap keys, List<String> others, String type, List<String> own) {
        others.forEach(key -> keys.find(key).ifPresent(value -> {
            throw value.wrong(
                    "has no meaning with load.type " + type + ", whose stages have " + String.join(" and ", own));
        }));
    }
}
