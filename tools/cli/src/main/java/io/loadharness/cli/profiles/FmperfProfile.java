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
import io.loadharness.workload.LengthDistribution;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Translates the specification of LMBenchmark, which fmperf starts, to an {@link InferencePerfProfile}. In LMBenchmark, simulated users ask
 * several questions in turn. The translated profile sends independent questions instead. Each question has the common system prompt and its
 * own history.
 */
final class FmperfProfile {

    private static final int SEED = 0;
    private static final int PROMPTS = 1000;

    /** The default sizes of a scenario of LMBenchmark. */
    private record Sizes(int systemPrompt, int history, int response) {}

    private static final Sizes LONG_INPUT = new Sizes(1000, 20_000, 100);
    private static final Sizes SHORT_INPUT = new Sizes(0, 256, 20);

    private FmperfProfile() {}

    static InferencePerfProfile of(YamlMap document, List<String> warnings) {
        ToolArguments arguments = new ToolArguments(document, warnings);
        arguments.ignore("no pod is started", "image", "service_account", "pvc_name");
        arguments.ignore("the questions are independent and have no user", "init_user_id");
        readUsers(arguments);
        YamlValue scenario = document.require("scenarios");
        if (scenario.text().equals("sharegpt") || scenario.text().equals("all")) {
            throw scenario.error("'" + scenario.text() + "' is not supported: run long-input or short-input, or the"
                    + " profile inference-perf/chatbot_sharegpt with a ShareGPT file");
        }
        Sizes sizes =
                scenario.oneOf(List.of("long-input", "short-input")).equals("long-input") ? LONG_INPUT : SHORT_INPUT;
        int system = arguments.count("system_prompt", 0, sizes.systemPrompt());
        int history = arguments.count("chat_history", 1, sizes.history());
        int response = arguments.count("answer_len", 1, sizes.response());
        Duration length = Duration.ofSeconds(arguments.count("test_duration", 1, 100));
        boolean isChat =
                arguments.find("use_chat_completions").map(YamlValue::flag).orElse(true);
        ServerPart server = new ServerPart(
                arguments.find("base_url").map(YamlValue::text),
                arguments.first("model_name", "model").map(YamlValue::text),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                true);
        YamlValue rates = document.require("qps_values");
        List<StagePlan> stages = rates.isList()
                ? rates.list().stream()
                        .map(each -> stage(each, each.plainText(), length))
                        .toList()
                : Stream.of(rates.plainText().strip().split("[\\s,]+", -1))
                        .map(each -> stage(rates, each, length))
                        .toList();
        if (stages.isEmpty()) {
            throw rates.error("must have at least one rate in requests per second, for example 1");
        }
        arguments.requireAllRead();
        warnings.add("scenarios: the questions are independent, each with its own history; LMBenchmark repeats"
                + " the history of a user in each round");
        PromptSource source = PromptSource.synthetic(
                scenario.text(),
                false,
                requests -> (int) Math.min(requests, PROMPTS),
                new PrefixedPrompts(
                        system, 1, LengthDistribution.fixed(history), LengthDistribution.fixed(response), SEED));
        return new InferencePerfProfile(
                new ApiPart(isChat, true, List.of()),
                server,
                new ProfilePrompts(source, false, Optional.empty()),
                new LoadKeys(
                        new StagedLoad("constant", stages, Duration.ZERO, Optional.empty(), 0, SEED), Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.copyOf(warnings));
    }

    /** Checks the keys of users and rounds, and adds a warning about the difference from LMBenchmark. */
    private static void readUsers(ToolArguments arguments) {
        boolean isGiven = arguments.find("num_users").isPresent()
                || arguments.find("num_rounds").isPresent();
        int users = arguments.count("num_users", 1, 1);
        int rounds = arguments.count("num_rounds", 1, 1);
        if (isGiven) {
            arguments.warn("num_users, num_rounds: LMBenchmark lets " + users + " users ask " + rounds
                    + " questions each, one after the other, at the total rate of qps_values; here independent"
                    + " questions are sent at this rate, and a slow response does not delay the next question");
        }
        int warmUps = arguments.count("num_users_warmup", 0, 0);
        if (warmUps > 0) {
            arguments.warn("num_users_warmup: give --warm-up " + warmUps
                    + " for the same number of requests that are not measured");
        }
    }

    private static StagePlan stage(YamlValue origin, String text, Duration length) {
        if (!text.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            throw origin.error(
                    "must be rates in requests per second, as a list or separated by spaces: got '" + text + "'");
        }
        return origin.convert(() -> {
            double rate = Double.parseDouble(text);
            return new StagePlan(
                    rate, Arrivals.constant(rate).during(length), (long) Math.ceil(rate * length.toSeconds()), false);
        });
    }
}
