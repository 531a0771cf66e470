package io.loadharness.cli.inferenceperf;

import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.schedule.Sweep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * When a profile has requests sent: in stages, or in a sweep.
 *
 * @param type as the profile calls it
 * @param stages one after the other; none if there is a sweep
 * @param interval between the end of one and the begin of the next
 * @param sweep if the rates are to be found
 * @param probeRequests how many requests the probe of the sweep sends
 * @param requestTimeout how long a request may take, if that is said
 * @param seed of moments and prompts
 */
public record LoadPart(
        String type,
        List<StagePlan> stages,
        Duration interval,
        Optional<Sweep> sweep,
        long probeRequests,
        Optional<Duration> requestTimeout,
        long seed) {

    /** What this calls a load that keeps a number of requests going. */
    public static final String CONCURRENT = "concurrent";

    private static final String TRACE = "trace_replay";
    private static final double USUAL_INTERVAL = 1;

    static LoadPart of(YamlMap load, Optional<TraceFile> prompts, List<String> remarks) {
        load.only("type", "stages", "interval", "sweep", "trace", "request_timeout", "base_seed");
        String type = load.find("type")
                .map(each -> ProfileKeys.choice(each, "constant", "poisson", TRACE, CONCURRENT))
                .orElse("constant");
        Optional<SweepKeys> sweep = load.find("sweep").map(SweepKeys::of);
        Optional<YamlValue> stages = load.find("stages")
                .filter(each -> !each.isList() || !each.list().isEmpty());
        Optional<YamlValue> trace = load.find("trace");
        if (sweep.isPresent() || type.equals(TRACE)) {
            String reason = sweep.isPresent() ? "beside load.sweep, which finds the rates" : "with load.type " + TRACE;
            stages.ifPresent(each -> {
                throw each.wrong("has no meaning " + reason + ": leave it out");
            });
        }
        if (!type.equals(TRACE)) {
            trace.ifPresent(each -> {
                throw each.wrong("has no meaning with load.type " + type + ", only with " + TRACE);
            });
        }
        if (sweep.isPresent() && (type.equals(TRACE) || type.equals(CONCURRENT))) {
            throw load.require("type").wrong("has no meaning beside load.sweep: take constant or poisson");
        }
        if (sweep.isPresent() && type.equals("constant")) {
            remarks.add("load.type: the stages of a sweep are Poisson arrivals");
        }
        return new LoadPart(
                type,
                sweep.isPresent() ? List.of() : plans(load, type, prompts),
                load.find("interval").map(LoadPart::pause).orElse(seconds(USUAL_INTERVAL)),
                sweep.map(SweepKeys::sweep),
                sweep.map(SweepKeys::requests).orElse(0),
                load.find("request_timeout").map(LoadPart::time),
                seed(load));
    }

    static long seed(YamlMap load) {
        return load.find("base_seed")
                .map(each -> each.wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE))
                .orElse(0L);
    }

    /** About how many requests all stages send, or the probe of the sweep. */
    public long requests() {
        return probeRequests + stages.stream().mapToLong(StagePlan::requests).sum();
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
            throw stages.wrong("is empty, so nothing would be sent");
        }
        return plans;
    }

    private static Duration pause(YamlValue value) {
        double seconds = value.real();
        if (!(seconds >= 0 && seconds <= 1e6)) {
            throw value.wrong("is " + seconds + " s and must be at least 0, at most 1000000");
        }
        return seconds(seconds);
    }

    private static Duration time(YamlValue value) {
        Duration time = pause(value);
        if (time.isZero()) {
            throw value.wrong("must be more than 0 s");
        }
        return time;
    }

    private static Duration seconds(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
