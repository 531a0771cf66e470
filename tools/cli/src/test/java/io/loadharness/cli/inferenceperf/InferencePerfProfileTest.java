// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.benchmark.PromptNeeds;
import io.loadharness.benchmark.endpoint.RequestSet;
import io.loadharness.cli.profiles.ProfileReader;
import io.loadharness.cli.yaml.YamlOverride;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Tokenizer;
import io.loadharness.report.LifecycleFiles;
import io.loadharness.schedule.Sweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class InferencePerfProfileTest {

    private static final Path SAMPLES = Path.of("src/test/resources/io/loadharness/cli/inferenceperf");
    private static final Path TOKENIZER =
            Path.of("../../plugins/tokenizers/src/test/resources/io/loadharness/tokenizers/byte-level-bpe");
    private static final Map<String, String> LLM_D_VARIABLES = Map.of(
            "LLMDBENCH_DEPLOY_CURRENT_MODEL", "org/model",
            "LLMDBENCH_HARNESS_STACK_ENDPOINT_URL", "http://host:8000",
            "LLMDBENCH_DEPLOY_CURRENT_TOKENIZER", "org/tokenizer",
            "RESULTS", "/tmp/results");

    static final List<String> IGNORED = List.copyOf(ProfileKeys.IGNORED.keySet());
    static final List<String> REJECTED = List.copyOf(ProfileKeys.REJECTED.keySet());
    static final List<String> REJECTED_VALUES = List.copyOf(ProfileKeys.REJECTED_VALUES.keySet());

    @TempDir
    Path folder;

    @Test
    void usesTheSmallerTotalCount() throws IOException {
        InferencePerfProfile profile = sample(
                "random_concurrency.yaml",
                "data.input_distribution.total_count=5,data.output_distribution.total_count=6");

        assertThat(profile.warnings())
                .contains("data.input_distribution and data.output_distribution differ in total_count: the"
                        + " smaller value, 5, is used");
        assertThat(requests(profile, Optional.empty(), OptionalInt.empty())).hasSize(5);
    }

    @Test
    void readsTheOlderSyntaxOfLlmD() throws IOException {
        InferencePerfProfile profile =
                ProfileReader.read(SAMPLES.resolve("sanity_random.yaml.in"), List.of(), LLM_D_VARIABLES);

        assertThat(profile.api()).isEqualTo(new ApiPart(false, true, List.of()));
        assertThat(profile.server().url()).contains("http://host:8000");
        assertThat(profile.server().model()).contains("org/model");
        assertThat(profile.server().ignoresEos()).isTrue();
        assertThat(profile.tokenizer()).contains("org/tokenizer");
        assertThat(profile.outputFolder().orElseThrow().toString()).matches("/tmp/results/sanity-\\d{8}-\\d{6}");
        assertThat(profile.load().load().type()).isEqualTo("constant");
        assertThat(profile.load().load().stages())
                .extracting(each -> each.schedule().toString())
                .containsExactly("constant 20/s for 1 s");
        assertThat(profile.load().load().pause()).isEqualTo(Duration.ofSeconds(1));
        assertThat(profile.warnings())
                .containsExactly(
                        SAMPLES.resolve("sanity_random.yaml.in")
                                + " line 31: the key 'data.output_distribution.total_count' is repeated: the last value is used",
                        "data.input_distribution and data.output_distribution differ in total_count: the"
                                + " smaller value, 100, is used");
        assertThat(profile.reports()).contains(new LifecycleFiles(true, true, true));
        List<InferenceRequest> requests = requests(profile, Optional.empty(), OptionalInt.empty());
        assertThat(requests).hasSize(100);
        assertThat(requests).allSatisfy(each -> {
            assertThat(each.prompt()).isInstanceOf(Prompt.TokenIds.class);
            assertThat(each.prompt().length()).isBetween(10, 100);
            assertThat(each.parameters().maxTokens().orElseThrow()).isBetween(4, 12);
            assertThat(each.parameters().ignoreEos()).isTrue();
            assertThat(each.parameters().temperature()).isEmpty();
        });
    }

    @Test
    void seedDeterminesThePrompts() throws IOException {
        assertThat(ids("load.base_seed=1")).isEqualTo(ids("load.base_seed=1")).isNotEqualTo(ids("load.base_seed=2"));
    }

    private List<String> ids(String override) throws IOException {
        InferencePerfProfile profile = sample("shared_prefix.yaml", override);
        return requests(profile, Optional.empty(), OptionalInt.empty()).stream()
                .map(each -> (Prompt.TokenIds) each.prompt())
                .map(ids -> ids.id(0) + "," + ids.id(ids.length() - 1))
                .toList();
    }

    @Test
    void promptsOfAGroupShareTheirPrefix() throws IOException {
        List<InferenceRequest> requests = requests(sample("shared_prefix.yaml"), Optional.empty(), OptionalInt.empty());

        Map<Integer, Long> byBeginning = requests.stream()
                .map(each -> (Prompt.TokenIds) each.prompt())
                .collect(Collectors.groupingBy(ids -> ids.id(0) * 31 + ids.id(39), Collectors.counting()));
        assertThat(byBeginning.values()).containsExactly(5L, 5L, 5L, 5L);
        assertThat(requests)
                .allSatisfy(each -> assertThat(each.prompt().length()).isBetween(45, 55));
    }

    @Test
    void chatsHaveExactLengthsWithATokenizer() throws IOException {
        try (Tokenizer tokenizer = Tokenizer.open(TOKENIZER)) {
            List<InferenceRequest> requests =
                    requests(sample("constant_chat.yaml"), Optional.of(tokenizer), OptionalInt.empty());

            assertThat(requests).hasSize(12).allSatisfy(each -> {
                Prompt.Chat chat = (Prompt.Chat) each.prompt();
                assertThat(tokenizer.count(chat.messages().get(0).content())).isEqualTo(20);
                assertThat(tokenizer.count(chat.messages().get(1).content())).isBetween(4, 8);
            });
        }
    }

    @Test
    void warnsAboutLengthsWithoutATokenizer() throws IOException {
        List<String> warnings = new ArrayList<>();
        sample("sweep.yaml")
                .data()
                .source()
                .requests(asking(false, Optional.empty(), OptionalInt.empty(), 500, warnings));

        assertThat(warnings)
                .containsExactly(
                        "about 500 requests share 40 prompts",
                        "no tokenizer is given: prompts have one common word per token, thus their lengths are only"
                                + " close to those of the profile; a tokenizer makes them exact");
    }

    @Test
    void promptCountDefaultsToTheRequests() throws IOException {
        InferencePerfProfile profile = sample("random_concurrency.yaml");

        assertThat(requests(profile, Optional.empty(), OptionalInt.empty())).hasSize(20 + 30 + 3);
    }

    @Test
    void shareGptRequestsTheLengthOfTheRecordedAnswer() throws IOException {
        try (Tokenizer tokenizer = Tokenizer.open(TOKENIZER)) {
            List<InferenceRequest> requests =
                    requests(sample("sharegpt.yaml"), Optional.of(tokenizer), OptionalInt.empty());

            assertThat(requests)
                    .extracting(InferenceRequest::prompt)
                    .containsExactly(Prompt.of("What is a tide?"), Prompt.of("Say yes."));
            assertThat(requests.get(0).parameters().maxTokens())
                    .hasValue(tokenizer.count("The sea that rises and falls."));
        }
    }

    @Test
    void shareGptSendsOnlyConversationsWithinTheDistributions() throws IOException {
        try (Tokenizer tokenizer = Tokenizer.open(TOKENIZER)) {
            int shorter = tokenizer.count("Say yes.");
            int longer = tokenizer.count("What is a tide?");
            assertThat(shorter).isLessThan(longer);
            InferencePerfProfile profile = sample(
                    "sharegpt.yaml",
                    "data.input_distribution.min=1,data.input_distribution.max=" + shorter
                            + ",data.output_distribution.min=1,data.output_distribution.mean=7");

            assertThat(requests(profile, Optional.of(tokenizer), OptionalInt.empty()))
                    .singleElement()
                    .satisfies(request -> assertThat(request.prompt()).isEqualTo(Prompt.of("Say yes.")));
            assertThat(profile.warnings())
                    .contains(
                            "data.output_distribution.mean: is ignored with 'data.type: shareGPT', which uses only min"
                                    + " and max to select conversations");
        }
    }

    @Test
    void shareGptWithoutTokenizerUsesMaxTokens() throws IOException {
        InferencePerfProfile profile = sample("sharegpt.yaml");

        assertThat(requests(profile, Optional.empty(), OptionalInt.of(9)))
                .allSatisfy(each -> assertThat(each.parameters().maxTokens()).hasValue(9));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> requests(profile, Optional.empty(), OptionalInt.empty()))
                .withMessageEndingWith("set a tokenizer, or one maximum number of output tokens for all requests");
    }

    @Test
    void readsTheSweep() throws IOException {
        Sweep sweep = sample("sweep.yaml", "load.sweep.type=linear,load.sweep.num_stages=3")
                .load()
                .load()
                .sweep()
                .orElseThrow();

        assertThat(sweep.probe()).hasToString("constant 20/s, 100 samples");
        assertThat(sweep.rates(21)).containsExactly(1.0, 11.0, 21.0);
        assertThat(sweep.stage(5)).hasToString("poisson 5/s for 2 s");
    }

    @Test
    void traceKeepsTimesAndPromptsTogether() throws IOException {
        InferencePerfProfile profile = sample("trace.yaml");

        assertThat(profile.load().load().stages()).singleElement().satisfies(each -> {
            assertThat(each.fromTrace()).isTrue();
            assertThat(each.requests()).isEqualTo(4);
        });
        assertThat(requests(profile, Optional.empty(), OptionalInt.empty()))
                .extracting(each -> each.prompt().length())
                .containsExactly(30, 12, 20, 8);
    }

    @Test
    void traceSetsOnlyTimesForOtherPrompts() throws IOException {
        InferencePerfProfile profile =
                sample("trace.yaml", "data.trace=,data.input_distribution.mean=20,data.output_distribution.mean=20");

        assertThat(profile.load().load().stages()).singleElement().satisfies(each -> assertThat(each.fromTrace())
                .isFalse());
    }

    @Test
    void neverPrintsTheKeyOfTheServer() throws IOException {
        assertThat(sample("constant_chat.yaml").server().toString()).doesNotContain("sesame");
    }

    @ParameterizedTest
    @FieldSource("IGNORED")
    void warnsAboutIgnoredKey(String key) throws IOException {
        boolean isNumberOrText = key.matches(
                ".*\\.(num_workers|worker_.*|timeout|scrape_interval|percentiles|max_error_messages|url|type|filters|.*_prefix)");
        InferencePerfProfile profile = sample("sweep.yaml", key + (isNumberOrText ? "=1" : "=true"));

        assertThat(profile.warnings())
                .anySatisfy(each -> assertThat(each).startsWith(key).endsWith(": " + ProfileKeys.IGNORED.get(key)));
    }

    @Test
    void warnsAboutIgnoredDistributionParameter() throws IOException {
        assertThat(sample("random_concurrency.yaml", "data.input_distribution.mean=9,data.output_distribution.std=2")
                        .warnings())
                .containsExactly(
                        "data.input_distribution.mean: is ignored with type uniform",
                        "data.output_distribution.std: is ignored with type fixed");
    }

    @Test
    void warnsThatASweepIsPoisson() throws IOException {
        assertThat(sample("sweep.yaml").warnings())
                .contains("load.type: constant is ignored, because a sweep always uses Poisson arrivals");
        assertThat(sample("sweep.yaml", "load.type=poisson").warnings()).noneMatch(each -> each.contains("Poisson"));
    }

    @ParameterizedTest
    @FieldSource("REJECTED")
    void rejectsUnsupportedKeyWithReason(String key) {
        String path = key.replace("*", "0");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> sample("random_concurrency.yaml", path + "=1"))
                .withMessage("-o " + path + ": " + path + " is not supported: " + ProfileKeys.REJECTED.get(key));
    }

    @ParameterizedTest
    @FieldSource("REJECTED_VALUES")
    void rejectsUnsupportedValueWithReason(String value) {
        String key = value.replaceFirst(": .*", "");
        String text = value.replaceFirst(".*: ", "");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> sample("random_concurrency.yaml", key + "=" + text))
                .withMessage("-o " + key + ": " + key + " '" + text + "' is not supported: "
                        + ProfileKeys.REJECTED_VALUES.get(value));
    }

    @Test
    void acceptsUnsupportedKeyThatIsOff() throws IOException {
        assertThat(sample("random_concurrency.yaml", "data.use_chat_template=false,api.slo_unit=")
                        .warnings())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            random_concurrency.yaml | lod.type=constant                  | unknown key 'lod'; did you mean 'load'?
            random_concurrency.yaml | api.straeming=true                 | unknown key 'api.straeming'; did you mean 'api.streaming'?
            random_concurrency.yaml | server.url=x                       | unknown key 'server.url'; did you mean 'server.base_url'?
            random_concurrency.yaml | data.input_distribution.sdt=4      | unknown key 'data.input_distribution.sdt'; did you mean 'data.input_distribution.std'?
            random_concurrency.yaml | tokenizer.name=x                   | unknown key 'tokenizer.name'
            random_concurrency.yaml | report.request_lifecycle.sumary=x  | unknown key 'report.request_lifecycle.sumary'; did you mean 'report.request_lifecycle.summary'?
            random_concurrency.yaml | storage.local_storage.pth=x        | unknown key 'storage.local_storage.pth'; did you mean 'storage.local_storage.path'?
            random_concurrency.yaml | api.streaming=maybe                | api.streaming must be true or false: got the string 'maybe'
            random_concurrency.yaml | api.type=chats                     | api.type is 'chats'; did you mean 'chat'? Allowed: completion, chat
            random_concurrency.yaml | server.type=vlm                    | server.type is 'vlm'; did you mean 'vllm'? Allowed: vllm, sglang, tgi
            random_concurrency.yaml | data.type=randon                   | data.type is 'randon'; did you mean 'random'? Allowed: random, synthetic, shared_prefix, shareGPT
            random_concurrency.yaml | load.type=const                    | load.type is 'const'; did you mean 'constant'? Allowed: constant, poisson, trace_replay, concurrent
            random_concurrency.yaml | load.type=poisson                  | load.stages.0.num_requests does not apply to 'load.type: poisson', whose stages have rate and duration
            random_concurrency.yaml | load.stages.0.rate=3               | load.stages.0.rate does not apply to 'load.type: concurrent', whose stages have num_requests and concurrency_level
            random_concurrency.yaml | load.stages.0.concurrency_level=   | load.stages.0.concurrency_level needs a value: got nothing
            random_concurrency.yaml | load.stages.0.concurrency_level=0  | load.stages.0.concurrency_level must be at least 1, at most 2147483647: got the number 0
            random_concurrency.yaml | load.stages.0.concurrency_level=2000000 | load.stages.0.concurrency_level cannot be used: the concurrency must be between 1 and 1000000: got 2000000
            random_concurrency.yaml | load.stages=                       | load.stages needs a value: got nothing
            random_concurrency.yaml | load.stages=3                      | load.stages must be a list: got the number 3
            random_concurrency.yaml | load.interval=-1                   | load.interval must be at least 0, at most 1000000: got -1.0 s
            random_concurrency.yaml | load.request_timeout=0             | load.request_timeout must be more than 0 s
            random_concurrency.yaml | load.sweep.type=linear             | load.stages does not apply together with load.sweep, which finds the rates: remove load.stages
            random_concurrency.yaml | load.trace.file=x                  | load.trace does not apply to 'load.type: concurrent', only to 'trace_replay'
            random_concurrency.yaml | data.path=x                        | data.path does not apply to 'data.type: random'
            random_concurrency.yaml | data.type=                         | data.type needs a value: got nothing
            random_concurrency.yaml | data.input_distribution=           | data.input_distribution needs a value: got nothing
            random_concurrency.yaml | data.input_distribution.min=30     | data.input_distribution.min cannot be used: min
            random_concurrency.yaml | data.input_distribution.min=0      | data.input_distribution must be at least 1, but can be 0: uniform 0 to 20
            random_concurrency.yaml | data.output_distribution=0         | data.output_distribution must be at least 1, but can be 0: fixed 0
            random_concurrency.yaml | data.input_distribution.type=gauss | data.input_distribution.type is 'gauss'. Allowed: fixed, lognormal
            random_concurrency.yaml | data.input_distribution.std=5,data.input_distribution.std_dev=6 | data.input_distribution.std sets the same value as data.input_distribution.std_dev: leave one of them out
            random_concurrency.yaml | data.trace.file=azure.csv          | does not apply together with data.trace, which sets the lengths
            shared_prefix.yaml      | load.stages.0.rate=0               | load.stages.0.rate cannot be used: the rate must be more than 0 and at most 10000000 per second: got 0.0
            shared_prefix.yaml      | load.stages.0.rate=ten             | load.stages.0.rate must be a number: got the string 'ten'
            shared_prefix.yaml      | load.stages.0.duration=1.5         | load.stages.0.duration must be a whole number: got the number 1.5
            shared_prefix.yaml      | load.base_seed=x                   | load.base_seed must be a whole number: got the string 'x'
            shared_prefix.yaml      | data.input_distribution=4          | data.input_distribution does not apply to 'data.type: shared_prefix'
            shared_prefix.yaml      | data.shared_prefix.num_groups=0    | data.shared_prefix.num_groups must be at least 1, at most 2147483647: got the number 0
            shared_prefix.yaml      | data.shared_prefix.num_groups=9000000 | data.shared_prefix has 9000000 groups of 5 prompts, which are more than the maximum of 10000000
            shared_prefix.yaml      | data.shared_prefix.num_unique_system_prompts=3 | data.shared_prefix.num_unique_system_prompts sets the same value as num_groups: leave one of them out
            shared_prefix.yaml      | data.shared_prefix.output_distribution=3 | data.shared_prefix.output_len sets the same value as output_distribution: leave one of them out
            shared_prefix.yaml      | data.shared_prefix.question_len=x  | data.shared_prefix.question_len must be a whole number: got the string 'x'
            sweep.yaml              | load.sweep.type=log                | load.sweep.type is 'log'. Allowed: linear, geometric
            sweep.yaml              | load.sweep.saturation_percentile=101 | load.sweep.saturation_percentile cannot be used: the percentile must be between 0 and 100: got 101.0
            sweep.yaml              | load.sweep.num_stages=1001         | load.sweep.num_stages cannot be used: the number of stages must be between 1 and 1000: got 1001
            sweep.yaml              | load.type=concurrent               | load.type does not apply together with load.sweep: use constant or poisson
            trace.yaml              | load.trace.file=nowhere.csv        | load.trace.file cannot be used: nowhere.csv does not exist
            trace.yaml              | load.trace.file=pom.xml            | load.trace.file cannot be used: pom.xml
            trace.yaml              | load.trace.format=Mooncake         | load.trace.format is 'Mooncake'. Allowed: AzurePublicDataset
            sharegpt.yaml           | data.path=nowhere.json             | data.path is nowhere.json, which is not a file
            sharegpt.yaml           | data.path=                         | data needs the key 'path': inference-perf downloads the file of 'data.type: shareGPT', LoadHarness does not. Download https://huggingface.co/
            sharegpt.yaml           | data.output_distribution.max=      | data.output_distribution.max needs a value: got nothing
            random_concurrency.yaml | report=request_li                  | report must be a map of keys: got the string 'request_li'
            random_concurrency.yaml | report.request_lifecycle.per_stage=tr | report.request_lifecycle.per_stage must be true or false: got the string 'tr'
            random_concurrency.yaml | report.request_lifecycle.percentiles=p | report.request_lifecycle.percentiles must be a number: got the string 'p'
            random_concurrency.yaml | load.num_workers=many              | load.num_workers must be a number: got the string 'many'
            random_concurrency.yaml | data.input_distribution.std=-1.5   | data.input_distribution.std must not be negative: got -1.5
            random_concurrency.yaml | data.input_distribution.variance=-4 | data.input_distribution.variance must not be negative: got -4
            random_concurrency.yaml | data.input_distribution.std=       | data.input_distribution.std needs a value: got nothing
            shared_prefix.yaml      | data.shared_prefix.question_len=   | data.shared_prefix.question_len needs a value: got nothing
            sweep.yaml              | load.sweep.num_stages=             | load.sweep.num_stages needs a value: got nothing
            constant_chat.yaml      | api.headers.x-team=5               | api.headers.x-team must be text: put it in quotes
            constant_chat.yaml      | server.api_key=12345678            | server.api_key must be text: put it in quotes
            """)
    void reportsErrorWithItsPlace(String file, String override, String what) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sample(file, override))
                .withMessageContaining(what)
                .satisfies(error -> assertThat(error.getMessage())
                        .matches(each -> each.startsWith("-o ") || each.startsWith(SAMPLES.resolve(file) + " line ")));
    }

    @Test
    void reportsMissingDocumentAndData() throws IOException {
        Path file = folder.resolve("my.yaml");
        Files.writeString(file, "load:\n  stages: [{rate: 1, duration: 1}]\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProfileReader.read(file, List.of(), Map.of()))
                .withMessage(file + " line 1: data needs the key 'type'");
    }

    private static InferencePerfProfile sample(String file, String... overrides) throws IOException {
        List<YamlOverride> all = new ArrayList<>();
        for (String each : overrides) {
            all.addAll(YamlOverride.parse("-o", each));
        }
        return ProfileReader.read(SAMPLES.resolve(file), all, LLM_D_VARIABLES);
    }

    private static List<InferenceRequest> requests(
            InferencePerfProfile profile, Optional<Tokenizer> tokenizer, OptionalInt maxTokens) throws IOException {
        RequestSet set = profile.data()
                .source()
                .requests(asking(
                        profile.api().isChat(),
                        tokenizer,
                        maxTokens,
                        profile.load().load().requests(),
                        new ArrayList<>()));
        return List.copyOf(set.requests());
    }

    private static PromptNeeds asking(
            boolean chat, Optional<Tokenizer> tokenizer, OptionalInt maxTokens, long requests, List<String> warnings) {
        return new PromptNeeds(
                chat,
                tokenizer,
                requests,
                3,
                maxTokens,
                GenerationParameters.builder().ignoreEos(true).build(),
                warnings::add);
    }
}
