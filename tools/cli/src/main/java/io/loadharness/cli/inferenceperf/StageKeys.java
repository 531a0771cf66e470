// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.benchmark.StagePlan;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Concurrency;
import java.time.Duration;
import java.util.List;

/** Reads a stage. The type of load determines the keys of the stage. */
final class StageKeys {

    private static final List<String> ARRIVAL_KEYS = List.of("rate", "duration");
    private static final List<String> CONCURRENCY_KEYS = List.of("num_requests", "concurrency_level");
    private static final int MAX_SECONDS = 31_536_000;

    private StageKeys() {}

    /** Returns a stage with a rate and a duration. */
    static StagePlan arrivals(YamlValue stage, String type) {
        YamlMap keys = keys(stage);
        reject(keys, CONCURRENCY_KEYS, type, ARRIVAL_KEYS);
        YamlValue rateValue = keys.require("rate");
        double rate = rateValue.real();
        Duration length = Duration.ofSeconds(keys.require("duration").wholeNumber(1, MAX_SECONDS));
        Arrivals arrivals =
                rateValue.convert(() -> type.equals("poisson") ? Arrivals.poisson(rate) : Arrivals.constant(rate));
        return new StagePlan(rate, arrivals.during(length), (long) Math.ceil(rate * length.toSeconds()), false);
    }

    /** Returns a stage with a number of requests and a concurrency. */
    static StagePlan concurrent(YamlValue stage) {
        YamlMap keys = keys(stage);
        reject(keys, ARRIVAL_KEYS, LoadKeys.CONCURRENT, CONCURRENCY_KEYS);
        YamlValue level = keys.require("concurrency_level");
        YamlValue count = keys.require("num_requests");
        int atATime = level.wholeNumber(1);
        int requests = count.wholeNumber(1);
        Concurrency concurrency = level.convert(() -> Concurrency.of(atATime));
        return new StagePlan(atATime, count.convert(() -> concurrency.samples(requests)), requests, false);
    }

    private static YamlMap keys(YamlValue stage) {
        return stage.map().allowOnly("rate", "duration", "num_requests", "concurrency_level");
    }

    private static void reject(YamlMap keys, List<String> others, String type, List<String> allowed) {
        others.forEach(key -> keys.find(key).ifPresent(value -> {
            throw value.error(
                    "does not apply to 'load.type: " + type + "', whose stages have " + String.join(" and ", allowed));
        }));
    }
}
