// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.Verdict;
import io.loadharness.client.ClientLimits;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.schedule.Concurrency;
import io.loadharness.schedule.PeakSearch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of clients as the target of a benchmark, most of them broken. */
@Timeout(120)
class BenchmarkClientTest {

    @TempDir
    private Path folder;

    /** A client that records its calls, and throws an exception in the methods that a test chooses. */
    private static class Client implements BenchmarkClient {

        final List<String> calls = new ArrayList<>();
        private final Map<String, Throwable> failures;

        Client(Map<String, Throwable> failures) {
            this.failures = failures;
        }

        @Override
        public final String name() {
            return "squares";
        }

        @Override
        public void initialize(Map<String, String> options) throws Exception {
            called("initialize" + options);
        }

        @Override
        public SystemUnderTest systemUnderTest() {
            uncheckedCalled("systemUnderTest");
            return new SystemUnderTest("squares") {
                @Override
                public void issueQuery(Query query) throws Exception {
                    if (failures.containsKey("issueQuery")) {
                        throw (Exception) failures.get("issueQuery");
                    }
                    for (QuerySample sample : query) {
                        sample.complete(new byte[] {(byte) (sample.index() * sample.index())});
                    }
                }
            };
        }

        @Override
        public QuerySampleLibrary library() {
            uncheckedCalled("library");
            return QuerySampleLibrary.ofSize("numbers", 77);
        }

        @Override
        public final void close() throws IOException {
            try {
                called("close");
            } catch (IOException | RuntimeException | Error e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        private void uncheckedCalled(String call) {
            try {
                called(call);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        private void called(String call) throws Exception {
            calls.add(call);
            Throwable failure = failures.get(call.replaceAll("\\{.*", ""));
            if (failure instanceof Error e) {
                throw e;
            }
            if (failure != null) {
                throw (Exception) failure;
            }
        }
    }

    @Test
    void aClientIsInitializedMeasuredAndClosed() throws Exception {
        Client client = new Client(Map.of());

        BenchmarkResult result =
                measuring().client(client, Map.of("count", "77")).build().run();

        assertThat(result.reasons()).isEmpty();
        assertThat(result.metric("samples").asDouble()).isEqualTo(20);
        assertThat(client.calls).containsExactly("initialize{count=77}", "systemUnderTest", "library", "close");
        assertThat(result.runs().get(0).report().orElseThrow().description().settings())
                .contains(new Setting("client", "squares", "program"), new Setting("client.count", "77", "program"));
    }

    @Test
    void loadGenMeasuresAClient() throws Exception {
        BenchmarkResult result = Benchmark.builder()
                .client(new Client(Map.of()))
                .scenario(Scenario.SERVER)
                .targetQps(500)
                .minQueries(1000)
                .minDuration(Duration.ofSeconds(1))
                .latencyBound(Duration.ofSeconds(5))
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"))
                .build()
                .run();

        assertThat(result.reasons()).isEmpty();
    }

    @Test
    void eachExecutionInitializesAndClosesTheClient() throws Exception {
        Client client = new Client(Map.of());

        BenchmarkPlan plan = measuring().client(client).build().plan();
        measuring().client(client).build().run();

        assertThat(plan.target()).isEqualTo("squares");
        assertThat(plan.samples()).isEqualTo(77);
        assertThat(client.calls)
                .containsExactly(
                        "initialize{}",
                        "systemUnderTest",
                        "library",
                        "close",
                        "initialize{}",
                        "systemUnderTest",
                        "library",
                        "close");
    }

    @Test
    void aClientThatCannotBeInitializedIsNotClosed() {
        Client client = new Client(Map.of("initialize", new IOException("the device is busy")));

        assertThatIOException()
                .isThrownBy(measuring().client(client).build()::run)
                .withMessage("the client 'squares' cannot be initialized: the device is busy");
        assertThat(client.calls).containsExactly("initialize{}");
        assertThat(folder.resolve("run")).doesNotExist();
    }

    @Test
    void aMissingClassOfAClientIsReportedLikeAnException() {
        Client client = new Client(Map.of("initialize", new NoClassDefFoundError("a/Helper")));

        assertThatIOException()
                .isThrownBy(measuring().client(client).build()::plan)
                .withMessage("the client 'squares' cannot be initialized: a/Helper");
    }

    @Test
    void rejectedOptionsAreInvalidSettings() {
        Client client = new Client(Map.of("initialize", new IllegalArgumentException("count must be positive: got 0")));

        assertThatIllegalArgumentException()
                .isThrownBy(measuring().client(client, Map.of("count", "0")).build()::run)
                .withMessage("count must be positive: got 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"systemUnderTest", "library"})
    void aClientWithoutSystemOrLibraryIsClosed(String method) {
        Client client = new Client(Map.of(method, new IllegalStateException("not connected")));

        assertThatIOException()
                .isThrownBy(measuring().client(client).build()::run)
                .withMessage("the client 'squares' cannot be initialized: not connected");
        assertThat(client.calls).endsWith("close");
    }

    @Test
    void aNullSystemIsRejected() {
        Client client = new Client(Map.of()) {
            @Override
            public SystemUnderTest systemUnderTest() {
                return null;
            }
        };

        assertThatIOException()
                .isThrownBy(measuring().client(client).build()::run)
                .withMessage("the client 'squares' cannot be initialized: systemUnderTest() returned null");
    }

    @Test
    void aClientWithoutOneOfItsClassesIsClosed() throws Exception {
        Client client = new Client(Map.of()) {
            @Override
            public QuerySampleLibrary library() {
                throw new NoClassDefFoundError("org/example/Device");
            }
        };

        assertThatIOException()
                .isThrownBy(measuring().client(client).build()::run)
                .withMessage("the client 'squares' cannot be initialized: org/example/Device");
        assertThat(client.calls).endsWith("close");
    }

    @Test
    void theResultIsCompleteIfTheClientCannotBeClosed() throws Exception {
        List<String> messages = new ArrayList<>();

        BenchmarkResult result = measuring()
                .client(new Client(Map.of("close", new IOException("the device hangs"))))
                .onProgress(new BenchmarkListener() {
                    @Override
                    public void progress(RunProgress now) {}

                    @Override
                    public void message(String sentence) {
                        messages.add(sentence);
                    }
                })
                .build()
                .run();

        String sentence = "the client 'squares' cannot be closed: the device hangs";
        assertThat(result.runs()).extracting(RunResult::verdict).containsExactly(Verdict.VALID);
        assertThat(result.metric("samples").asDouble()).isEqualTo(20);
        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(result.reasons()).containsExactly(new Reason(Reason.Code.CALLBACK_FAILED, sentence));
        assertThat(messages).endsWith("After the runs, " + sentence);
    }

    @Test
    void theResultIsCompleteAfterAnErrorInClose() throws Exception {
        BenchmarkResult result = measuring()
                .client(new Client(Map.of("close", new AssertionError("the device hangs"))))
                .build()
                .run();

        assertThat(result.closeFailure().orElseThrow().text()).endsWith("cannot be closed: the device hangs");
    }

    @Test
    void aPlanReportsAClientThatCannotBeClosed() {
        Client client = new Client(Map.of("close", new IOException("the device hangs")));

        assertThatIOException()
                .isThrownBy(measuring().client(client).build()::plan)
                .withMessage("the client 'squares' cannot be closed: the device hangs");
    }

    @Test
    void aSearchReportsAClientThatCannotBeClosed() throws Exception {
        PeakResult result = searching(Duration.ofMillis(50)).build().findPeak();

        assertThat(result.points()).isNotEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(result.closeFailure()).isPresent();
    }

    @Test
    void anAbortedSearchWhoseClientCannotBeClosedIsAborted() throws Exception {
        Benchmark.Builder builder =
                searching(Duration.ofHours(1)).maxTime(Duration.ofSeconds(5)); // too short for a run

        PeakResult result = builder.build().findPeak();

        assertThat(result.points()).isEmpty();
        assertThat(result.closeFailure()).isPresent();
        assertThat(result.verdict()).isEqualTo(Verdict.ABORTED);
    }

    private Benchmark.Builder searching(Duration confirmDuration) {
        return Benchmark.builder()
                .client(new Client(Map.of("close", new IOException("the device hangs"))))
                .peak(PeakSearch.builder()
                        .wholeLevels(true)
                        .maxShortRuns(2)
                        .maxConfirmations(1)
                        .confirmDuration(confirmDuration)
                        .build())
                .require("latency.p50<1h")
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("peak"));
    }

    @Test
    void aClientThatThrowsInARequestIsClosed() throws Exception {
        Client client = new Client(Map.of("issueQuery", new IllegalStateException("the line is cut")));

        BenchmarkResult result = measuring().client(client).build().run();

        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(result.reasons()).singleElement().asString().contains("the line is cut");
        assertThat(client.calls).endsWith("close");
    }

    @Test
    void aFailureOfCloseDoesNotHideTheFailureOfTheRun() {
        Client client = new Client(Map.of(
                "library", new IllegalStateException("not connected"), "close", new IOException("the device hangs")));

        assertThatIOException()
                .isThrownBy(measuring().client(client).build()::run)
                .withMessageEndingWith("not connected")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .singleElement()
                        .extracting(Throwable::getMessage)
                        .isEqualTo("the client 'squares' cannot be closed: the device hangs"));
    }

    @Test
    void anAbortInterruptsTheInitialization() throws Exception {
        CountDownLatch initializing = new CountDownLatch(1);
        Client client = new Client(Map.of()) {
            @Override
            public void initialize(Map<String, String> options) throws Exception {
                initializing.countDown();
                new CountDownLatch(1).await();
            }
        };

        BenchmarkRun run = measuring().client(client).build().start();
        initializing.await();
        run.abort("enough");

        assertThat(run.result().verdict()).isEqualTo(Verdict.ABORTED);
        assertThat(client.calls).isEmpty();
    }

    @Test
    void oneExecutionAtATimeUsesAClient() throws Exception {
        Client client = new Client(Map.of());
        ClientSetting setting = new ClientSetting(client, Map.of());
        setting.open();

        assertThatIllegalStateException()
                .isThrownBy(new ClientSetting(client, Map.of())::open)
                .withMessage("the client 'squares' is used by another benchmark that is running: wait for its end, or"
                        + " use another instance");
        assertThat(setting.close()).isEmpty();
        setting.open();
        assertThat(setting.close()).isEmpty();
    }

    @Test
    void aClientIsTheOnlyTarget() {
        Benchmark.Builder builder = measuring().client(new Client(Map.of())).endpoint("http://localhost:1");

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("more than one target is set: set endpoint, servers, engine or backend, or set"
                        + " systemUnderTest, or set client");
    }

    @Test
    void settingsThatDoNotApplyToAClientAreRejected() {
        Client client = new Client(Map.of());

        assertThatIllegalArgumentException()
                .isThrownBy(measuring().client(client).library(client.library())::build)
                .withMessage("library does not apply to client, which has its own samples: remove library");
        assertThatIllegalArgumentException()
                .isThrownBy(measuring().client(client).warmUps(1)::build)
                .withMessage("warmUps does not apply to client: remove warmUps");
        assertThatIllegalArgumentException()
                .isThrownBy(measuring().client(client).require("itl.p99<1s")::build)
                .withMessageContaining("the samples of a system under test have no itl");
    }

    @Test
    void aNullClientIsRejected() {
        assertThatNullPointerException()
                .isThrownBy(() -> measuring().client(null))
                .withMessage("client must not be null");
    }

    @Test
    void unknownNamesAreReported() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> BenchmarkClient.named("none"))
                .withMessageStartingWith("unknown client 'none'");
    }

    private Benchmark.Builder measuring() {
        return Benchmark.builder()
                .load(Concurrency.of(2).samples(20))
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"));
    }
}
