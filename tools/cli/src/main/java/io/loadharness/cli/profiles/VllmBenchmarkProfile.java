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
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Concurrency;
import io.loadharness.workload.LengthDistribution;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Translates the arguments of {@code vllm bench serve}, formerly {@code benchmark_serving.py}, to an {@link InferencePerfProfile}. */
final class VllmBenchmarkProfile {

    private static final String INFINITE = "inf";

    private static final Map<String, String> REJECTED = Map.of(
            "ramp_up_strategy", "the rate of a run is constant; use --load=ramp without a profile",
            "goodput", "goodput limits cannot be set by a profile: use --require",
            "lora_modules", "do one run for each adapter, with its name in model",
            "sharegpt_output_len", "the recorded responses give the output lengths",
            "extra_body", "use --extra-body",
            "temperature", "use --temperature",
            "top_p", "use --top-p",
            "top_k", "use --top-k",
            "custom_output_len", "give data sets with --dataset-path, without a profile",
            "logprobs", "requests do not ask for log probabilities");

    private final ToolArguments arguments;
    private final int prompts;
    private final long seed;

    private VllmBenchmarkProfile(ToolArguments arguments) {
        this.arguments = arguments;
        prompts = arguments.count("num_prompts", 1, 1000);
        seed = arguments.count("seed", 0, 0);
    }

    static InferencePerfProfile of(YamlMap document, List<String> warnings) {
        ToolArguments arguments = new ToolArguments(document, warnings);
        arguments.reject(REJECTED);
        arguments.ignore(
                "the output folder and its reports are those of LoadHarness",
                "save_result",
                "save_detailed",
                "append_result",
                "result_dir",
                "result_filename",
                "metadata",
                "label");
        arguments.ignore("all percentiles are reported", "percentile_metrics", "metric_percentiles");
        arguments.ignore("the display of LoadHarness is used", "disable_tqdm");
        arguments.ignore("LoadHarness never runs code from a model", "trust_remote_code", "tokenizer_mode");
        arguments.ignore("use --server-profile", "profile");
        return new VllmBenchmarkProfile(arguments).profile(warnings);
    }

    private InferencePerfProfile profile(List<String> warnings) {
        arguments
                .find("executable")
                .ifPresent(each -> each.oneOf(List.of("benchmark_serving.py", "vllm bench serve", "vllm")));
        boolean isChat = arguments
                .first("backend", "endpoint_type")
                .map(each -> each.oneOf(List.of("vllm", "openai", "openai-chat")))
                .map("openai-chat"::equals)
                .orElse(false);
        arguments.find("endpoint").ifPresent(each -> {
            String path = isChat ? "/v1/chat/completions" : "/v1/completions";
            if (!each.text().equals(path)) {
                throw each.error("must be " + path + " for this backend: got '" + each.text() + "'");
            }
        });
        Optional<String> model = arguments.find("model").map(YamlValue::text);
        Optional<String> served = arguments.find("served_model_name").map(YamlValue::text);
        ServerPart server = new ServerPart(
                url(),
                served.or(() -> model),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                arguments.flag("ignore_eos"));
        LoadKeys load = new LoadKeys(load(), Optional.empty());
        ProfilePrompts source = source();
        Optional<String> tokenizer =
                arguments.find("tokenizer").map(YamlValue::text).or(() -> model);
        arguments.requireAllRead();
        return new InferencePerfProfile(
                new ApiPart(isChat, true, List.of()),
                server,
                source,
                load,
                tokenizer,
                Optional.empty(),
                Optional.empty(),
                List.copyOf(warnings));
    }

    private Optional<String> url() {
        Optional<YamlValue> url = arguments.find("base_url");
        Optional<YamlValue> host = arguments.find("host");
        Optional<YamlValue> port = arguments.find("port");
        if (url.isPresent() || (host.isEmpty() && port.isEmpty())) {
            return url.map(YamlValue::text);
        }
        return Optional.of("http://" + host.map(YamlValue::text).orElse("127.0.0.1") + ":"
                + port.map(each -> each.wholeNumber(1)).orElse(8000));
    }

    private StagedLoad load() {
        Optional<YamlValue> rate = arguments.find("request_rate").filter(each -> !isInfinite(each));
        Optional<YamlValue> concurrency = arguments.find("max_concurrency");
        Optional<YamlValue> burstiness = arguments.find("burstiness");
        if (rate.isEmpty()) {
            burstiness.ifPresent(each -> {
                throw each.error("needs request_rate");
            });
            int level = concurrency.map(each -> each.wholeNumber(1)).orElse(prompts);
            return stage(
                    StagedLoad.CONCURRENT,
                    new StagePlan(level, Concurrency.of(level).samples(prompts), prompts, false));
        }
        concurrency.ifPresent(each -> {
            throw each.error("is not supported together with request_rate: the requests in flight have no limit");
        });
        double perSecond = rate.get().real();
        double shape = burstiness.map(YamlValue::real).orElse(1.0);
        Arrivals arrivals = burstiness
                .or(() -> rate)
                .get()
                .convert(() -> shape == 1 ? Arrivals.poisson(perSecond) : Arrivals.gamma(perSecond, shape));
        return stage("poisson", new StagePlan(perSecond, arrivals.samples(prompts), prompts, false));
    }

    private StagedLoad stage(String type, StagePlan plan) {
        return new StagedLoad(type, List.of(plan), Duration.ZERO, Optional.empty(), 0, seed);
    }

    private static boolean isInfinite(YamlValue value) {
        return value.plainText().replace(".", "").equalsIgnoreCase(INFINITE);
    }

    private ProfilePrompts source() {
        Optional<YamlValue> name = arguments.find("dataset_name");
        String dataset =
                name.map(each -> each.oneOf(List.of("random", "sharegpt"))).orElse("random");
        Optional<YamlValue> path = arguments.find("dataset_path");
        if (dataset.equals("sharegpt")) {
            YamlValue file = path.orElseThrow(() -> name.get().error("needs the key 'dataset_path', a ShareGPT file"));
            return new ProfilePrompts(PromptSource.shareGpt(file.file()), false, Optional.empty());
        }
        path.ifPresent(each -> {
            throw each.error("does not apply to 'dataset_name: random'");
        });
        LengthDistribution input = lengths("random_input_len", 1024);
        LengthDistribution output = lengths("random_output_len", 128);
        int prefix = arguments.count("random_prefix_len", 0, 0);
        PromptSource source = PromptSource.synthetic(
                "random", true, requests -> prompts, new PrefixedPrompts(prefix, 1, input, output, seed));
        return new ProfilePrompts(source, true, Optional.empty());
    }

    private LengthDistribution lengths(String name, int defaultLength) {
        int length = arguments.count(name, 1, defaultLength);
        Optional<YamlValue> ratio = arguments.find("random_range_ratio");
        double spread = ratio.map(YamlValue::real).orElse(0.0);
        if (!(spread >= 0 && spread < 1)) {
            throw ratio.orElseThrow().error("must be at least 0 and less than 1: got " + spread);
        }
        return spread == 0
                ? LengthDistribution.fixed(length)
                : LengthDistribution.uniform(
                        (int) Math.max(1, Math.floor(length * (1 - spread))), (int) Math.ceil(length * (1 + spread)));
    }
}
