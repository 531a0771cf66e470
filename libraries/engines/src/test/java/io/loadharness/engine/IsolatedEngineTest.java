// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Failure;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.Tensor;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.testkit.InferenceBackendContract;
import io.loadharness.testkit.RecordedResponse;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that an engine of the JVM behaves in a worker process as in this process. */
class IsolatedEngineTest extends InferenceBackendContract {

    @TempDir
    Path folder;

    private EngineProcess isolated(String mode) {
        return processes(mode, 1).get(0);
    }

    private List<EngineProcess> processes(String mode, int count) {
        return builder(mode).processes(count).build();
    }

    private EngineProcess.Builder builder(String mode) {
        return IsolatedEngine.of(
                        "fake",
                        Map.of("mode", mode),
                        List.of("-Xmx64m", "-XX:ErrorFile=" + folder.resolve("crash.log")))
                .logFolder(folder.resolve("logs"))
                .stopGrace(Duration.ofSeconds(20));
    }

    @Override
    protected boolean cancelsRequests() {
        return true;
    }

    @Override
    protected InferenceBackend create() {
        return isolated("echo");
    }

    @Override
    protected Optional<InferenceBackend> createSilent() {
        return Optional.of(isolated("silent"));
    }

    @Override
    protected Optional<InferenceBackend> createSilent(Duration requestLimit) {
        return Optional.of(builder("silent").requestLimit(requestLimit).build().get(0));
    }

    @Override
    protected Optional<InferenceBackend> createUnavailable() {
        return Optional.of(isolated("broken"));
    }

    private static List<InferenceRequest> requests() {
        GenerationParameters all = GenerationParameters.builder()
                .maxTokens(7)
                .minTokens(2)
                .temperature(0.25)
                .topP(0.5)
                .topK(-1)
                .seed(Long.MAX_VALUE)
                .stop("\n", "é")
                .ignoreEos(true)
                .extra("guided", Map.of("regex", "a+", "nested", Arrays.asList(1, 2.5, null, true)))
                .build();
        ChatMessage image = new ChatMessage(
                "user",
                List.of(new ContentPart.Text("What is it?"), ContentPart.Image.of("image/png", new byte[] {1})));
        ChatMessage call = new ChatMessage("assistant", List.of(), Map.of("tool_calls", List.of(Map.of("id", "1"))));
        return List.of(
                InferenceRequest.of(0, Prompt.of("héllo 𝄞")),
                new InferenceRequest(1, Prompt.of("again"), all),
                new InferenceRequest(2, Prompt.of(List.of(image, call, new ChatMessage("user", "go on"))), all),
                new InferenceRequest(
                        3,
                        new Prompt.Chat(
                                List.of(new ChatMessage(
                                        "user", List.of(new ContentPart.Text("list")), false, Map.of())),
                                List.of(Map.of("type", "function")),
                                List.of(Map.of("title", "A"))),
                        GenerationParameters.DEFAULTS),
                InferenceRequest.of(4, Prompt.of(1, 2, 3)),
                InferenceRequest.of(404, Prompt.of("fails")),
                InferenceRequest.of(-1, Prompt.of("throws")),
                InferenceRequest.of(
                        5,
                        new Prompt.Tensors(List.of(
                                new Tensor(
                                        "a",
                                        Tensor.Type.FLOAT64,
                                        new long[] {1, 1},
                                        ByteBuffer.allocate(8).put(0, (byte) 7)),
                                new Tensor("", Tensor.Type.BOOL, new long[] {3}, ByteBuffer.allocate(3))))),
                InferenceRequest.of(
                        6,
                        new Prompt.Tensors(List.of(
                                new Tensor("none", Tensor.Type.BOOL, new long[] {0}, ByteBuffer.allocate(0))))));
    }

    @Test
    void isolationChangesNoResponse() throws Exception {
        try (EngineProcess isolated = isolated("echo");
                InferenceBackend inProcess = EngineProvider.named("fake").create(Map.of())) {
            isolated.start();
            for (InferenceRequest each : requests()) {
                RecordedResponse expected = new RecordedResponse();
                if (each.sampleIndex() >= 0) {
                    inProcess.send(each, expected);
                } else {
                    expected.failed(
                            new Failure(
                                    Failure.Kind.BACKEND_EXCEPTION,
                                    "java.lang.IllegalStateException: sample -1 does not exist"),
                            Timeline.endedAt(0));
                }
                RecordedResponse actual = new RecordedResponse();
                isolated.send(each, actual);

                requireEqual(actual.await(), expected);
            }
        }
    }

    private static void requireEqual(RecordedResponse actual, RecordedResponse expected) {
        if (isFailed(expected)) {
            assertThat(actual.failure()).isEqualTo(expected.failure());
            return;
        }
        Response one = actual.response();
        Response other = expected.response();
        assertThat(one.output().tokenIds()).isEqualTo(other.output().tokenIds());
        assertThat(one.output().text()).isEqualTo(other.output().text());
        assertThat(one.output().bytes()).isEqualTo(other.output().bytes());
        assertThat(one.output().isBytes()).isEqualTo(other.output().isBytes());
        assertThat(one.tokenCount()).isEqualTo(other.tokenCount());
        assertThat(one.tokenSource()).isEqualTo(other.tokenSource());
        assertThat(one.reasoningTokens()).isEqualTo(other.reasoningTokens());
        assertThat(one.usage()).isEqualTo(other.usage());
        assertThat(one.finishReason()).isEqualTo(other.finishReason());
        assertThat(actual.laterChunks()).isEqualTo(expected.laterChunks());
    }

    private static boolean isFailed(RecordedResponse response) {
        try {
            response.response();
            return false;
        } catch (AssertionError e) {
            return true;
        }
    }

    @Test
    void crashOfTheEngineEndsOnlyTheWorker() throws Exception {
        try (EngineProcess engine = isolated("crash")) {
            engine.start();
            RecordedResponse response = new RecordedResponse();
            engine.send(InferenceRequest.of(0, Prompt.of("hello")), response);

            Failure failure = response.await().failure();

            assertThat(failure.kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);
            assertThat(failure.message()).startsWith("engine process 0 ended with exit code 134 (signal 6: SIGABRT");
        }
        assertThat(OwnProcesses.of(folder)).isEmpty();
    }

    @Test
    void cancellationReachesTheIsolatedEngine() throws Exception {
        try (EngineProcess engine = isolated("silent")) {
            engine.start();
            List<RecordedResponse> responses = List.of(new RecordedResponse(), new RecordedResponse());
            responses.forEach(each -> engine.send(InferenceRequest.of(0, Prompt.of("hello")), each));
            engine.cancelRequests();

            for (RecordedResponse each : responses) {
                assertThat(each.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
            }
            while (!engine.health().ready()) { // until the engine in the worker has cancelled both
                Thread.sleep(10);
            }
        }
    }

    @Test
    void cancellationOfOneRequestKeepsTheOthers() throws Exception {
        try (EngineProcess engine = isolated("silent")) {
            engine.start();
            List<RecordedResponse> responses =
                    List.of(new RecordedResponse(), new RecordedResponse(), new RecordedResponse());
            responses.forEach(each -> engine.send(InferenceRequest.of(0, Prompt.of("hello")), each));
            engine.cancelRequest(responses.get(1));

            assertThat(responses.get(1).await().failure())
                    .isEqualTo(new Failure(Failure.Kind.CANCELLED, "the request was cancelled"));
            while (!engine.health().ready()) { // until the engine in the worker has cancelled it
                Thread.sleep(10);
            }
            assertThat(engine.engineStatistics()).containsEntry("in flight", "2");
            engine.cancelRequests();
            assertThat(responses.get(0).await().failure().message()).isEqualTo("the run ended before the response");
            assertThat(responses.get(2).await().failure().message()).isEqualTo("the run ended before the response");
        }
    }

    @Test
    void reportOfTheEngineIsTheSame() throws Exception {
        try (EngineProcess isolated = isolated("echo");
                InferenceBackend inProcess = EngineProvider.named("fake").create(Map.of())) {
            isolated.start();
            assertThat(isolated.health()).isEqualTo(inProcess.health());
            for (int i = 0; i < 3; i++) {
                for (InferenceBackend each : List.of(isolated, inProcess)) {
                    RecordedResponse response = new RecordedResponse();
                    each.send(InferenceRequest.of(i, Prompt.of("hello")), response);
                    response.await();
                }

                assertThat(isolated.warnings())
                        .isEqualTo(inProcess.warnings())
                        .containsExactly("fake: " + (i + 1) + " samples were served");
                assertThat(isolated.engineStatistics())
                        .isEqualTo(inProcess.engineStatistics())
                        .containsEntry("samples", String.valueOf(i + 1));
                assertThat(isolated.health()).isEqualTo(inProcess.health());
            }
        }
    }

    @Test
    void reportIsAboutOneRun() throws Exception {
        try (EngineProcess engine = isolated("twice")) {
            engine.start();
            for (int run = 0; run < 2; run++) {
                engine.beginRun();
                assertThat(engine.warnings()).isEmpty();
                assertThat(engine.engineStatistics()).containsEntry("samples", "0");
                RecordedResponse response = new RecordedResponse();
                engine.send(InferenceRequest.of(run, Prompt.of("hello")), response);
                response.await();

                assertThat(engine.warnings())
                        .containsExactly(
                                "fake: 1 samples were served",
                                "fake reported a second result for requests that already had one: 1 time. Only the"
                                        + " first result of a request counts.");
                assertThat(engine.engineStatistics()).containsEntry("samples", "1");
            }
        }
    }

    /** An engine that forms batches does not wait for other requests then. */
    @Test
    void awaitedRequestsAreSentTogether() throws Exception {
        try (EngineProcess engine = isolated("silent")) {
            engine.start();
            RecordedResponse response = new RecordedResponse();
            engine.sendAwaited(List.of(InferenceRequest.of(0, Prompt.of("hello"))), List.of(response));

            assertThat(response.await().response().tokenCount()).isEqualTo(3);
        }
    }

    @Test
    void theEngineKnowsTheEndOfAQuery() throws Exception {
        try (EngineProcess engine = isolated("collects")) {
            engine.start();
            RecordedResponse first = new RecordedResponse();
            RecordedResponse second = new RecordedResponse();

            engine.beginQuery();
            engine.send(InferenceRequest.of(0, Prompt.of("hello")), first);
            engine.send(InferenceRequest.of(1, Prompt.of("hello")), second);
            engine.endQuery();

            assertThat(first.await().response().tokenCount()).isEqualTo(1);
            assertThat(second.await().response().tokenCount()).isEqualTo(1);
        }
    }

    @Test
    void errorInTheReportOfTheEngineIsAWarning() throws Exception {
        try (EngineProcess engine = isolated("unreportable")) {
            engine.start();

            assertThat(engine.health().detail()).startsWith("fake, a fake engine, served: 0, loaded in ");
            assertThat(engine.warnings())
                    .containsExactly(
                            "fake did not report its statistics: java.lang.IllegalStateException: no statistics");
            assertThat(engine.engineStatistics()).isEmpty();
        }
    }

    @Test
    void secondResultsAreAWarning() throws Exception {
        try (EngineProcess engine = isolated("twice")) {
            engine.start();
            for (int i = 0; i < 3; i++) {
                RecordedResponse response = new RecordedResponse();
                engine.send(InferenceRequest.of(i, Prompt.of("hello")), response);
                assertThat(response.await().response().tokenCount()).isEqualTo(3);
            }

            assertThat(engine.warnings())
                    .containsExactly(
                            "fake: 3 samples were served",
                            "fake reported a second result for requests that already had one: 3 times. Only the first"
                                    + " result of a request counts.");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nothing    | the backend called end(null) instead of failed(...)
            no-failure | the backend called failed(null, ...) without a failure
            """)
    void missingResultIsAFailure(String mode, String message) throws Exception {
        try (EngineProcess engine = isolated(mode)) {
            engine.start();
            RecordedResponse response = new RecordedResponse();
            engine.send(InferenceRequest.of(1, Prompt.of("hello")), response);

            assertThat(response.await().failure()).isEqualTo(new Failure(Failure.Kind.BACKEND_EXCEPTION, message));
        }
    }

    /** An engine can have several threads, one of which fails a request while another one still generates its tokens. */
    @Test
    void tokensAfterAFailureAreIgnored() throws Exception {
        try (EngineProcess engine = isolated("late")) {
            engine.start();
            RecordedResponse failed = new RecordedResponse();
            engine.send(InferenceRequest.of(0, Prompt.of("hello")), failed);
            assertThat(failed.await().failure()).isEqualTo(new Failure(Failure.Kind.TIMEOUT, "too late"));
            RecordedResponse next = new RecordedResponse();
            engine.send(InferenceRequest.of(1, Prompt.of("hello")), next);

            assertThat(next.await().response().tokenCount()).isEqualTo(3);
            assertThat(engine.lost()).isEmpty();
        }
    }

    @Test
    void interruptedThreadOfTheEngineKeepsTheConnection() throws Exception {
        try (EngineProcess engine = isolated("interrupted")) {
            engine.start();
            for (int i = 0; i < 3; i++) {
                RecordedResponse response = new RecordedResponse();
                engine.send(InferenceRequest.of(i, Prompt.of("hello")), response);

                assertThat(response.await().response().tokenCount()).isEqualTo(3);
            }
            assertThat(engine.lost()).isEmpty();
        }
    }

    @Test
    void chunksWithoutTextAndCountsHaveTimes() throws Exception {
        try (EngineProcess engine = isolated("uncounted")) {
            engine.start();
            RecordedResponse recorded = new RecordedResponse();
            engine.send(InferenceRequest.of(1, Prompt.of("hello")), recorded);

            Response response = recorded.await().response();
            assertThat(recorded.first()).isPresent();
            assertThat(recorded.laterChunks()).containsExactly(0);
            assertThat(response.timeline().lastToken())
                    .isGreaterThanOrEqualTo(response.timeline().firstToken())
                    .isNotEqualTo(Timeline.UNKNOWN);
            assertThat(response.tokenSource()).isEqualTo(TokenSource.USAGE);
            assertThat(response.tokenCount()).isEqualTo(2);
        }
    }

    @Test
    void requestsAreCheckedInTheWorker() throws Exception {
        try (EngineProcess engine = isolated("echo")) {
            engine.start();
            engine.check(InferenceRequest.of(1, Prompt.of("hello")));

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> engine.check(InferenceRequest.of(2, Prompt.of(""))))
                    .withMessage("the prompt of sample 2 is empty");
        }
    }

    @Test
    void processHasTheConcurrentBatchesAndRequestsOfItsEngine() throws Exception {
        try (EngineProcess engine = isolated("echo")) {
            assertThat(engine.concurrentBatches()).isEqualTo(1);
            assertThat(engine.concurrentRequests()).isEmpty();
            engine.start();

            assertThat(engine.concurrentBatches()).isEqualTo(3);
            assertThat(engine.concurrentRequests()).hasValue(2000);
        }
    }

    @Test
    void eachProcessChecksEachRequest() throws Exception {
        List<EngineProcess> engines = processes("echo", 2);
        try (EngineProcess first = engines.get(0);
                EngineProcess second = engines.get(1)) {
            for (EngineProcess engine : List.of(first, second)) {
                engine.start();
                engine.check(InferenceRequest.of(1, Prompt.of("hello")));

                assertThatIllegalArgumentException()
                        .as(engine.name())
                        .isThrownBy(() -> engine.check(InferenceRequest.of(2, Prompt.of(""))))
                        .withMessage("the prompt of sample 2 is empty");
            }
        }
    }

    @Test
    void failedStartHasTheMessageOfTheEngine() throws Exception {
        try (EngineProcess engine = isolated("broken")) {
            assertThatThrownBy(engine::start)
                    .hasMessageStartingWith("engine process 0 did not load its model: the file model.bin is truncated");
        }
        try (EngineProcess engine = isolated("fast")) {
            assertThatThrownBy(engine::start)
                    .hasMessageStartingWith(
                            "engine process 0 did not load its model: the engine fake has no mode fast");
        }
        try (EngineProcess engine = isolated("unusable")) {
            assertThatThrownBy(engine::start)
                    .hasMessageStartingWith("engine process 0 did not load its model: its license has expired");
        }
        assertThat(OwnProcesses.of(folder)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            assertion | java.lang.AssertionError: the header has 7 fields
            no-memory | java.lang.OutOfMemoryError: Cannot reserve 4 GiB of direct buffer memory
            """)
    void startEndsAtAnError(String mode, String message) throws Exception {
        try (EngineProcess engine = isolated(mode)) {
            assertThatThrownBy(engine::start)
                    .hasMessageStartingWith("engine process 0 did not load its model: " + message);
        }
        assertThat(OwnProcesses.of(folder)).isEmpty();
    }

    @Test
    void unknownEngineIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IsolatedEngine.of("fakr", Map.of(), List.of()))
                .withMessageContaining("fake");
    }
}
