// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadharness.Failure;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.testkit.RecordedResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that each fault of a worker ends with one sentence, and that no process is left. */
@Timeout(300)
class EngineFaultsTest {

    @TempDir
    Path folder;

    private static InferenceRequest request() {
        return new InferenceRequest(
                0,
                Prompt.of(1, 2, 3),
                GenerationParameters.builder().maxTokens(4).build());
    }

    private static RecordedResponse send(EngineProcess engine) {
        RecordedResponse response = new RecordedResponse();
        engine.send(request(), response);
        return response;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            exits-at-once | engine process 0 ended with exit code 3 before it was ready; the last lines of its log: no such model: llama-999b
            exits-while-loading | engine process 0 ended with exit code 1 before it was ready; the last lines of its log: CUDA error: out of memory
            refuses-to-load | engine process 0 did not load its model: the file model.bin is truncated
            other-version | engine process 0 speaks version 2 of the worker protocol, but this harness supports version 1
            """)
    void failedStartGivesTheReason(String fault, String message) throws Exception {
        EngineProcess engine = FaultyWorker.with(fault, folder).build().get(0);

        assertThatThrownBy(engine::start).isInstanceOf(IOException.class).hasMessageStartingWith(message);

        requireNothingLeft();
        engine.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            never-connects | 5 | engine process 0 did not connect to its socket
            never-says-hello | 10 | engine process 0 sent no HELLO frame
            hangs-while-loading | 10 | engine process 0 did not load its model
            starts-in-small-steps | 5 | engine process 0
            """)
    void startEndsAtItsLimit(String fault, int limit, String message) throws Exception {
        EngineProcess engine = FaultyWorker.with(fault, folder)
                .startLimit(Duration.ofSeconds(limit))
                .build()
                .get(0);

        assertThatThrownBy(engine::start)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(message)
                .hasMessageContaining(
                        " within " + limit + " s after its start; startLimit (--ready-timeout) sets the limit; ");

        requireNothingLeft();
        engine.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            crashes | TRUNCATED_STREAM | engine process 0 ended with exit code 139 (signal 11: SIGSEGV, an invalid memory access) with 1 request in flight; the last lines of its log: free(): invalid pointer
            exits-139 | CONNECTION_ERROR | engine process 0 ended with exit code 139 (signal 11: SIGSEGV, an invalid memory access) with 1 request in flight; its log is empty
            leaves-a-fork | CONNECTION_ERROR | engine process 0 ended with exit code 1 with 1 request in flight
            exits-0 | CONNECTION_ERROR | engine process 0 ended with exit code 0 with 1 request in flight
            closes-its-socket | CONNECTION_ERROR | engine process 0 closed its connection, but is still running with 1 request in flight
            prints-to-the-socket | MALFORMED_RESPONSE | engine process 0 sent bytes that are not a frame ("Loading checkpoi"); only frames may be written to the socket
            huge-length | MALFORMED_RESPONSE | engine process 0 sent a frame of 4294967295 bytes; the limit is 536870912 bytes
            wrong-count | MALFORMED_RESPONSE | engine process 0 sent a TOKENS frame whose counts do not match its length
            unknown-id | MALFORMED_RESPONSE | engine process 0 sent a response with the id 21474836485, which no request has
            unknown-type | MALFORMED_RESPONSE | engine process 0 sent a frame of the unknown type 99
            not-json | MALFORMED_RESPONSE | engine process 0 sent a frame whose text is not JSON
            """)
    void lostWorkerFailsItsRequests(String fault, Failure.Kind kind, String message) throws Exception {
        try (EngineProcess engine = FaultyWorker.with(fault, folder).build().get(0)) {
            engine.start();
            assertThat(engine.health().ready()).isTrue();

            Failure failure = send(engine).await().failure();

            assertThat(failure.message())
                    .startsWith(message)
                    .contains("worker-0.log")
                    .doesNotContain("\n");
            assertThat(failure.kind()).isEqualTo(kind);
            assertThat(engine.health().ready()).isFalse();
            assertThat(send(engine).await().failure().message()).isEqualTo(failure.message());
        }
        requireNothingLeft();
    }

    @ParameterizedTest
    @CsvSource({"ends-twice", "tokens-after-the-end"})
    void partAfterTheEndIsAViolation(String fault) throws Exception {
        try (EngineProcess engine = FaultyWorker.with(fault, folder).build().get(0)) {
            engine.start();

            assertThat(send(engine).await().response().tokenCount()).isEqualTo(1);

            assertThat(send(engine).await().failure().message())
                    .startsWith("engine process 0 sent a part of a response after the end of this response");
        }
        requireNothingLeft();
    }

    /** A worker in Python cannot send heartbeats while a library holds the global interpreter lock. */
    @Test
    void workerMayBeSilentUntilItIsReady() throws Exception {
        try (EngineProcess engine = FaultyWorker.with("starts-in-small-steps", folder)
                .heartbeatLimit(Duration.ofSeconds(1))
                .build()
                .get(0)) {
            engine.start();
        }
        requireNothingLeft();
    }

    @Test
    void workerWithoutHeartbeatIsLost() throws Exception {
        try (EngineProcess engine = FaultyWorker.with("hangs", folder)
                .heartbeatLimit(Duration.ofSeconds(5))
                .build()
                .get(0)) {
            engine.start();

            Failure failure = send(engine).await().failure();

            assertThat(failure.kind()).isEqualTo(Failure.Kind.TIMEOUT);
            assertThat(failure.message())
                    .startsWith(
                            "engine process 0 sent nothing, not even a heartbeat, for 5 s with 1 request in flight");
        }
        requireNothingLeft();
    }

    @Test
    void lateRequestIsCancelledAndItsAnswerIgnored() throws Exception {
        try (EngineProcess engine = FaultyWorker.with("waits-for-cancel", folder)
                .requestLimit(Duration.ofMillis(300))
                .build()
                .get(0)) {
            engine.start();
            for (int i = 0; i < 3; i++) {
                Failure failure = send(engine).await().failure();

                assertThat(failure.kind()).isEqualTo(Failure.Kind.TIMEOUT);
                assertThat(failure.message()).isEqualTo("no complete response within 0.3 s");
            }
            while (!engine.health().ready()) { // until the worker has ended the last request
                Thread.sleep(10);
            }
            assertThat(engine.lost()).isEmpty();
        }
        requireNothingLeft();
    }

    @Test
    void nextRunStartsWhenTheWorkerHasEndedCancelledRequests() throws Exception {
        Path release = folder.resolve("release");
        try (EngineProcess engine = FaultyWorker.with("cancels-late", folder)
                .environment("RELEASE", release.toString())
                .build()
                .get(0)) {
            engine.start();
            List<RecordedResponse> cancelled = List.of(send(engine), send(engine), send(engine));
            engine.cancelRequests();

            for (RecordedResponse each : cancelled) {
                assertThat(each.await().failure())
                        .isEqualTo(new Failure(Failure.Kind.CANCELLED, "the run ended before the response"));
            }
            assertThat(engine.health())
                    .isEqualTo(Health.notReady("engine process 0 still processes 3 cancelled requests"));
            Files.createFile(release);
            while (!engine.health().ready()) {
                Thread.sleep(10);
            }
            // a second call of a listener would throw, and the worker would be lost
            assertThat(send(engine).await().response().output().tokenIds()).containsExactly(1, 2, 3);
            assertThat(engine.lost()).isEmpty();
        }
        requireNothingLeft();
    }

    @Tag("slow")
    @Test
    void limitsApplyWhileTheWorkerWritesWithoutAPause() throws Exception {
        try (EngineProcess engine = FaultyWorker.with("writes-forever", folder)
                .requestLimit(Duration.ofMillis(300))
                .build()
                .get(0)) {
            engine.start();

            assertThat(send(engine).await().failure().message()).isEqualTo("no complete response within 0.3 s");
        }
        requireNothingLeft();
    }

    @Test
    void secretsInTheLogAreMasked() throws Exception {
        List<String> shell = List.of("sh", "-c", "echo token is $HUB_TOKEN, key is $0; exit 3", "opti0nSecret");
        EngineProcess engine = EngineProcess.builder()
                .command(shell)
                .environment("HUB_TOKEN", "hub5ecret")
                .option("api-key", "opti0nSecret")
                .logFolder(folder)
                .build()
                .get(0);

        assertThatThrownBy(engine::start)
                .hasMessageContaining("token is ***, key is ***")
                .hasMessageNotContaining("5ecret")
                .hasMessageNotContaining("opti0n");
        engine.close();
    }

    @Test
    void moreTokensThanAllowedFailOnlyTheRequest() throws Exception {
        try (EngineProcess engine =
                FaultyWorker.with("too-many-tokens", folder).build().get(0)) {
            engine.start();

            assertThat(send(engine).await().failure())
                    .isEqualTo(new Failure(
                            Failure.Kind.MALFORMED_RESPONSE,
                            "the engine sent 5 tokens, but the request allows at most 4"));
            assertThat(engine.lost()).isEmpty();
        }
    }

    @Test
    void failedRequestKeepsItsKindAndMessage() throws Exception {
        try (EngineProcess engine = FaultyWorker.with("fails", folder).build().get(0)) {
            engine.start();

            assertThat(send(engine).await().failure())
                    .isEqualTo(new Failure(Failure.Kind.IN_BAND_ERROR, "the prompt is too long"));
            assertThat(engine.health().ready()).isTrue();
        }
    }

    @Test
    void fullStandardErrorBlocksNothing() throws Exception {
        EngineProcess engine = FaultyWorker.with("fills-stderr", folder).build().get(0);
        try (engine) {
            engine.start();
            assertThat(send(engine).await().response().output().tokenIds()).containsExactly(1, 2, 3);
        }
        assertThat(Files.size(engine.log().orElseThrow())).isEqualTo(100 << 20);
        assertThat(engine.statistics()).containsEntry("served", 1);
    }

    @Test
    void reportNamesItsProcessIfThereAreSeveral() throws Exception {
        List<EngineProcess> engines =
                FaultyWorker.with("reports", folder).processes(2).build();
        try {
            for (EngineProcess each : engines) {
                each.start();
                assertThat(each.warnings()).containsExactly(each + ": the cache was full");
                assertThat(each.engineStatistics())
                        .isEqualTo(Map.of("tokens", "3", "cache.hits.0", "1", "cache.hits.1", "null"));
            }
        } finally {
            engines.forEach(EngineProcess::close);
        }
    }

    @Test
    void statisticsThatAWorkerSendsByItselfAreKept() throws Exception {
        try (EngineProcess engine =
                FaultyWorker.with("pushes-statistics", folder).build().get(0)) {
            engine.start();
            assertThat(engine.engineStatistics()).isEmpty();
            assertThat(send(engine).await().response().tokenCount()).isEqualTo(3);

            assertThat(engine.engineStatistics()).isEqualTo(Map.of("steps", "2"));
            assertThat(engine.warnings()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            reports-never | engine process 0 did not send its statistics within 10 s
            reports-lists | engine process 0 sent a REPORTED frame in which 'warnings' is not a list or 'statistics' is not an object
            """)
    void missingReportIsAWarning(String fault, String warning) throws Exception {
        try (EngineProcess engine = FaultyWorker.with(fault, folder).build().get(0)) {
            engine.start();

            assertThat(engine.warnings()).containsExactly(warning);
            assertThat(engine.engineStatistics()).isEmpty();
            assertThat(send(engine).await().response().tokenCount()).isEqualTo(3);
            assertThat(engine.lost()).isEmpty();
        }
    }

    @Test
    void lostWorkerKeepsItsLastReport() throws Exception {
        EngineProcess engine = FaultyWorker.with("reports", folder).build().get(0);
        try (engine) {
            engine.start();
            assertThat(engine.engineStatistics()).containsEntry("tokens", "3");
            ProcessHandle.of(engine.pid().orElseThrow()).orElseThrow().destroyForcibly();
            while (engine.lost().isEmpty()) {
                Thread.sleep(10);
            }

            assertThat(engine.warnings()).containsExactly("the cache was full");
            assertThat(engine.engineStatistics()).containsEntry("tokens", "3");
        }
    }

    @Test
    void closingEndsForkedProcesses() throws Exception {
        EngineProcess engine = FaultyWorker.with("forks", folder).build().get(0);
        try (engine) {
            engine.start();
            assertThat(send(engine).await().response().tokenCount()).isEqualTo(3);
            while (OwnProcesses.of(folder).size()
                    < 4) { // a process has no readable environment while it executes a program
                Thread.sleep(10);
            }
        }
        requireNothingLeft();
    }

    @Test
    void workerThatIgnoresEverythingIsKilled() throws Exception {
        EngineProcess engine = FaultyWorker.with("ignores-everything", folder)
                .stopGrace(Duration.ofMillis(300))
                .build()
                .get(0);
        engine.start();
        RecordedResponse response = send(engine);

        engine.close();

        assertThat(response.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
        requireNothingLeft();
    }

    @Test
    void firstFailedStartEndsTheStartsOfTheOthers() throws Exception {
        List<EngineProcess> engines =
                FaultyWorker.with("only-rank-1-fails", folder).processes(2).build();

        assertThatThrownBy(engines.get(0)::start)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("engine process 1 ended with exit code 7 before it was ready");

        requireNothingLeft();
        engines.forEach(EngineProcess::close);
    }

    @Test
    void oneFailedStartStopsAllProcesses() throws Exception {
        Path release = folder.resolve("release");
        List<EngineProcess> engines = FaultyWorker.with("only-rank-1-fails-later", folder)
                .environment("RELEASE", release.toString())
                .processes(3)
                .build();
        engines.get(0).start();
        Files.createFile(release);

        assertThatThrownBy(engines.get(1)::start)
                .hasMessageStartingWith("engine process 1 ended with exit code 7 before it was ready");

        requireNothingLeft();
        assertThatThrownBy(engines.get(2)::start).isInstanceOf(IOException.class);
        assertThat(send(engines.get(0)).await().failure().message()).isEqualTo("the engine was closed");
        engines.forEach(EngineProcess::close);
    }

    @Test
    void onlyThisUserCanEnterTheFolderOfTheSocket() {
        EngineProcess engine = EngineProcess.builder()
                .command(List.of("sh", "-c", "ls -ld \"$(dirname \"$LOADHARNESS_SOCKET\")\"; exit 3"))
                .logFolder(folder.resolve("logs"))
                .build()
                .get(0);

        assertThatThrownBy(engine::start).hasMessageContaining("exit code 3").hasMessageContaining("log: drwx------");
        engine.close();
    }

    @Test
    void sharedDevicesAreReportedBeforeTheStart() {
        List<String> messages = new ArrayList<>();
        EngineProcess engine = EngineProcess.builder()
                .command(List.of("no-such-program", "-m", "loadharness_worker", "vllm"))
                .processes(2)
                .logFolder(folder.resolve("logs"))
                .messages(messages::add)
                .build()
                .get(0);

        assertThatThrownBy(engine::start).hasMessageContaining("no-such-program");

        assertThat(messages).first().asString().startsWith("Warning: The 2 processes of vllm use the same devices");
        engine.close();
    }

    @Test
    void missingProgramIsNamed() {
        EngineProcess engine = EngineProcess.builder()
                .command("no-such-program --model M")
                .logFolder(folder.resolve("logs"))
                .build()
                .get(0);

        assertThatThrownBy(engine::start)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the program no-such-program was not found or is not executable");
        engine.close();
    }

    @Test
    void eachProcessSeesItsDevices() throws Exception {
        List<String> messages = new ArrayList<>();
        List<EngineProcess> engines = FaultyWorker.with("none", folder)
                .processes(2)
                .devices("0,1; 1,2")
                .machine(folder)
                .messages(messages::add)
                .build();
        try {
            for (EngineProcess each : engines) {
                each.start();
            }
            assertThat(engines)
                    .extracting(each -> each.health().detail())
                    .satisfiesExactly(
                            first -> assertThat(first)
                                    .startsWith("faulty 1, 0,1, loaded in ")
                                    .endsWith(", devices 0,1"),
                            second -> assertThat(second)
                                    .matches("faulty 1, 1,2, loaded in .+ s, warmed up in .+ s, devices 1,2"));
            assertThat(messages).first().isEqualTo("Devices of the engine processes: 0,1;1,2");
        } finally {
            engines.forEach(EngineProcess::close);
        }
        requireNothingLeft();
    }

    @Test
    void processesOnOneDeviceLoadOneAfterTheOther() throws Exception {
        List<String> messages = Collections.synchronizedList(new ArrayList<>());
        List<EngineProcess> engines = FaultyWorker.with("loads-alone", folder)
                .processes(3)
                .devices("0;1,0;1")
                .environment("LOADING", folder.resolve("loading").toString())
                .messages(messages::add)
                .build();
        try {
            for (EngineProcess each : engines) {
                each.start();
            }
            assertThat(messages)
                    .contains("Engine processes that use the same device load their models one after the other");
        } finally {
            engines.forEach(EngineProcess::close);
        }
        requireNothingLeft();
    }

    private List<String> portsOfVllm(int processes, Map<String, String> environment) throws Exception {
        EngineProcess.Builder builder =
                FaultyWorker.with("shows-its-port", folder).processes(processes);
        environment.forEach(builder::environment);
        List<EngineProcess> engines = builder.build();
        List<String> ports = new ArrayList<>();
        try {
            for (EngineProcess each : engines) {
                each.start();
                ports.add(each.health().detail().split(", ", -1)[1]);
            }
        } finally {
            engines.forEach(EngineProcess::close);
        }
        return ports;
    }

    @Test
    void severalProcessesHaveSeparatePortsForVllm() throws Exception {
        assumeThat(System.getenv("VLLM_PORT")).isNull();

        List<String> ports = portsOfVllm(2, Map.of());

        assertThat(Integer.parseInt(ports.get(1)) - Integer.parseInt(ports.get(0)))
                .isEqualTo(100);
        assertThat(portsOfVllm(1, Map.of())).containsExactly("none");
        assertThat(portsOfVllm(2, Map.of("VLLM_PORT", "5000"))).containsExactly("5000", "5000");
    }

    private void requireNothingLeft() throws IOException {
        assertThat(OwnProcesses.of(folder)).isEmpty();
        try (var states = Files.walk(folder)) {
            assertThat(states).noneMatch(each -> each.endsWith("state.properties"));
        }
    }
}
