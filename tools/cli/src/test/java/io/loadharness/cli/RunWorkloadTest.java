// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.OutputLength;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code harness run} with synthetic prompts, and with loads that the data set determines. */
@Timeout(600)
class RunWorkloadTest {

    private static final Path TOKENIZER =
            Path.of("../../plugins/tokenizers/src/test/resources/io/loadharness/tokenizers/byte-level-bpe");

    private static final String CONVERSATIONS =
            "--workload conversations --conversations 3 --turns 4 --input-length 5 --output-length 2";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            shared-prefixes --groups 2 --prompts-per-group 3                           | 6  | 150 | 50
            random --prompt-count 4 --input-length 9 --output-length 3                 | 4  | 9   | 3
            random --prompt-count 4 --input-length 9 --output-length 3 --tokenizer DIR | 4  | 9   | 3
            """)
    void sendsSyntheticPrompts(String workload, int rows, int input, int output) {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(
                    server,
                    "--scenario offline --accuracy --warm-up 0 --workload "
                            + workload.replace("DIR", TOKENIZER.toString()));

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            int probe = 1;
            assertThat(server.stats().promptTokens()).isEqualTo((long) (probe + rows) * input);
            assertThat(server.stats().generationTokens()).isEqualTo((long) (probe + rows) * output);
        }
    }

    @Test
    void sendsSyntheticImages() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(
                    server, "--load burst --requests 3 --warm-up 0 --workload image-classification --prompt-count 3");

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(server.stats().images()).isEqualTo(1 + 3);
        }
    }

    @Test
    void turnsWaitForThePreviousTurnAndThinkTime() throws IOException {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session =
                    run(server, "--load sessions --concurrency 3 --think-time 20ms --warm-up 0 " + CONVERSATIONS);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.outLines())
                    .contains("Load: 12 turns of sessions, started as: 3 at a time, 3 sessions."
                            + " This is not MLPerf LoadGen.");
        }
        List<long[]> samples = samples();
        assertThat(samples).hasSize(12);
        for (int conversation = 0; conversation < 3; conversation++) {
            for (int turn = 1; turn < 4; turn++) {
                int row = conversation * 4 + turn;
                long[] before = sample(samples, row - 1);
                long[] after = sample(samples, row);
                assertThat(after[SCHEDULED]).as("row %d", row).isEqualTo(before[ENDED] + 20_000_000);
            }
        }
    }

    @Test
    void sessionsOfAFileStartAtARateInOrder() throws IOException {
        Path set = Files.writeString(folder.resolve("set.jsonl"), """
                {"input": "b1", "session_id": "b", "turn_id": 1}
                {"input": "a1", "session_id": "a", "turn_id": 1}
                {"input": "b0", "session_id": "b", "turn_id": 0}
                {"input": "a0", "session_id": "a", "turn_id": 0}
                """);
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "--load sessions --rate 50 --warm-up 0 --dataset-path " + set);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.out()).contains("4 turns of sessions, started as: poisson 50/s, 2 sessions");
        }
        List<long[]> samples = samples();
        assertThat(sample(samples, 0)[SCHEDULED]).isEqualTo(sample(samples, 2)[ENDED]);
        assertThat(sample(samples, 1)[SCHEDULED]).isEqualTo(sample(samples, 3)[ENDED]);
    }

    @Test
    void skipsTurnsAfterAFailedTurn() {
        SimulatorConfig.Builder failing = SimulatorConfig.builder().fault(FaultRule.every(6, Fault.HTTP_500));
        try (SimulatedServer server = server(failing)) {
            Session session = run(
                    server, "--load sessions --concurrency 1 --warm-up 0 --dialect vllm-completions " + CONVERSATIONS);

            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.INVALID);
            assertThat(session.out()).contains("1 of 9 samples failed: HTTP_ERROR 1");
        }
    }

    @Test
    void replaysATraceWithItsPromptsAndTimes() throws IOException {
        Path trace = Files.writeString(folder.resolve("trace.csv"), """
                TIMESTAMP,ContextTokens,GeneratedTokens
                2024-05-10 00:00:00.500,5,3
                2024-05-10 00:00:00.100,6,2
                2024-05-10 00:00:00.300,7,4
                """);
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session =
                    run(server, "--load replay --time-scale 0.5 --warm-up 0 --workload trace --trace " + trace);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.out()).contains("Load: replay of 3 arrivals in 0.2 s");
            int probe = 5;
            assertThat(server.stats().promptTokens()).isEqualTo(probe + 5 + 6 + 7);
        }
        List<long[]> samples = samples();
        assertThat(sample(samples, 1)[SCHEDULED]).isZero();
        assertThat(sample(samples, 2)[SCHEDULED]).isEqualTo(100_000_000);
        assertThat(sample(samples, 0)[SCHEDULED]).isEqualTo(200_000_000);
    }

    @Test
    void replaysTheTimesOfATraceWithOtherPrompts() throws IOException {
        Path trace = Files.writeString(
                folder.resolve("trace.csv"), "Timestamp,Request tokens,Response tokens\n7,1,1\n7.25,1,1\n");
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "--load replay --warm-up 0 --arrivals " + trace);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        }
        assertThat(samples().stream().map(each -> each[SCHEDULED])).containsExactly(0L, 250_000_000L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --load sessions --concurrency 2                                    | sessions need conversations: use a workload of type 'conversations', or a data set with a column "conversation_id".
            --load sessions --concurrency 2 --dataset-path DIR/plain.jsonl     | sessions: plain.jsonl has no column "conversation_id"; its columns are input, at_s.
            --load sessions --concurrency 2 --dataset-path DIR/twice.jsonl     | sessions: twice.jsonl, rows 1 and 2 are the same turn of one conversation.
            --load sessions --concurrency 2 --dataset-path DIR/missing.jsonl   | sessions: missing.jsonl, row 2 has no value for "turn".
            --load sessions --concurrency 2 --dataset-path DIR/texts.jsonl     | sessions: the column "turn" of texts.jsonl must contain whole numbers: got type text.
            --load sessions                                                    | --load=sessions needs --rate, for example --rate 0.5 to start a conversation every two seconds, or --concurrency, for example --concurrency 16 for 16 conversations at a time.
            --load sessions --rate 1 --requests 5                              | --requests does not apply to --load=sessions, which sends all requests of the data set.
            --load replay --duration 5s                                        | --duration does not apply to --load=replay, which sends all requests of the data set.
            --load replay                                                      | replay needs arrival times: use a trace workload, a data set with a column "at_s", or a trace file with the times.
            --load replay --dataset-path DIR/texts.jsonl                       | replay: texts.jsonl has no column "at_s"; its columns are input, conversation_id, turn.
            --load replay --dataset-path DIR/plain.jsonl                       | replay: plain.jsonl, row 2 has no number for "at_s".
            --load replay --time-scale 0 --dataset-path DIR/good.jsonl         | the factor of a trace must be finite and more than 0: got 0.0.
            --load replay --rate 5                                             | --rate does not apply to --load=replay.
            --load burst --requests 5 --time-scale 2                           | --time-scale does not apply to --load=burst, only to --load=replay.
            --load burst --requests 5 --groups 2                               | --groups needs --workload.
            --load burst --requests 5 --style chat                             | --style and --vocabulary need --workload.
            --load burst --requests 5 --column input=a                         | --column, --columns, --dataset-sql and --pad-id need --dataset-path.
            --load burst --requests 5 --columns none.yaml                      | --column, --columns, --dataset-sql and --pad-id need --dataset-path.
            --load burst --requests 5 --dataset-path a --workload random       | --workload and --dataset-path both choose the prompts: give only one of them.
            --load burst --requests 5 --prompts ids --workload random          | --prompts needs --dataset-path: for --workload, use --style.
            --scenario server --target-qps 5 --arrivals a                      | --arrivals needs --load=replay.
            """)
    void reportsWrongOptionBeforeAnyRequest(String options, String sentence) throws IOException {
        Files.writeString(folder.resolve("plain.jsonl"), "{\"input\": \"a\", \"at_s\": 0.5}\n{\"input\": \"b\"}\n");
        Files.writeString(folder.resolve("good.jsonl"), "{\"input\": \"a\", \"at_s\": 1}\n");
        Files.writeString(folder.resolve("twice.jsonl"), turn(1) + turn(1));
        Files.writeString(folder.resolve("missing.jsonl"), turn(1) + turn(null));
        Files.writeString(folder.resolve("texts.jsonl"), turn("\"x\"") + turn("\"y\""));
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, options.replace("DIR", folder.toString()));

            assertThat(session.errLines()).first().isEqualTo(sentence);
            assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(server.stats().requests()).isZero();
        }
    }

    private static String turn(Object turn) {
        return "{\"input\": \"a\", \"conversation_id\": 1, \"turn\": " + turn + "}\n";
    }

    private static final int SAMPLE = 0;
    private static final int SCHEDULED = 1;
    private static final int ENDED = 2;

    private static long[] sample(List<long[]> samples, int index) {
        return samples.stream()
                .filter(each -> each[SAMPLE] == index)
                .findFirst()
                .orElseThrow();
    }

    /** Returns sample, scheduled start and end of each line of the log of the run. */
    private List<long[]> samples() throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("loadharness_schedule_detail.txt"));
        List<String> names = Arrays.asList(lines.get(0).split("\t"));
        return lines.subList(1, lines.size()).stream()
                .map(line -> line.split("\t"))
                .map(cells -> new long[] {
                    Long.parseLong(cells[names.indexOf("sample")]),
                    Long.parseLong(cells[names.indexOf("scheduled_ns")]),
                    Long.parseLong(cells[names.indexOf("ended_ns")])
                })
                .collect(Collectors.toList());
    }

    private static SimulatedServer server(SimulatorConfig.Builder config) {
        Pace pace = new Pace(Duration.ofMillis(5), Duration.ofMillis(1));
        return SimulatedServer.start(
                config.pace(pace).outputLength(OutputLength.fixed(1000)).build());
    }

    private Session run(SimulatedServer server, String options) {
        List<String> arguments = new ArrayList<>(List.of(
                "run", "--url", server.uri().toString(), "--max-tokens", "6", "--output-dir", folder.toString()));
        arguments.addAll(LenientClient.OPTIONS);
        arguments.addAll(Arrays.asList(options.split(" ")));
        return Session.of(arguments.toArray(String[]::new));
    }
}
