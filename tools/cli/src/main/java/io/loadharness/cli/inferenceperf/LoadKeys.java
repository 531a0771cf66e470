// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.benchmark.StagePlan;
import io.loadharness.benchmark.StagedLoad;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The load of a profile.
 *
 * @param load stages or a sweep
 * @param requestTimeout the maximum time of a request; empty if the profile does not set it
 */
public record LoadKeys(StagedLoad load, Optional<Duration> requestTimeout) {

    static final String CONCURRENT = StagedLoad.CONCURRENT;
    private static final String TRACE = "trace_replay";
    private static final double DEFAULT_INTERVAL = 1;

    static LoadKeys of(YamlMap load, Optional<TraceFile> prompts, List<String> warnings) {
        load.allowOnly("type", "stages", "interval", "sweep", "trace", "request_timeout", "base_seed");
        String type = load.find("type")
                .map(each -> ProfileKeys.choice(each, "constant", "poisson", TRACE, CONCURRENT))
                .orElse("constant");
        Optional<SweepKeys> sweep = load.find("sweep").map(SweepKeys::of);
        Optional<YamlValue> stages = load.find("stages")
                .filter(each -> !each.isList() || !each.list().isEmpty());
        Optional<YamlValue> trace = load.find("trace");
        if (sweep.isPresent() || type.equals(TRACE)) {
            String reason = sweep.isPresent()
                    ? "together with load.sweep, which finds the rates"
                    : "to 'load.type: " + TRACE + "'";
            stages.ifPresent(each -> {
                throw each.error("does not apply " + reason + ": remove load.stages");
            });
        }
        if (!type.equals(TRACE)) {
            trace.ifPresent(each -> {
                throw each.error("does not apply to 'load.type: " + type + "', only to '" + TRACE + "'");
            });
        }
        if (sweep.isPresent() && (type.equals(TRACE) || type.equals(CONCURRENT))) {
            throw load.require("type").error("does not apply together with load.sweep: use constant or poisson");
        }
        if (sweep.isPresent() && type.equals("constant")) {
            warnings.add("load.type: constant is ignored, because a sweep always uses Poisson arrivals");
        }
        return new LoadKeys(
                new StagedLoad(
                        type,
                        sweep.isPresent() ? List.of() : plans(load, type, prompts),
                        load.find("interval").map(LoadKeys::pause).orElse(seconds(DEFAULT_INTERVAL)),
                        sweep.map(SweepKeys::sweep),
                        sweep.map(SweepKeys::requests).orElse(0),
                        seed(load)),
                load.find("request_timeout").map(LoadKeys::time));
    }

    static long seed(YamlMap load) {
        return load.find("base_seed")
                .map(each -> each.wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE))
                .orElse(0L);
    }

    private static List<StagePlan> plans(YamlMap load, String type, Optional<TraceFile> prompts) {
        if (type.equals(TRACE)) {
            return List.of(TraceFile.of(load.require("trace")).stage(prompts));
        }
        YamlValue stages = load.require("stages");
        List<StagePlan> plans = stages.list().stream()
                .map(each -> type.equals(CONCURRENT) ? StageKeys.concurrent(each) : StageKeys.arrivals(each, type))
                .toList();
        if (plans.isEmpty()) {
            throw stages.error("must have at least one stage: got an empty list");
        }
        return plans;
    }

    private static Duration pause(YamlValue value) {
        double seconds = value.real();
        if (!(seconds >= 0 && seconds <= 1e6)) {
            throw value.error("must be at least 0, at most 1000000: got " + seconds + " s");
        }
        return seconds(seconds);
    }

    private static Duration time(YamlValue value) {
        Duration time = pause(value);
        if (time.isZero()) {
            throw value.error("must be more than 0 s");
        }
        return time;
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
