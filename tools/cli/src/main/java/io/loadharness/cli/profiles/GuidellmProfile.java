// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiles;

import io.loadharness.benchmark.PromptSource;
import io.loadharness.benchmark.StagePlan;
import io.loadharness.benchmark.StagedLoad;
import io.loadharness.cli.inferenceperf.ApiPart;
import io.loadharness.cli.inferenceperf.InferencePerfProfile;
import io.loadharness.cli.inferenceperf.LoadKeys;
import io.loadharness.cli.inferenceperf.ProfilePrompts;
import io.loadharness.cli.inferenceperf.ServerPart;
import io.loadharness.cli.yaml.Yaml;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.internal.ProgramName;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Concurrency;
import io.loadharness.schedule.LoadPattern;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.Sweep;
import io.loadharness.workload.LengthDistribution;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Translates the arguments of {@code guidellm benchmark} to an {@link InferencePerfProfile}. */
final class GuidellmProfile {

    private static final int DEFAULT_SEED = 42;
    private static final int DEFAULT_SAMPLES = 1000;
    private static final int DEFAULT_STRATEGIES = 10;
    private static final int PROBE_REQUESTS = 2000;

    private static final Map<String, String> REJECTED = Map.of(
            "spec", "write the arguments of guidellm benchmark, for example target, profile, rate and data",
            "backend_args", "use the options of " + ProgramName.NAME + " run, for example --header",
            "backend_kwargs", "use the options of " + ProgramName.NAME + " run, for example --header",
            "data_args", "only synthetic data is supported",
            "rampup", "the rate of a stage is constant",
            "rampup_duration", "the rate of a stage is constant",
            "warmup_percent", "use --warm-up for a number of requests that are not measured",
            "warmup", "use --warm-up for a number of requests that are not measured",
            "cooldown_percent", "all requests of a stage are measured",
            "cooldown", "all requests of a stage are measured");

    private final ToolArguments arguments;
    private final OptionalInt maxRequests;
    private final OptionalDouble maxSeconds;
    private final long seed;

    private GuidellmProfile(ToolArguments arguments) {
        this.arguments = arguments;
        maxRequests = arguments
                .find("max_requests")
                .map(each -> OptionalInt.of(each.wholeNumber(1)))
                .orElseGet(OptionalInt::empty);
        maxSeconds = arguments
                .find("max_seconds")
                .map(each -> OptionalDouble.of(seconds(each)))
                .orElseGet(OptionalDouble::empty);
        seed = arguments.count("random_seed", 0, DEFAULT_SEED);
    }

    static InferencePerfProfile of(YamlMap document, List<String> warnings) {
        ToolArguments arguments = new ToolArguments(document, warnings);
        arguments.reject(REJECTED);
        arguments.ignore(
                "the output folder and its reports are those of LoadHarness",
                "output_path",
                "output_dir",
                "outputs",
                "output_extras",
                "output_sampling",
                "sample_requests");
        arguments.ignore(
                "the display of LoadHarness is used",
                "disable_progress",
                "disable_console",
                "disable_console_outputs",
                "display_scheduler_stats");
        arguments.ignore(
                "failed requests never end a run, but a run with failed requests is not valid",
                "max_errors",
                "max_error_rate",
                "max_global_error_rate");
        arguments.ignore("prompts are sent in the order of the data set", "data_sampler", "data_request_formatter");
        arguments.ignore("the tokenizer has no arguments", "processor_args");
        return new GuidellmProfile(arguments).profile(warnings);
    }

    private InferencePerfProfile profile(List<String> warnings) {
        arguments.first("backend", "backend_type").ifPresent(each -> each.oneOf(List.of("openai_http")));
        boolean isChat = arguments
                .find("request_type")
                .map(each -> each.oneOf(List.of("chat_completions", "text_completions")))
                .map("chat_completions"::equals)
                .orElse(true);
        ServerPart server = new ServerPart(
                arguments.find("target").map(YamlValue::text),
                arguments.find("model").map(YamlValue::text),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                true);
        LoadKeys load = new LoadKeys(load(), Optional.empty());
        ProfilePrompts prompts = prompts(required("data"));
        Optional<String> tokenizer = arguments.find("processor").map(YamlValue::text);
        arguments.requireAllRead();
        return new InferencePerfProfile(
                new ApiPart(isChat, true, List.of()),
                server,
                prompts,
                load,
                tokenizer,
                Optional.empty(),
                Optional.empty(),
                List.copyOf(warnings));
    }

    private YamlValue required(String name) {
        return arguments.find(name).orElseThrow(() -> arguments.document().error("needs the key '" + name + "'"));
    }

    private StagedLoad load() {
        YamlValue type = arguments
                .first("profile", "rate_type")
                .orElseThrow(() -> arguments.document().error("needs the key 'profile', formerly 'rate-type'"));
        String profile =
                type.oneOf(List.of("synchronous", "concurrent", "throughput", "constant", "async", "poisson", "sweep"));
        if (profile.equals("sweep")) {
            return sweep();
        }
        List<YamlValue> rates = arguments
                .find("rate")
                .map(each -> each.isList() ? each.list() : List.of(each))
                .orElse(List.of());
        if (maxRequests.isEmpty() && maxSeconds.isEmpty()) {
            throw arguments.document().error("needs the key 'max_seconds' or 'max_requests', which ends a stage");
        }
        boolean isOpen = !List.of("synchronous", "concurrent", "throughput").contains(profile);
        List<StagePlan> stages;
        if (profile.equals("synchronous")) {
            stages = List.of(concurrent(1));
        } else if (profile.equals("throughput") && rates.isEmpty()) {
            stages = List.of(
                    concurrent(
                            maxRequests.orElseThrow(
                                    () -> type.error(
                                            "needs rate (the number of requests in flight), or max_requests (all of them are then in flight)"))));
        } else if (rates.isEmpty()) {
            throw type.error("needs the key 'rate'");
        } else {
            stages = rates.stream()
                    .map(each -> isOpen ? open(each, profile) : concurrent(each.wholeNumber(1)))
                    .toList();
        }
        String openKind = profile.equals("poisson") ? "poisson" : "constant";
        String kind = isOpen ? openKind : StagedLoad.CONCURRENT;
        return new StagedLoad(kind, stages, Duration.ZERO, Optional.empty(), 0, seed);
    }

    private StagedLoad sweep() {
        YamlValue value = required("max_seconds");
        Sweep.Builder sweep = Sweep.builder().probeSamples(maxRequests.orElse(PROBE_REQUESTS));
        int strategies = arguments.count("rate", 3, DEFAULT_STRATEGIES);
        sweep.stages(strategies);
        value.convert(() -> sweep.stageLength(length(maxSeconds.getAsDouble())));
        arguments.warn("profile: the sweep has " + strategies
                + " Poisson stages up to the rate of saturation; in guidellm, two of these stages measure the lowest"
                + " and the highest throughput");
        return new StagedLoad(
                "poisson",
                List.of(),
                Duration.ZERO,
                Optional.of(sweep.build()),
                maxRequests.orElse(PROBE_REQUESTS),
                seed);
    }

    private StagePlan open(YamlValue value, String profile) {
        double rate = value.real();
        Arrivals arrivals =
                value.convert(() -> profile.equals("poisson") ? Arrivals.poisson(rate) : Arrivals.constant(rate));
        double requests = Math.min(
                maxSeconds.isPresent() ? Math.ceil(rate * maxSeconds.getAsDouble()) : Double.POSITIVE_INFINITY,
                maxRequests.isPresent() ? maxRequests.getAsInt() : Double.POSITIVE_INFINITY);
        return new StagePlan(rate, value.convert(() -> schedule(arrivals)), (long) requests, false);
    }

    private StagePlan concurrent(int streams) {
        Concurrency concurrency = Concurrency.of(streams);
        // without a number of requests, prompts are repeated if the data has too few of them
        return new StagePlan(streams, schedule(concurrency), maxRequests.orElse(DEFAULT_SAMPLES), false);
    }

    private Schedule schedule(LoadPattern traffic) {
        if (maxSeconds.isEmpty()) {
            return traffic.samples(maxRequests.getAsInt());
        }
        Duration length = length(maxSeconds.getAsDouble());
        return maxRequests.isPresent() ? traffic.upTo(maxRequests.getAsInt(), length) : traffic.during(length);
    }

    private ProfilePrompts prompts(YamlValue value) {
        ToolArguments data = new ToolArguments(data(value), List.of());
        data.reject(Map.of(
                "turns", "conversations cannot be run from profiles",
                "source", "synthetic prompts use built-in words",
                "prefix_buckets", "write prefix_tokens and prefix_count",
                "path", "give data sets with --dataset-path, without a profile"));
        LengthDistribution input = lengths(value, data, "prompt_tokens");
        LengthDistribution output = lengths(value, data, "output_tokens");
        int samples = data.count("samples", 1, DEFAULT_SAMPLES);
        int prefix = data.count("prefix_tokens", 0, 0);
        int prefixes = data.count("prefix_count", 1, 1);
        data.requireAllRead();
        PromptSource source = PromptSource.synthetic(
                "synthetic", false, requests -> samples, new PrefixedPrompts(prefix, prefixes, input, output, seed));
        return new ProfilePrompts(source, false, Optional.empty());
    }

    /** Returns the data as a map. The command line of guidellm also accepts {@code prompt_tokens=256,output_tokens=128} and JSON. */
    private static YamlMap data(YamlValue value) {
        if (value.isMap()) {
            return value.map();
        }
        if (value.isList()) {
            throw value.error("must be one map of synthetic data: got a list");
        }
        String text = value.text().strip();
        if (!text.startsWith("{") && !text.contains("=")) {
            throw value.error("must be synthetic data, for example prompt_tokens=256,output_tokens=128: got '" + text
                    + "'; give data sets with --dataset-path, without a profile");
        }
        return Yaml.parse(
                value.path(),
                text.startsWith("{") ? text : text.replace("=", ": ").replaceAll("\\s*,\\s*", "\n"));
    }

    private static LengthDistribution lengths(YamlValue origin, ToolArguments data, String name) {
        YamlValue value = data.find(name).orElseThrow(() -> origin.error("needs the key '" + name + "'"));
        int mean = value.wholeNumber(1);
        Optional<Double> deviation = data.find(name + "_stdev").map(YamlValue::real);
        Optional<Integer> min = data.find(name + "_min").map(each -> each.wholeNumber(1));
        Optional<Integer> max = data.find(name + "_max").map(each -> each.wholeNumber(1));
        return origin.convert(() -> {
            if (deviation.isPresent()) {
                double spread = deviation.get();
                int from = min.orElse((int) Math.max(1, mean - 5 * spread));
                int to = max.orElse((int) Math.max(mean, mean + 5 * spread));
                return LengthDistribution.normal(mean, spread, from, to);
            }
            return min.isPresent() || max.isPresent()
                    ? LengthDistribution.uniform(min.orElse(mean), max.orElse(mean))
                    : LengthDistribution.fixed(mean);
        });
    }

    private static double seconds(YamlValue value) {
        double seconds = value.real();
        if (!(seconds > 0 && seconds <= 31_536_000)) {
            throw value.error("must be more than 0 s and at most 31536000 s: got " + value.plainText());
        }
        return seconds;
    }

    private static Duration length(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
