// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.loadharness.inference.Tokenizer;
import io.loadharness.report.Quantity;
import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.OutputLength;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import io.loadharness.simulator.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class RunTest {

    private static final Pace PACE = new Pace(Duration.ofMillis(5), Duration.ofMillis(1));
    private static final String KEY = "very-secret-token";

    private static final Path TOKENIZER =
            Path.of("../../plugins/tokenizers/src/test/resources/io/loadharness/tokenizers/byte-level-bpe");

    @TempDir
    Path folder;

    @Test
    void serverRunShowsTokensTimesAndVerdict() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(
                    server,
                    "server --target-qps 500 --min-duration 1s --min-queries 1000 --ttft-bound 60s --tpot-bound 10s");

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut())
                    .contains(server.uri() + " uses the dialect vllm-chat with token ids")
                    .containsPattern("Warm-up: " + server.uri() + " completed 8 requests in ")
                    .containsPattern("(?m)^TTFT \\(scheduled\\), (s|ms|µs)( +(-|[.\\d]+)){6}$")
                    .containsPattern("(?m)^TPOT, (s|ms|µs)( +(-|[.\\d]+)){6}$")
                    .containsPattern("(?m)^Output token throughput, tokens/s +[\\d,]+")
                    .containsPattern("(?m)^\\*\\*VALID\\*\\*: Server, [\\d.]+ queries/s$")
                    .contains("Reports and logs: " + folder);
            assertThat(folder.resolve("mlperf_log_summary.txt")).isNotEmptyFile();
        }
    }

    @Test
    void serversWithDifferentModelsAreRefused() {
        try (SimulatedServer first = server(SimulatorConfig.builder().model("small"));
                SimulatedServer second = server(SimulatorConfig.builder().model("large"))) {
            Session session = run(first, "server --target-qps 200 --url " + second.uri());

            assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(session.errLines())
                    .first()
                    .isEqualTo("the servers of a run must have the same model: " + first.uri()
                            + " has the model 'small', but " + second.uri()
                            + " has the model 'large'; give a model that all servers list (--model), or measure each"
                            + " model in a separate run.");
            assertThat(first.stats().requests()).isZero();
        }
    }

    @Tag("load")
    @Test
    void showsClientHealth() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "server --target-qps 200 --ttft-bound 5s --tpot-bound 1s --concurrency 100");

            assertThat(session.plainOut())
                    .containsPattern("(?m)^Issue delay( +\\d+[.\\d]* (ns|s|ms|µs)){3} +3600.0 s$")
                    .containsPattern("(?m)^Send delay( +\\d+[.\\d]* (ns|s|ms|µs)){3} +3600.0 s$")
                    .containsPattern("(?m)^Slot wait( +\\d+[.\\d]* (ns|s|ms|µs)){2} +- +-$")
                    .containsPattern("(?m)^Read delay, http-netty-\\d+-1( +\\d+[.\\d]* (ns|s|ms|µs)){3} +3600.0 s$")
                    .containsPattern("(?m)^CPUs +\\d+.\\d % +- +of \\d+$");
        }
    }

    @Test
    void exceededClientLimitMakesTheRunInvalid() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(
                    server,
                    "server --target-qps 200 --min-duration 2s --ttft-bound 5s --tpot-bound 1s --max-read-delay 1us");

            assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.INVALID);
            assertThat(session.plainOut()).contains("- client-limited: the read delay of thread http-netty-");
        }
    }

    @Test
    void sendsRowsOfADataSetWithTheirIdsAndLengths() throws IOException {
        Path set = Files.writeString(folder.resolve("set.jsonl"), """
                {"tok_input": [1], "output_len": 2}
                {"tok_input": [1, 2], "output_len": 3}
                {"tok_input": [1, 2, 3], "output_len": 4}
                """);
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "offline --accuracy --warm-up 0 --dataset-path " + set);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut()).contains("uses the dialect vllm-completions with token ids");
            int probe = 1;
            assertThat(server.stats().promptTokens()).isEqualTo(probe + 1 + 2 + 3);
            assertThat(server.stats().generationTokens()).isEqualTo(2 + 2 + 3 + 4);
        }
    }

    @Test
    void sendsImagesOfADataSet() throws IOException {
        Path set = folder.resolve("images.jsonl");
        Session made = Session.of(
                "dataset", "generate", set.toString(), "--workload", "image-classification", "--prompt-count", "3");
        assertThat(made.err()).isEmpty();
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "offline --accuracy --warm-up 0 --dataset-path " + set);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(session.out()).contains("uses the dialect vllm-chat with token ids");
            int probe = 1;
            assertThat(server.stats().images()).isEqualTo(probe + 3);
            assertThat(server.stats().rejected()).isZero();
        }
    }

    @Test
    void rejectsDialectWithoutImagesBeforeAnyRequest() throws IOException {
        Path set = Files.writeString(folder.resolve("set.jsonl"), "{\"prompt\": \"a\", \"image\": \"http://a\"}");
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "offline --accuracy --dialect openai-completions --dataset-path " + set);

            assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(session.err())
                    .endsWith("openai-completions: BACKEND_EXCEPTION, this dialect takes text or token ids, not chat"
                            + " messages with images: use openai-chat or vllm-chat.\n")
                    .hasLineCount(1);
            assertThat(server.stats().requests()).isZero();
        }
    }

    @Test
    void sendsADataSetAsTextOrMessages() throws IOException {
        Path set = Files.writeString(
                folder.resolve("set.json"),
                "[{\"input_ids\": [1], \"q\": [{\"role\": \"user\", \"content\": \"one two three\"}]}]");
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session =
                    run(server, "offline --accuracy --warm-up 0 --column input=q --prompts text --dataset-path " + set);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut()).contains("uses the dialect vllm-chat with token ids");
        }
    }

    @Test
    void encodesTextsWhenIdsAreSent() throws IOException {
        Path set =
                Files.writeString(folder.resolve("texts.jsonl"), "{\"input\": \"one two\"}\n{\"input\": \"three\"}\n");
        Path tokenizer =
                Path.of("../../plugins/tokenizers/src/test/resources/io/loadharness/tokenizers/byte-level-bpe");
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(
                    server,
                    "offline --accuracy --warm-up 0 --prompts ids --tokenizer " + tokenizer + " --dataset-path " + set);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut()).contains("Encoding the prompts of texts.jsonl with tokenizer ");
        }
    }

    @Test
    void leavesOutShareGptConversationsWithoutQuestion() throws IOException {
        Path set = Files.writeString(folder.resolve("sharegpt.json"), """
                [{"id": "a", "conversations": [{"from": "human", "value": "one two"}, {"from": "gpt", "value": "three"}]},
                 {"id": "b", "conversations": []},
                 {"id": "c", "conversations": [{"from": "gpt", "value": "x"}, {"from": "human", "value": "y"}, {"from": "gpt", "value": "z"}]},
                 {"id": "d", "conversations": [{"from": "system", "value": "Be kind"}, {"from": "human", "value": "four"}]}]
                """);
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "offline --accuracy --warm-up 0 --dataset-path " + set);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut()).contains("2 of 4 conversations are skipped: they contain no question");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "--dataset-path DIR/none.json|DIR/none.json does not exist.",
                "--dataset-path DIR/set.json|set.json, row 1: \"tok_input\" is empty.",
                "--dataset-path DIR/set.json --prompts text|set.json has no column for \"input\"; its columns are tok_input.",
                "--dataset-path DIR/set.json --column input=tokinput|set.json has no column \"tokinput\"; did you mean",
                "--dataset-path DIR/trace.csv|trace.csv has no column for \"input\"; its columns are TIMESTAMP, ContextTokens, GeneratedTokens. If the file is a trace of lengths, use a workload of type 'trace', which generates synthetic prompts.",
                "--prompts ids|--prompts needs --dataset-path: the built-in prompts are text.",
                "--dataset-path DIR/set.json --prompts tokens|unknown prompt form 'tokens'. Allowed:",
            })
    void rejectsUnusableDataSetBeforeAnyRequest(String options, String said) throws IOException {
        Files.writeString(folder.resolve("set.json"), "[{\"tok_input\": []}]");
        Files.writeString(
                folder.resolve("trace.csv"), "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:17:03,5,6\n");
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "offline --target-qps 10 " + options.replace("DIR", folder.toString()));

            assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(session.err()).contains(said.replace("DIR", folder.toString()));
            assertThat(server.stats().requests()).isZero();
        }
    }

    @Test
    void reportsUnusableCalibrationOnce() throws IOException {
        System.setProperty("loadharness.cache", folder.toString());
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Files.writeString(folder.resolve("calibration-jdk.json"), "garbage");
            Session broken = run(server, "server --target-qps 100 --min-duration 100ms --transport jdk");

            assertThat(broken.err()).isEmpty();
            assertThat(broken.plainOut())
                    .containsOnlyOnce(folder.resolve("calibration-jdk.json") + " is not a calibration and is ignored");
        } finally {
            System.clearProperty("loadharness.cache");
        }
    }

    @Test
    void acceptsUncountedResponsesOnlyWithTheOption() {
        SimulatorConfig.Builder silent = SimulatorConfig.builder().fault(FaultRule.every(1, Fault.MISSING_USAGE));
        try (SimulatedServer server = server(silent)) {
            String scenario = "single-stream --dialect openai-chat --min-queries 64 --min-duration 1ms";
            Session strict = run(server, scenario);
            Session lenient = run(server, scenario + " --no-token-counts");

            assertThat(strict.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(strict.errLines())
                    .containsExactly(
                            "the server reports no token counts. Use a tokenizer, which counts on the client, or countTokens(false)"
                                    + " (--no-token-counts) to run without token metrics.");
            assertThat(lenient.exitCode()).as(lenient.out()).isEqualTo(ExitCode.OK);
            assertThat(lenient.plainOut()).doesNotContain("token throughput");
        }
    }

    @Test
    void tokenizerCountsTokensIfTheServerDoesNot() throws IOException {
        SimulatorConfig.Builder silent = SimulatorConfig.builder().fault(FaultRule.every(1, Fault.MISSING_USAGE));
        try (SimulatedServer server = server(silent);
                Tokenizer tokenizer = Tokenizer.open(TOKENIZER)) {
            String scenario = "single-stream --dialect openai-chat --accuracy";
            Session session = run(server, scenario + " --tokenizer " + TOKENIZER);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut()).contains("Tokens are counted on the client: " + tokenizer);
            long counted = loggedAnswers().stream().mapToLong(tokenizer::count).sum();
            assertThat(session.plainOut())
                    .containsPattern("(?m)^" + server.uri() + " +128 +0 +" + Quantity.count(counted) + " +[\\d.]+$");
        }
    }

    @Test
    void reportsMissingTokenizerBeforeAnyRequest() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session missing = run(server, "single-stream --tokenizer nowhere");
            Session noModel = run(server, "single-stream --tokenizer hub:a/b/c");
            Session both = run(server, "single-stream --no-token-counts --tokenizer " + TOKENIZER);

            assertThat(List.of(missing, noModel, both))
                    .extracting(Session::exitCode)
                    .containsOnly(ExitCode.USAGE);
            assertThat(missing.errLines())
                    .containsExactly("there is no file nowhere; use a tokenizer.json or a folder that contains one.");
            assertThat(noModel.errLines())
                    .containsExactly(
                            "\"a/b/c\" is not a valid model name of the hub: use org/name or org/name@revision.");
            assertThat(both.errLines())
                    .containsExactly("--no-token-counts and --tokenizer contradict each other: give only one of them.");
            assertThat(server.stats().succeeded()).isZero();
        }
    }

    @Test
    void rejectsBatchesWithACommonTokenCount() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(
                    server, "offline --target-qps 40 --dialect openai-completions --batch-size 4 --min-duration 1ms");

            assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(session.errLines())
                    .first()
                    .asString()
                    .isEqualTo(
                            "batch size: a server with the dialect 'openai-completions' reports one token count for all prompts of a"
                                    + " request. Use the dialect 'vllm-completions', a tokenizer, which counts on the client,"
                                    + " or countTokens(false) (--no-token-counts)");
        }
    }

    @Test
    void tokenizerCountsBatchesWithACommonTokenCount() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(
                    server,
                    "offline --target-qps 40 --dialect openai-completions --batch-size 4 --min-duration 1ms --warm-up 0"
                            + " --tokenizer " + TOKENIZER);

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.outLines())
                    .contains("Tokens are counted on the client: tokenizer " + TOKENIZER + "/tokenizer.json");
            Matcher row = Pattern.compile("(?m)^" + server.uri() + " +(\\d+) +0 +([\\d,]+) ")
                    .matcher(session.plainOut());
            assertThat(row.find()).as(session.out()).isTrue();
            int samples = Integer.parseInt(row.group(1));
            assertThat(Integer.parseInt(row.group(2).replace(",", ""))).isGreaterThanOrEqualTo(samples);
            int search = 1;
            assertThat(server.stats().requests()).isEqualTo(search + (samples + 3) / 4);
        }
    }

    @Test
    void samplesAndTokensMatchTheCountsOfTheServer() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(
                    server,
                    "offline --target-qps 1000 --min-duration 1ms --min-queries 200 --dialect vllm-completions");

            Matcher row = Pattern.compile("(?m)^" + server.uri() + " +(\\d+) +0 +([\\d,]+) +[\\d.]+$")
                    .matcher(session.plainOut());
            assertThat(row.find()).as(session.out()).isTrue();
            int notCounted = 9;
            long answered = Long.parseLong(row.group(1));
            assertThat(row.group(2).replace(",", "")).isEqualTo("" + 6 * answered);
            assertThat(server.stats().generationTokens()).isEqualTo(6 * (answered + notCounted));
            assertThat(server.stats().succeeded()).isEqualTo(answered + notCounted);
            assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void countsFailuresByKindAndServer() {
        SimulatorConfig.Builder faulty = SimulatorConfig.builder().fault(FaultRule.every(10, Fault.HTTP_503));
        try (SimulatedServer server = server(faulty)) {
            Session session = run(server, "single-stream --min-duration 100ms --min-queries 100 --warm-up 0");

            assertThat(session.exitCode()).isEqualTo(ExitCode.INVALID);
            long failed = server.stats().faults(Fault.HTTP_503);
            assertThat(failed).isPositive();
            assertThat(session.plainOut())
                    .containsPattern("(?m)^" + server.uri() + " +\\d+ +" + failed + " ")
                    .containsPattern("(?m)^- " + failed + " × HTTP_ERROR: `HTTP status 503")
                    .contains("- " + failed + " of ");
        }
    }

    @Test
    void distributesSamplesOverServers() {
        try (SimulatedServer one = server(SimulatorConfig.builder());
                SimulatedServer other = server(SimulatorConfig.builder())) {
            Session session = run(one, "multi-stream --min-duration 100ms --url " + other.uri());

            assertThat(session.exitCode()).as(session.err()).isIn(ExitCode.OK, ExitCode.INVALID);
            assertThat(session.plainOut())
                    .containsPattern("(?m)^" + one.uri() + " +[\\d,]+ +0 ")
                    .containsPattern("(?m)^" + other.uri() + " +[\\d,]+ +0 ");
        }
    }

    @Test
    void sendsABatchInOneRequest() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(
                    server,
                    "offline --target-qps 100 --min-duration 1ms --min-queries 1 --dialect vllm-completions"
                            + " --warm-up 0 --batch-size 16 --order longest-first");

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            int samples = completedSamples(session, server);
            int search = 1;
            assertThat(server.stats().requests()).isEqualTo(search + (samples + 15) / 16);
        }
    }

    /** Returns the number of completed samples in the row of a server without failures. */
    private static int completedSamples(Session session, SimulatedServer server) {
        Matcher row = Pattern.compile("(?m)^" + server.uri() + " +(\\d+) +0 ").matcher(session.plainOut());
        assertThat(row.find()).as(session.out()).isTrue();
        return Integer.parseInt(row.group(1));
    }

    @Test
    void sendsABatchOfAWholeDataSetInSeveralRequests() throws IOException {
        int rows = 13_368;
        Path data = folder.resolve("dataset.json");
        Files.writeString(
                data,
                IntStream.range(0, rows)
                        .mapToObj(i -> "{\"input\": \"" + i + "\", \"tok_input\": [1, " + i + "], \"output\": \"x\"}")
                        .collect(Collectors.joining(",\n", "[", "]")));
        SimulatorConfig shortOutputs =
                SimulatorConfig.builder().outputLength(OutputLength.fixed(2)).build();
        try (SimulatedServer server = SimulatedServer.start(shortOutputs)) {
            Session session = run(
                    server,
                    "Offline --batch-size 13368 --num-samples 13368 --dataset-path " + data
                            + " --dialect vllm-completions --warm-up 0"
                            + " --target-qps 1 --min-duration 1ms --min-queries 13368");

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.outLines())
                    .contains("Batches: up to 13,368 samples, in requests of at most 64 prompts and 1,000,000 bytes"
                            + " that are in flight at the same time");
            assertThat(session.plainOut()).containsPattern("(?m)^" + server.uri() + " +13,?368 +0 +26,?736 ");
            int search = 1;
            assertThat(server.stats().requests()).isEqualTo(search + (rows + 63) / 64);
        }
    }

    @Test
    void limitsThePromptsOfARequest() throws IOException {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(
                    server,
                    "offline --target-qps 100 --min-duration 1ms --min-queries 1 --dialect vllm-completions"
                            + " --warm-up 0 --batch-size 16 --max-request-prompts 3 --max-request-bytes 50000");

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            int samples = completedSamples(session, server);
            int search = 1;
            int requests = samples / 16 * 6 + (samples % 16 + 2) / 3;
            assertThat(server.stats().requests()).isEqualTo(search + requests);
            assertThat(session.plainOut())
                    .contains(" samples, in requests of at most 3 prompts and 50,000 bytes that are in flight");
        }
    }

    @Test
    void countsRequestsThatWaitForAConnection() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session =
                    run(server, "offline --target-qps 100 --min-duration 1ms --min-queries 1 --max-connections 1");

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut())
                    .containsPattern("(?m)^- Requests that waited for a free connection: [\\d,]+, .* in total$");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void sendsRequestsThroughAProxy(String transport) {
        try (SimulatedServer proxy = server(SimulatorConfig.builder())) {
            Session session = Session.of(("run --url http://no-such-host.invalid --proxy "
                            + proxy.uri().getAuthority()
                            + " --scenario single-stream --min-duration 10ms --max-tokens 6 --transport "
                            + transport + " --output-dir " + folder + " " + String.join(" ", LenientClient.OPTIONS))
                    .split(" "));

            assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
            assertThat(proxy.stats().succeeded()).isPositive();
        }
    }

    @Test
    void modelNameSelectsTheSectionOfMlperfConf() throws IOException {
        Path userConf =
                Files.writeString(folder.resolve("user.conf"), "llama2-70b.*.performance_sample_count_override = 0\n");
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(
                    server,
                    "server --target-qps 200 --min-duration 100ms --min-queries 100 --lg-model-name llama2-70b"
                            + " --user-conf " + userConf);

            assertThat(session.exitCode()).as(session.err()).isIn(ExitCode.OK, ExitCode.INVALID);
            assertThat(Files.readString(folder.resolve("mlperf_log_summary.txt")))
                    .containsPattern("ttft_latency \\(ns\\)\\s*: 2000000000");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"server --target-qps 200", "offline --target-qps 200", "offline"})
    void aDataSetThatIsTooSmallIsRejectedBeforeTheFirstRequest(String scenario) throws IOException {
        Path prompts = Files.writeString(folder.resolve("prompts.jsonl"), "{\"input\": \"Hello\"}\n");
        Session session = Session.of(("run --url http://127.0.0.1:1 --scenario " + scenario
                        + " --lg-model-name llama3_1-8b --dataset-path " + prompts)
                .split(" "));

        assertThat(session.errLines())
                .containsExactly("mlperf.conf of LoadGen requires 13368 samples for the model llama3_1-8b, but"
                        + " prompts.jsonl has 1: use the complete data set of the model, without a smaller number of"
                        + " samples (--num-samples), or leave out mlperfModel (--lg-model-name)");
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void usesHttp2IfRequestedAndSupported(String transport) {
        SimulatorConfig.Builder config =
                SimulatorConfig.builder().tls(Tls.SELF_SIGNED).http2(true);
        try (SimulatedServer server = server(config)) {
            Session session =
                    run(server, "single-stream --min-duration 10ms --http2 --insecure --transport " + transport);

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut()).containsPattern("(?m)^- Responses over HTTP/2: ([\\d,]+) of \\1 requests");
        }
    }

    @Test
    void uncheckedCertificatesAreAWarningNextToTheVerdict() throws IOException {
        try (SimulatedServer server = server(SimulatorConfig.builder().tls(Tls.SELF_SIGNED))) {
            Session session = run(server, "single-stream --min-duration 10ms --insecure");

            String warning =
                    "TLS certificates were not checked (--insecure): any server in the network can pretend to be "
                            + server.uri() + ", and read the requests and their token.";
            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.out()).containsPattern("\\*\\*VALID\\*\\*.*\\n\\n- \\Q" + warning + "\\E\\n");
            for (String file : List.of("result.json", "report.html", "summary.md")) {
                assertThat(folder.resolve(file)).content().contains(warning);
            }
            Session report = Session.of("report", folder.toString());
            assertThat(report.out()).containsOnlyOnce(warning);
            assertThat(folder.resolve("summary.txt"))
                    .content()
                    .containsPattern("\\*\\*VALID\\*\\*.*\\n\\n- \\Q" + warning);
            for (String file : List.of("", "result.json")) {
                String path = folder.resolve(file).toString();
                assertThat(Session.of("compare", path, path).out()).contains("- " + warning);
            }
            assertThat(Session.of("probe", "--url", server.uri().toString(), "--insecure")
                            .out())
                    .startsWith(warning + "\n");
        }
    }

    @Test
    void insecureWithoutTlsIsNotAWarning() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "single-stream --min-duration 10ms --insecure");

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut()).doesNotContain("were not checked");
        }
    }

    @Test
    void reportsThatAServerWithoutHttp2UsedHttp11() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "single-stream --min-duration 10ms --http2");

            assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut()).contains("No response used HTTP/2: the server supports only HTTP/1.1");
        }
    }

    @Test
    void hasNoFirstTokenWithoutStreaming() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session =
                    run(server, "server --target-qps 100 --min-duration 500ms --no-streaming --latency-bound 5s");

            assertThat(session.exitCode()).as(session.out()).isIn(ExitCode.OK, ExitCode.INVALID);
            assertThat(session.plainOut()).doesNotContain("TTFT").containsPattern("(?m)^E2EL \\(sent\\), ");
        }
    }

    @Test
    void accuracyRunLogsEveryCompletion() throws IOException {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "offline --accuracy");

            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(Files.readString(folder.resolve("mlperf_log_accuracy.json"))
                            .split("qsl_idx"))
                    .hasSize(1 + 128);
        }
    }

    @Test
    void sendsSecretsAndNeverPrintsThem() throws IOException {
        Path key = Files.writeString(folder.resolve("key"), KEY + "\n");
        try (SimulatedServer server = server(SimulatorConfig.builder().apiKey(KEY))) {
            Session wrong = run(server, "single-stream --header Authorization=Bearer-" + KEY);
            Session right = run(server, "single-stream --min-duration 100ms --api-key-file " + key);

            assertThat(right.exitCode()).as(right.err()).isEqualTo(ExitCode.OK);
            assertThat(right.out() + right.err()).doesNotContain(KEY);
            assertThat(wrong.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(wrong.err()).contains("401").doesNotContain(KEY);
        }
    }

    @Test
    void reportsUnreachableServer() throws IOException {
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // bound, but not listening
            String silent = "127.0.0.1:" + taken.getLocalPort();
            Session session = Session.of(
                    "run", "--url", "http://" + silent, "--scenario", "single-stream", "--ready-timeout", "10ms");

            assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(session.errLines())
                    .singleElement()
                    .asString()
                    .startsWith("http://" + silent + " is not ready after 0 s: no connection to " + silent);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " --dialect openai-chat", " --dialect sglang-generate"})
    void suggestsTheNearestModel(String dialect) {
        try (SimulatedServer server = server(SimulatorConfig.builder().model("tiny"))) {
            Session session = run(server, "single-stream --model tinny" + dialect);

            assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(session.errLines())
                    .containsExactly(server.uri() + " has no model 'tinny'; did you mean 'tiny'? Allowed: tiny.");
            assertThat(server.stats().requests()).isZero();
        }
    }

    @Test
    void usesTheOnlyModelByDefault() {
        try (SimulatedServer server = server(SimulatorConfig.builder().model("tiny"))) {
            Session session = run(server, "single-stream --min-duration 100ms");

            assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut()).startsWith(server.uri() + " has one model, tiny\n");
        }
    }

    @Test
    void maximumTimeBeforeTheFirstRunIsReported() {
        for (String scenario : List.of("server", "server,offline")) {
            Session session =
                    Session.of(("run --url http://127.0.0.1:1 --target-qps 5 --ready-timeout 60s --max-time 1s"
                                    + " --scenario " + scenario)
                            .split(" "));

            assertThat(session.outLines()).contains("No run was started: stopped after the maximum time of 1 s");
            assertThat(session.exitCode()).isEqualTo(ExitCode.ABORTED);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | {"data":[{"id":"a"},{"id":"b"}]} | 2 | URL has several models: set one of them (--model): a, b.
            200 | {"data":[]}                      | 2 | URL has an empty list of models: set the model (--model)
            404 | {"detail":"no such page"}        | 1 | no API dialect works at URL: openai-chat: HTTP_ERROR, HTTP status 422: name a model.
            """)
    void reportsServerWithoutModelList(int status, String models, int exitCode, String sentence) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer(server, "/health", 200, "");
        answer(server, "/v1/models", status, models);
        answer(server, "/v1/chat/completions", 422, "{\"error\":\"name a model\"}");
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            Session session =
                    Session.of(("run --scenario single-stream --dialect openai-chat --url " + url).split(" "));

            assertThat(session.exitCode()).isEqualTo(exitCode);
            assertThat(session.errLines()).first().isEqualTo(sentence.replace("URL", url));
            assertThat(session.outLines())
                    .isEqualTo(
                            status == 404
                                    ? List.of(url + " lists no models at /v1/models (HTTP status 404), and no model"
                                            + " is set")
                                    : List.of());
        } finally {
            server.stop(0);
        }
    }

    private static void answer(HttpServer server, String path, int status, String body) {
        server.createContext(path, exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --scenario servr                          | Invalid value for option '--scenario': unknown scenario 'servr'; did you mean 'server'? Allowed: single-stream, multi-stream, server, offline.
            --scenario server                         | --scenario=server needs --target-qps, for example --target-qps 20.
            --scenario single-stream --target-qps 1   | --target-qps does not apply to 'single-stream', where each query waits for the previous one: leave out --target-qps.
            --scenario offline --target-qps 0         | --target-qps must be more than 0 and at most 1000000: got 0.0.
            --scenario offline --min-duration 60      | Invalid value for option '--min-duration': '60' is not a duration: write a number and its unit, for example 60s.
            --scenario offline --dialect vlm-chat     | Invalid value for option '--dialect': unknown dialect 'vlm-chat'; did you mean 'vllm-chat'? Allowed: openai-completions, openai-chat, vllm-completions, vllm-chat, sglang-generate, llama-cpp.
            --scenario single-stream --header a       | --header must be a name, an equals sign and a value, for example --header X-Team=blue.
            --scenario single-stream --transport nety | unknown transport 'nety'; did you mean 'netty'? Allowed: jdk, netty, netty-nio.
            --scenario single-stream --routing round  | Invalid value for option '--routing': unknown routing 'round'; did you mean 'round-robin'? Allowed: round-robin, least-outstanding, weighted, sample-partitioned.
            --scenario single-stream --weight 2       | --routing=weighted and --weight need each other: give both or neither.
            --scenario single-stream --routing weighted --weight 0 | --weight must be at least 1: got 0.
            --scenario single-stream --routing weighted --weight 1001 | --weight must be at most 1000: got 1001.
            --scenario single-stream --url http://127.0.0.1:1 | the server http://127.0.0.1:1 is given twice: give each server once.
            --scenario single-stream --replicas 0     | --replicas must be from 1 to 65535: got 0.
            --scenario single-stream --output-dir pom.xml/logs | --output-dir: FOLDER/pom.xml is not a folder: choose another path.
            --scenario single-stream --concurrency 0  | --concurrency must be at least 1: got 0.
            --scenario offline --target-qps 1 --batch-size 0  | --batch-size must be at least 1: got 0.
            --scenario single-stream --batch-size 2   | --batch-size does not apply to 'single-stream', where a query has one sample: leave out --batch-size.
            --scenario single-stream --max-request-prompts 9 | --max-request-prompts limits the requests of batches: give --batch-size or --batch-tokens, or leave out --max-request-prompts.
            --scenario offline --target-qps 1 --batch-size 2 --max-request-bytes 0 | --max-request-bytes must be at least 1: got 0.
            --scenario single-stream --order dataset  | --order does not apply to 'single-stream', where a query has one sample: leave out --order.
            --scenario multi-stream --order length    | Invalid value for option '--order': unknown sample order 'length'. Allowed: issued, dataset, longest-first.
            --scenario single-stream --max-connections 0 | --max-connections must be at least 1: got 0.
            --scenario single-stream --max-connections 9 --http2 --transport jdk | java.net.http cannot limit the number of HTTP/2 connections: use the transport "netty".
            --scenario single-stream --proxy http://far:80/ | Invalid value for option '--proxy': 'http://far:80/' is not a host and port: write far:80.
            --scenario single-stream --proxy me:pw@far:80 | Invalid value for option '--proxy': a user and a password for a proxy are not supported: write only host and port.
            --scenario single-stream --header Host=x  | the header Host is set by the transport: remove this header.
            --scenario server --target-qps 9 --no-streaming --ttft-bound 1s | ttftBound and tpotBound (--ttft-bound, --tpot-bound) require streaming and token counts; use latencyBound (--latency-bound) to limit the latency of whole responses.
            --scenario single-stream --proxy far      | Invalid value for option '--proxy': 'far' is not a host and port: write far and its port, for example far:3128.
            --scenario single-stream --proxy far:0    | Invalid value for option '--proxy': 'far:0' has the port 0: write a port from 1 to 65535.
            --scenario single-stream --lg-model-name resnet | unknown model 'resnet' in LoadGen's mlperf.conf; did you mean 'resnet50'?
            --scenario single-stream --max-tokens 0   | --max-tokens must be at least 1: got 0.
            --scenario single-stream --max-send-delay 0s  | --max-send-delay must be more than zero.
            --scenario single-stream --max-gc-share 101 | --max-gc-share must be more than 0 and at most 100 percent: got 101.0.
            --scenario single-stream --ttft-bound 1s  | --ttft-bound, --tpot-bound and --latency-bound apply only to --scenario=server: leave out these options.
            --scenario single-stream --request-timeout 0s | --request-timeout must be more than zero.
            --scenario Offline --profile llama3-8b    | Invalid value for option '--profile': unknown profile 'llama3-8b'; did you mean 'llama3.1-8b'? Allowed: llama3.1-8b, llama2-70b, llama3.1-405b, mixtral-8x7b, deepseek-r1, gpt-oss-120b, resnet50, retinanet, bert-99, 3d-unet.
            --scenario Offline --profile llama3.1-8b  | --profile=llama3.1-8b needs the data set of the model: give its file with --dataset-path.
            --scenario Offline --lg-model-name llama3.1-8b | unknown model 'llama3.1-8b' in LoadGen's mlperf.conf; did you mean 'llama3_1-8b'?
            --scenario Offline --target-qps 1 --accuracy --test-mode performance | --accuracy and --test-mode=performance contradict each other: give only one of them.
            --scenario Offline --target-qps 1 --test-mode speed | Invalid value for option '--test-mode': unknown mode 'speed'. Allowed: performance, accuracy.
            --scenario Offline --enable-metrics=maybe | Invalid value for option '--enable-metrics': 'maybe' is not a boolean.
            --scenario Offline --no-enable-metrics --scrape-interval 1s | --no-enable-metrics and the options --scrape-... contradict each other: give only one of them.
            --scenario Offline --scrape-interval 1ms  | the scrape interval must be at least 10ms: got 1ms.
            --scenario Offline --scrape-metric a{b=c} | the metric name 'a{b=c}' is invalid: write it as in the response of the metrics endpoint, without labels, such as vllm:num_requests_running.
            --scenario Offline --scrape-url 127.0.0.1:1 | metrics page 127.0.0.1:1: a server URL must start with http:// or https://, for example http://host:8000.
            --scenario Offline --scrape-url far:9400  | metrics page far:9400: a server URL must start with http:// or https://, for example http://host:8000.
            --scenario Offline --server-config a.yaml | --server-config starts the servers that are measured: leave out --url and --replicas.
            --scenario Offline --accuracy --num-samples 0 | --num-samples must be at least 1: got 0.
            --load poisson --rate 1 --requests 1 --test-mode accuracy | --test-mode is for LoadGen and cannot be combined with --load: leave out --test-mode.
            --scenario single-stream --min-tokens 200 | --min-tokens must be at most --max-tokens, which is 128: got 200.
            --scenario single-stream --temperature -1 | --temperature must be from 0 to 100: got -1.0.
            --scenario single-stream --top-p 2        | --top-p must be more than 0 and at most 1: got 2.0.
            --load constant --rate 1 --requests 1 --tokenizer org/name | --tokenizer org/name is not a file or a folder; write hub:org/name to download this tokenizer from the Hugging Face hub.
            --scenario single-stream --top-k -2       | --top-k must be at least -1: got -2.
            --scenario single-stream --extra-body 1   | --extra-body must be a JSON object, for example '{"min_p": 0.1}': got 1.
            --scenario single-stream --extra-body {"min_p": | --extra-body is not valid JSON at character 10: write for example '{"min_p": 0.1}'.
            --scenario single-stream --extra-body {"temperature":1} | --extra-body must not contain 'temperature': use --temperature.
            --scenario single-stream --extra-body {"prompt":""} | --extra-body must not contain 'prompt': it comes from the data set.
            --scenario single-stream --api-key-env LOADHARNESS_NOT_SET | the environment variable LOADHARNESS_NOT_SET is not set.
            """)
    void reportsWrongOptionInOneSentence(String options, String sentence) {
        Session session = Session.of(("run --url http://127.0.0.1:1 " + options).split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines())
                .first()
                .isEqualTo(
                        sentence.replace("FOLDER", Path.of("").toAbsolutePath().toString()));
        assertThat(session.plainOut()).isEmpty();
    }

    private static SimulatedServer server(SimulatorConfig.Builder config) {
        return SimulatedServer.start(config.pace(PACE).build());
    }

    private List<String> loggedAnswers() throws IOException {
        return Pattern.compile("\"data\" : \"(\\p{XDigit}+)\"")
                .matcher(Files.readString(folder.resolve("mlperf_log_accuracy.json")))
                .results()
                .map(answer -> new String(HexFormat.of().parseHex(answer.group(1)), StandardCharsets.UTF_8))
                .toList();
    }

    private Session run(SimulatedServer server, String scenarioAndOptions) {
        List<String> arguments = new ArrayList<>(List.of(
                "run", "--url", server.uri().toString(), "--max-tokens", "6", "--output-dir", folder.toString()));
        LenientClient.OPTIONS.stream()
                .filter(each -> !scenarioAndOptions.contains(each.substring(0, each.indexOf('='))))
                .forEach(arguments::add);
        arguments.add("--scenario");
        arguments.addAll(Arrays.asList(scenarioAndOptions.split(" ")));
        return Session.of(arguments.toArray(String[]::new));
    }
}
