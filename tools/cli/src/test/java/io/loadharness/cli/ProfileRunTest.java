// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code harness run --profile-file}: profiles of inference-perf against a simulated server. */
@Tag("load")
@Timeout(600)
class ProfileRunTest {

    private static final String MODEL = "served-model";
    private static final Path PROFILES = Path.of("src/test/resources/io/loadharness/cli/inferenceperf");

    @TempDir
    Path folder;

    @Test
    void runsTheTemplateSanityRandom() throws Exception {
        try (SimulatedServer server = server()) {
            Child child = child(
                    Map.of(
                            "LLMDBENCH_DEPLOY_CURRENT_MODEL",
                            MODEL,
                            "LLMDBENCH_HARNESS_STACK_ENDPOINT_URL",
                            server.uri().toString(),
                            "LLMDBENCH_DEPLOY_CURRENT_TOKENIZER",
                            "org/not-downloaded",
                            "LLMDBENCH_HARNESS_EXPERIMENT_PROFILE_OVERRIDES",
                            "load.stages.0.rate=10",
                            "RESULTS",
                            folder.toString()),
                    "sanity_random.yaml.in",
                    "-o",
                    "load.stages[0].rate=30");

            assertThat(child.err()).isEmpty();
            assertThat(child.exitCode()).as(child.out()).isEqualTo(ExitCode.OK);
            assertThat(Session.plain(child.out()))
                    .contains("Profile: LLMDBENCH_HARNESS_EXPERIMENT_PROFILE_OVERRIDES overrides values of the profile")
                    .contains("the key 'data.output_distribution.total_count' is repeated: the last value is used")
                    .contains(
                            "Profile: tokenizer.pretrained_model_name_or_path: org/not-downloaded is not on this machine")
                    .contains("Profile: no tokenizer is given, and none is needed: prompts are token ids below 32000")
                    .contains("stage-1: constant 30/s for 1 s")
                    .containsPattern("(?m)^ *30( +[\\d.,]+)( +[\\d.,]+ (ns|µs|ms|s)){5} +VALID$");
            assertThat(folder)
                    .isDirectoryContaining(each -> each.getFileName().toString().matches("sanity-\\d{8}-\\d{6}")
                            && Files.isRegularFile(each.resolve("stage-1/loadharness_schedule_summary.txt")));
            assertThat(server.stats().requests()).isGreaterThanOrEqualTo(30 + 8);
        }
    }

    @Test
    void validatesAProfileWithoutAServer() {
        Path file = PROFILES.resolve("sweep.yaml");
        Session session = Session.of(
                "validate",
                "--url",
                "http://127.0.0.1:1",
                "--profile-file",
                file.toString(),
                "--output-dir",
                folder.resolve("run").toString());

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .contains("Load: LoadHarness schedule, ", "Plan: a probe and then 2 stages", "--profile-file");
    }

    @Test
    void namesTheLineOfAnUnsetVariable() throws Exception {
        Child child = child(Map.of("LLMDBENCH_DEPLOY_CURRENT_MODLE", "m"), "sanity_random.yaml.in");

        assertThat(child.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(child.err())
                .isEqualTo(PROFILES.resolve("sanity_random.yaml.in")
                        + " line 12: REPLACE_ENV_LLMDBENCH_DEPLOY_CURRENT_MODEL refers to the environment variable"
                        + " LLMDBENCH_DEPLOY_CURRENT_MODEL, which is not set: give its value with --model or --profile-env"
                        + " LLMDBENCH_DEPLOY_CURRENT_MODEL=VALUE; did you mean LLMDBENCH_DEPLOY_CURRENT_MODLE, which is"
                        + " set?\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            shared_prefix.yaml      | stage-1: poisson 20/s for 1 s       | stage-2: poisson 40/s for 1 s
            random_concurrency.yaml | stage-1: 2 at a time, 20 samples    | stage-2: 6 at a time, 30 samples
            constant_chat.yaml      | stage-1: constant 20/s for 1 s      | uses the dialect vllm-chat with token ids
            sharegpt.yaml           | stage-1: constant 10/s for 1 s      | Profile: 1 conversations are skipped: they do not start with a question and its answer
            trace.yaml              | stage-1: replay of 4 arrivals in 0.393282 s | uses the dialect vllm-completions with token ids
            sweep.yaml              | probe: constant 20/s, 100 samples   | stage-2: poisson
            """)
    void runsEverySampleEndToEnd(String file, String first, String second) {
        try (SimulatedServer server = server()) {
            Session session = run(server, file);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut())
                    .contains(first, second)
                    .containsPattern("(?m)^ *[\\d.-]+ .* VALID$")
                    .containsPattern("(?m)^Load: \\w+(, sweep)?, from a profile. This is not MLPerf LoadGen.$")
                    .doesNotContain("sesame");
            assertThat(folder.resolve("stage-1/loadharness_schedule_summary.txt"))
                    .isNotEmptyFile();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server.api_key=Quokka-4711",
                "server.api_key,Quokka-4711",
                "load.stages.0.rate=5,server.api_key='Quokka-4711'",
                "api.headers.X-Team=Quokka-4711",
                "x-team=Quokka-4711",
                "api_key=Quokka-4711",
                "headers={X-Other: Quokka-4711}",
                "api.headers.X-Other=a,X-Other=Quokka-4711",
                "server={type: vllm, api_key: Quokka-4711}",
                "server.base_url=http://me:Quokka-4711@127.0.0.1:1",
                "server.base_url=http://127.0.0.1:1/v1?sig=Quokka-4711"
            })
    void neverWritesSecretsOfOverrides(String override) throws IOException {
        try (SimulatedServer server = server()) {
            Session session = run(server, "constant_chat.yaml", "-o", override);

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.out() + session.err()).doesNotContain("Quokka");
        }
        Session validated = Session.of(
                "validate",
                "--url",
                "http://127.0.0.1:1",
                "--profile-file",
                PROFILES.resolve("constant_chat.yaml").toString(),
                "-o",
                override);
        assertThat(validated.exitCode()).as(validated.err()).isEqualTo(ExitCode.OK);
        assertThat(validated.plainOut()).contains("(not shown)").doesNotContain("Quokka");
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().allSatisfy(each -> assertThat(
                            Files.readString(each, StandardCharsets.ISO_8859_1))
                    .doesNotContain("Quokka"));
        }
    }

    @Test
    void warnsAboutIgnoredKeys() {
        try (SimulatedServer server = server()) {
            Session session = run(server, "shared_prefix.yaml", "-o", "load.stages.0.rate=5,load.stages.1.rate=5");

            assertThat(session.outLines())
                    .startsWith(
                            "Profile: load.num_workers: one process sends all requests: --on local --workers N sends them"
                                    + " from N processes",
                            "Profile: load.worker_max_concurrency: the number of requests in flight has no limit: each request"
                                    + " is sent at its scheduled start",
                            "Profile: load.worker_max_tcp_connections: only --max-connections limits the number of"
                                    + " connections",
                            "Profile: metrics.type, metrics.prometheus.scrape_interval, metrics.prometheus.url,"
                                    + " metrics.prometheus.filters, report.prometheus.summary, report.prometheus.per_stage:"
                                    + " with --enable-metrics, LoadHarness scrapes the servers; it does not query a"
                                    + " Prometheus server");
        }
    }

    @Test
    void completionsHaveTheLengthsOfTheProfile() {
        try (SimulatedServer server = server()) {
            Session session = run(server, "random_concurrency.yaml", "--warm-up", "0", "--dialect", "vllm-completions");

            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            long asked = 20 + 30 + 1; // and the request of the dialect search
            assertThat(server.stats().requests()).isEqualTo(asked);
            assertThat(server.stats().generationTokens()).isEqualTo(7 * asked);
        }
    }

    @Test
    void flagsWinOverTheProfile() {
        try (SimulatedServer server = server()) {
            Session session = run(
                    server,
                    "random_concurrency.yaml",
                    "-o",
                    "server.base_url=http://127.0.0.1:1,server.model_name=another",
                    "-o",
                    "storage.local_storage.path=/proc/nowhere",
                    "--model",
                    MODEL);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --rate 5                       | --rate cannot be combined with --profile-file, which sets the prompts and the load: change values of the profile with --override.
            --columns x                    | --columns cannot be combined with --profile-file, which sets the prompts and the load: change values of the profile with --override.
            --scenario server              | --scenario cannot be combined with --profile-file, which sets the prompts and the load: change values of the profile with --override.
            -o load.stagse.0.rate=3        | -o load.stagse.0.rate: unknown key 'load.stagse'; did you mean 'load.stages'?
            -o load.stages.7.rate=3        | -o load.stages.7.rate: load.stages has 2 values; to add one, write load.stages.2.
            -o load.stages.0.num_requests=x | -o load.stages.0.num_requests: load.stages.0.num_requests must be a whole number: got the string 'x'.
            --model m                      | no server is given: give one with --url, for example --url http://localhost:8000.
            --url http://127.0.0.1:1 --max-tokens 4 --ready-timeout 1ms | the maximum number of output tokens cannot be set for synthetic prompts: the profile sets it.
            """)
    void reportsOptionsThatCannotBeCombined(String options, String sentence) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--profile-file",
                PROFILES.resolve("random_concurrency.yaml").toString()));
        arguments.addAll(Arrays.asList(options.split(" ")));

        Session session = Session.of(arguments.toArray(String[]::new));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).first().isEqualTo(sentence);
    }

    @Test
    void sendsHeadersAndKeyOfTheProfile() throws IOException {
        BlockingQueue<Headers> seen = new LinkedBlockingQueue<>();
        HttpServer recorder = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        recorder.createContext("/", exchange -> {
            if (exchange.getRequestMethod().equals("POST")) {
                seen.add(exchange.getRequestHeaders());
            }
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("{}".getBytes(UTF_8));
            exchange.close();
        });
        recorder.start();
        try {
            Session session = Session.of(
                    "run",
                    "--profile-file",
                    PROFILES.resolve("constant_chat.yaml").toString(),
                    "--url",
                    "http://127.0.0.1:" + recorder.getAddress().getPort(),
                    "--model",
                    MODEL,
                    "--header",
                    "x-own=mine",
                    "--output-dir",
                    folder.toString());

            assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(session.err()).contains("vllm-chat: ", "openai-chat: ").doesNotContain("completions");
            assertThat(seen).isNotEmpty().allSatisfy(headers -> {
                assertThat(headers.getFirst("Authorization")).isEqualTo("Bearer sesame-and-more");
                assertThat(headers.getFirst("x-team")).isEqualTo("inference");
                assertThat(headers.getFirst("x-own")).isEqualTo("mine");
            });
        } finally {
            recorder.stop(0);
        }
    }

    @Test
    void recognizesTheProfileOfAnotherToolAsFile() throws IOException {
        Path file = Files.writeString(folder.resolve("guidellm.yaml"), """
                target: http://127.0.0.1:1
                request_type: text_completions
                rate-type: concurrent
                rate: [1, 3]
                max-requests: 12
                data: prompt_tokens=16,output_tokens=4
                """);
        try (SimulatedServer server = server()) {
            List<String> arguments = new ArrayList<>(List.of("run", file.toString(), "--url"));
            arguments.add(server.uri().toString());
            arguments.addAll(List.of("--output-dir", folder.resolve("logs").toString(), "--warm-up", "0"));
            arguments.addAll(LenientClient.OPTIONS);

            Session session = Session.of(arguments.toArray(String[]::new));

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut())
                    .contains("Profile: " + file
                            + " is a profile of guidellm, which is translated; see docs/guides/llm-d.md")
                    .contains("stage-1: 1 at a time, 12 samples", "stage-2: 3 at a time, 12 samples");
            assertThat(server.stats().requests()).isGreaterThanOrEqualTo(24);
        }
    }

    @Test
    void fileAndProfileFileContradictEachOther() {
        String file = PROFILES.resolve("sweep.yaml").toString();

        Session session = Session.of("run", file, "--profile-file", file);

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines())
                .first()
                .isEqualTo(file + " and --profile-file are two profiles: give only one of them.");
    }

    @Test
    void writesTheLifecycleFilesOverAllStages() throws IOException {
        try (SimulatedServer server = server()) {
            Session session = run(
                    server,
                    "random_concurrency.yaml",
                    "-o",
                    "report.request_lifecycle.per_request=true,report.request_lifecycle.summary=true");

            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut()).contains("Report: " + folder.resolve("summary_lifecycle_metrics.json"));
            JsonNode summary = json("summary_lifecycle_metrics.json");
            assertThat(summary.at("/load_summary/count").intValue()).isEqualTo(50);
            assertThat(summary.at("/successes/count").intValue()).isEqualTo(50);
            assertThat(summary.at("/load_summary").has("requested_rate")).isFalse();
            double first = json("stage_0_lifecycle_metrics.json")
                    .at("/benchmark_time_seconds")
                    .doubleValue();
            double second = json("stage_1_lifecycle_metrics.json")
                    .at("/benchmark_time_seconds")
                    .doubleValue();
            assertThat(summary.at("/benchmark_time_seconds").doubleValue()).isGreaterThan(first + second);
            assertThat(json("per_request_lifecycle_metrics.json")).hasSize(50);
            assertThat(folder.resolve("stage_2_lifecycle_metrics.json")).doesNotExist();
        }
    }

    @Test
    void writesNoLifecycleFileThatTheProfileSwitchesOff() {
        try (SimulatedServer server = server()) {
            run(
                    server,
                    "random_concurrency.yaml",
                    "-o",
                    "report.request_lifecycle.per_stage=false,report.request_lifecycle.summary=false");

            assertThat(folder).isDirectoryNotContaining("glob:**lifecycle_metrics.json");
        }
    }

    @Test
    void maxTimeAbortsTheRunAndWritesReports() {
        try (SimulatedServer server = server()) {
            Session session =
                    run(server, "constant_chat.yaml", "-o", "load.stages.0.duration=1000", "--max-time", "12s");

            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.ABORTED);
            assertThat(session.plainOut()).contains("ABORTED", "stopped after the maximum time of 12 s");
            assertThat(folder.resolve("stage-1/report.html")).isNotEmptyFile();
        }
    }

    @Test
    void maxTimeMustBePositive() {
        Session session = Session.of(
                "run",
                "--max-time",
                "0s",
                "--url",
                "http://127.0.0.1:1",
                "--profile-file",
                PROFILES.resolve("sweep.yaml").toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).first().asString().startsWith("--max-time must be more than 0 s: got 0");
    }

    private JsonNode json(String file) throws IOException {
        return new ObjectMapper().readTree(folder.resolve(file).toFile());
    }

    @Test
    void signalEndsThePauseBetweenStages() throws Exception {
        try (SimulatedServer server = server()) {
            Process process = start(
                    Map.of(),
                    "random_concurrency.yaml",
                    "--url",
                    server.uri().toString(),
                    "--output-dir",
                    folder.toString(),
                    "-o",
                    "load.interval=100000");
            try (BufferedReader output = process.inputReader(UTF_8)) {
                String line = output.readLine();
                while (line != null && !line.contains("ended after")) {
                    line = output.readLine();
                }
                process.toHandle().destroy();

                assertThat(Session.plain(output.lines().collect(Collectors.joining("\n"))))
                        .contains("Not run: 6 at a time, 30 samples")
                        .containsPattern("(?m)^ *2 .* VALID$");
            } finally {
                process.destroyForcibly();
            }
            assertThat(process.waitFor()).isEqualTo(143);
        }
    }

    @Test
    void overridesNeedAProfile() {
        Session session = Session.of("run", "--url", "http://127.0.0.1:1", "-o", "a=b");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines())
                .containsExactly("--override needs --profile-file, because it replaces values of a profile.");
    }

    private record Child(int exitCode, String out, String err) {}

    private Child child(Map<String, String> environment, String file, String... more)
            throws IOException, InterruptedException {
        Process process = start(environment, file, more);
        try {
            String out = new String(process.getInputStream().readAllBytes(), UTF_8);
            return new Child(process.waitFor(), out, Files.readString(folder.resolve("errors")));
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(Map<String, String> environment, String file, String... more) throws IOException {
        List<String> command = JavaCommand.harness(
                List.of(), "run", "--profile-file", PROFILES.resolve(file).toString());
        command.addAll(LenientClient.OPTIONS);
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors").toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static SimulatedServer server() {
        Pace pace = new Pace(Duration.ofMillis(5), Duration.ofMillis(1));
        return SimulatedServer.start(
                SimulatorConfig.builder().model(MODEL).pace(pace).build());
    }

    private Session run(SimulatedServer server, String file, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--url",
                server.uri().toString(),
                "--profile-file",
                PROFILES.resolve(file).toString(),
                "--output-dir",
                folder.toString()));
        arguments.addAll(LenientClient.OPTIONS);
        arguments.addAll(List.of(more));
        return Session.of(arguments.toArray(String[]::new));
    }
}
