// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.benchmark.PromptNeeds;
import io.loadharness.benchmark.StagePlan;
import io.loadharness.cli.inferenceperf.InferencePerfProfile;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Profiles of guidellm, vllm-benchmark and fmperf. */
class ForeignProfileTest {

    @TempDir
    Path folder;

    @Test
    void guidellmRatesAreStages() throws IOException {
        InferencePerfProfile profile = read("""
                target: http://host:8000
                model: m
                processor: org/tokenizer
                profile: poisson
                rate: [1, 2.5]
                max_seconds: 60
                data:
                  prompt_tokens: 256
                  prompt_tokens_stdev: 10
                  prompt_tokens_min: 200
                  prompt_tokens_max: 300
                  output_tokens: 16
                  samples: 20
                """);

        assertThat(profile.server().url()).contains("http://host:8000");
        assertThat(profile.server().model()).contains("m");
        assertThat(profile.tokenizer()).contains("org/tokenizer");
        assertThat(profile.api().isChat()).isTrue();
        assertThat(profile.api().isStreamed()).isTrue();
        assertThat(schedules(profile)).containsExactly("poisson 1/s for 60 s", "poisson 2.5/s for 60 s");
        assertThat(requests(profile))
                .hasSize(20)
                .allSatisfy(each -> assertThat(each.parameters().maxTokens()).hasValue(16));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            profile: synchronous, max_requests: 5                                | 1 at a time, 5 samples
            rate-type: concurrent, rate: 4, max-seconds: 30                      | 4 at a time for 30 s
            profile: throughput, max_requests: 50                                | 50 at a time, 50 samples
            profile: constant, rate: 10, max_requests: 40                        | constant 10/s, 40 samples
            profile: async, rate: 10, max_seconds: 3                             | constant 10/s for 3 s
            """)
    void guidellmProfilesAreSchedules(String keys, String schedule) throws IOException {
        InferencePerfProfile profile =
                read("{target: 'http://h', data: '{\"prompt_tokens\": 8, \"output_tokens\": 8}', " + keys + "}");

        assertThat(schedules(profile)).containsExactly(schedule);
    }

    @Test
    void guidellmSweepIsASweep() throws IOException {
        InferencePerfProfile profile = read(
                "{target: 'http://h', data: 'prompt_tokens=8,output_tokens=8', profile: sweep, max_seconds: 9, rate: 5}");

        assertThat(profile.load().load().sweep()).isPresent();
    }

    @Test
    void vllmArgumentsAreALoad() throws IOException {
        InferencePerfProfile profile = read("""
                executable: benchmark_serving.py
                model: org/model
                base_url: http://host:8000
                dataset-name: random
                random-input-len: 100
                random-output-len: 10
                max-concurrency: 4
                num-prompts: 32
                percentile-metrics: "ttft,tpot"
                ignore-eos: none
                """);

        assertThat(profile.server().url()).contains("http://host:8000");
        assertThat(profile.server().ignoresEos()).isTrue();
        assertThat(profile.tokenizer()).contains("org/model");
        assertThat(profile.api().isChat()).isFalse();
        assertThat(schedules(profile)).containsExactly("4 at a time, 32 samples");
        assertThat(profile.warnings()).contains("percentile-metrics: all percentiles are reported");
        assertThat(requests(profile)).hasSize(32);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            num-prompts: 7                                   | 7 at a time, 7 samples
            num-prompts: 7, request-rate: inf                | 7 at a time, 7 samples
            num-prompts: 7, request-rate: 3                  | poisson 3/s, 7 samples
            """)
    void vllmRatesAreSchedules(String keys, String schedule) throws IOException {
        assertThat(schedules(read("{host: h, port: 1, " + keys + "}"))).containsExactly(schedule);
    }

    @Test
    void fmperfRatesAreStages() throws IOException {
        InferencePerfProfile profile = read("""
                model_name: "m"
                scenarios: "long-input"
                qps_values: "0.5 1"
                image: "some/image:main"
                service_account: "default"
                """);

        assertThat(profile.server().model()).contains("m");
        assertThat(schedules(profile)).containsExactly("constant 0.5/s for 100 s", "constant 1/s for 100 s");
        assertThat(profile.warnings())
                .contains("image: no pod is started", "service_account: no pod is started")
                .anyMatch(each -> each.startsWith("scenarios: the questions are independent"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [1]        | constant 1/s for 100 s
            [0.5, "2"] | constant 0.5/s for 100 s, constant 2/s for 100 s
            """)
    void ratesOfFmperfMayBeAList(String rates, String schedules) throws IOException {
        InferencePerfProfile profile = read("scenarios: short-input\nqps_values: " + rates + "\n");

        assertThat(String.join(", ", schedules(profile))).isEqualTo(schedules);
    }

    @Test
    void allowedKeysAreListedOnceWithoutRejectedKeys() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("{target: h, profile: constant, rate: 1, max_seconds: 1,"
                        + " data: 'prompt_tokens=1,output_tokens=1', zzzzzz: 3}"))
                .withMessageContaining(". Allowed: backend, backend_type, data, ")
                .withMessageNotContaining("-seconds")
                .withMessageNotContaining("rampup");
    }

    /** The profiles of llm-d-benchmark have these keys. The values are our own. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            short-input | false | 1
            long-input  | false | 2
            long-input  | true  | 7
            """)
    void fmperfReadsTheKeysOfTheOriginalProfiles(String scenario, boolean chat, int users) throws IOException {
        InferencePerfProfile profile = read("""
                model_name: "m"
                image: "some/image:main"
                service_account: "account"
                pvc_name: "claim"
                scenarios: "%s"
                qps_values: "0.5 2"
                num_users_warmup: 4
                num_users: %d
                num_rounds: 3
                system_prompt: 10
                chat_history: 40
                answer_len: 8
                init_user_id: 1
                test_duration: 20
                use_chat_completions: %s
                """.formatted(scenario, users, chat));

        assertThat(schedules(profile)).containsExactly("constant 0.5/s for 20 s", "constant 2/s for 20 s");
        assertThat(profile.api().isChat()).isEqualTo(chat);
        assertThat(profile.warnings())
                .contains(
                        "init_user_id: the questions are independent and have no user",
                        "num_users, num_rounds: LMBenchmark lets " + users
                                + " users ask 3 questions each, one after the"
                                + " other, at the total rate of qps_values; here independent questions are sent at this"
                                + " rate, and a slow response does not delay the next question",
                        "num_users_warmup: give --warm-up 4 for the same number of requests that are not measured");
        assertThat(requests(profile))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.parameters().maxTokens()).hasValue(8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {target: h, profile: constant, rate: 1, max_seconds: 1, data: 'prompt_tokens=1,output_tokens=1', max_second: 3} | line 1: unknown key 'max_second'; did you mean 'max_seconds'?
            {target: h, profile: constant, rate: 1, max_seconds: 1, data: 'prompt_tokens=1,output_tokens=1,sample=3'} | data line 3: unknown key 'sample'; did you mean 'samples'?
            {target: h, profile: constan, data: x} | line 1: profile is 'constan'; did you mean 'constant'? Allowed: synchronous, concurrent, throughput, constant, async, poisson, sweep
            {target: h, profile: constant, rate: 1, data: x} | line 1: needs the key 'max_seconds' or 'max_requests', which ends a stage
            {target: h, profile: constant, rate: 1, max_seconds: 1, data: 'prompt_tokens=1,output_tokens=1,prompt_stdv=3'} | data line 3: unknown key 'prompt_stdv'; did you mean 'prompt_tokens_stdev'?
            {target: h, profile: constant, rate: 1, max_seconds: 1, data: 'prompt_tokens=1,output_tokens=1,zzz=3'} | data line 3: unknown key 'zzz'. Allowed: output_tokens, output_tokens_max, output_tokens_min, output_tokens_stdev, prefix_count, prefix_tokens, prompt_tokens, prompt_tokens_max, prompt_tokens_min, prompt_tokens_stdev, samples
            {target: h, profile: synchronous, max_requests: 1, data: mine.jsonl} | line 1: data must be synthetic data, for example prompt_tokens=256,output_tokens=128: got 'mine.jsonl'; give data sets with --dataset-path, without a profile
            {target: h, max_seconds: 1, max-seconds: 1} | line 1: max-seconds sets the same value as max_seconds: leave one of them out
            {target: h, spec: {backend: x}} | line 1: spec is not supported: write the arguments of guidellm benchmark, for example target, profile, rate and data
            {num-prompts: 3, num-promts: 3} | line 1: unknown key 'num-promts'; did you mean 'num-prompts'?
            {num-prompts: 3, temperature: 1} | line 1: temperature is not supported: use --temperature
            {num-prompts: 3, dataset-name: sharegp} | line 1: dataset-name is 'sharegp'; did you mean 'sharegpt'? Allowed: random, sharegpt
            {num-prompts: 3, request-rate: 1, max-concurrency: 2} | line 1: max-concurrency is not supported together with request_rate: the requests in flight have no limit
            {scenarios: sharegpt, qps_values: 1} | line 1: scenarios 'sharegpt' is not supported: run long-input or short-input, or the profile inference-perf/chatbot_sharegpt with a ShareGPT file
            {scenarios: short-input, qps_values: 1 x} | line 1: qps_values must be rates in requests per second, as a list or separated by spaces: got 'x'
            {scenarios: short-input, qps_values: [1, x]} | line 1: qps_values.1 must be rates in requests per second, as a list or separated by spaces: got 'x'
            {scenarios: short-input, qps_values: []} | line 1: qps_values must have at least one rate in requests per second, for example 1
            {scenarios: short-input, qps_values: 1, num_user: 3} | line 1: unknown key 'num_user'; did you mean 'num_users'?
            {model_name: m, image: i, service_account: s, pvc_name: p} | is a profile of the harness 'nop', which sends no load: analyze the log of the server with: harness nop LOG
            """)
    void refusesByName(String text, String sentence) throws IOException {
        assertThatIllegalArgumentException().isThrownBy(() -> read(text)).withMessageEndingWith(sentence);
    }

    private InferencePerfProfile read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("profile.yaml"), text);
        return ProfileReader.read(file, List.of(), Map.of());
    }

    private static List<String> schedules(InferencePerfProfile profile) {
        return profile.load().load().stages().stream()
                .map(StagePlan::schedule)
                .map(Object::toString)
                .toList();
    }

    private static List<InferenceRequest> requests(InferencePerfProfile profile) throws IOException {
        return profile.data()
                .source()
                .requests(new PromptNeeds(
                        profile.api().isChat(),
                        Optional.empty(),
                        10,
                        0,
                        OptionalInt.empty(),
                        GenerationParameters.builder().build(),
                        sentence -> {}))
                .requests();
    }
}
