// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loadharness.Failure;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.TestFailedException;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.client.ClientLimits;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.EndpointCounts;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import io.loadharness.inference.Timeline;
import io.loadharness.schedule.Concurrency;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.ScheduledLoad;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests complete runs over several engine processes. */
@Timeout(300)
class EngineRunTest {

    private static final int SAMPLES = 101;

    @TempDir
    Path folder;

    private static InferenceRequest request(int index) {
        return new InferenceRequest(
                index,
                Prompt.of(new int[1 + index % 7]),
                GenerationParameters.builder().maxTokens(4).build());
    }

    private TestResult run(BackendSystemUnderTest system) throws Exception {
        return run(system, Concurrency.of(8).samples(SAMPLES), TestSettings.DEFAULT_STALL_LIMIT);
    }

    private TestResult run(BackendSystemUnderTest system, Schedule schedule, Duration stallLimit) throws Exception {
        system.start(Duration.ofMinutes(1));
        try (ScheduledLoad load = new ScheduledLoad(schedule)) {
            return load.run(
                    system,
                    QuerySampleLibrary.of("samples", List.of(1, 2, 3, 4, 5)),
                    TestSettings.builder(schedule.scenario())
                            .stallLimit(stallLimit)
                            .build(),
                    LogSettings.in(Files.createDirectory(folder.resolve("run"))));
        }
    }

    @Test
    void samplesAreSpreadOverAllProcesses() throws Exception {
        BackendSystemUnderTest.Builder builder = BackendSystemUnderTest.builder("echo", EngineRunTest::request)
                .routing(Routing.ROUND_ROBIN)
                .order(SampleOrder.LONGEST_FIRST)
                .clientLimits(ClientLimits.NONE);
        PythonWorker.with("echo --tokens 3", folder).processes(3).build().forEach(builder::backend);
        try (BackendSystemUnderTest system = builder.build()) {
            TestResult result = run(system);

            assertThat(result.verdict()).as(result.toString()).isEqualTo(Verdict.VALID);
            assertThat(system.endpointCounts())
                    .extracting(EndpointCounts::completed)
                    .containsExactlyInAnyOrder(34L, 34L, 33L);
        }
        assertThat(OwnProcesses.of(folder)).isEmpty();
    }

    @Test
    void stalledRunNamesTheWorkerThatWasSilent() throws Exception {
        BackendSystemUnderTest.Builder builder = BackendSystemUnderTest.builder("silent", EngineRunTest::request);
        List<EngineProcess> engines =
                FaultyWorker.with("waits-for-cancel", folder).processes(2).build();
        engines.forEach(builder::backend);
        try (BackendSystemUnderTest system = builder.build()) {
            assertThatExceptionOfType(TestFailedException.class)
                    .isThrownBy(() -> run(system, Concurrency.of(1).samples(1), Duration.ofSeconds(5)))
                    .withMessageMatching("no sample was completed for 5000 ms, and 1 samples are in flight, among them"
                            + " the samples with index \\d; engine process 0 has 1 request in flight and has sent no part"
                            + " of a response for \\d+ s; the last lines of its log: rank 0: waiting for the all-reduce of"
                            + " rank 1 \\(log: "
                            + engines.get(0).log().orElseThrow() + "\\) \\(logs in .*");
        }
    }

    /** Sends a request for each response, until 80 have ended. */
    private static final class Replacing implements ResponseListener {

        private final EngineProcess engine;
        private final AtomicInteger unsent = new AtomicInteger(80);
        private final List<Failure> failures = new CopyOnWriteArrayList<>();
        private final CountDownLatch ended = new CountDownLatch(80);

        Replacing(EngineProcess engine) {
            this.engine = engine;
        }

        void sendNext() {
            if (unsent.getAndDecrement() > 0) {
                engine.send(request(0), this);
            }
        }

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            ended.countDown();
            sendNext();
        }

        @Override
        public void failed(Failure why, Timeline timeline) {
            failures.add(why);
            ended.countDown();
        }
    }

    /** The worker responds to 8 requests at once, and fails a request if the next ones do not arrive in one frame. */
    @Test
    void requestsThatReplaceResponsesAreSentInOneFrame() throws Exception {
        try (EngineProcess engine =
                FaultyWorker.with("answers-8-at-once", folder).build().get(0)) {
            engine.start();
            Replacing requests = new Replacing(engine);
            for (int i = 0; i < 8; i++) {
                requests.sendNext();
            }

            requests.ended.await();
            assertThat(requests.failures).isEmpty();
        }
    }

    @Test
    void fewerTokensThanDemandedInvalidateTheRun() throws Exception {
        GenerationParameters four =
                GenerationParameters.builder().maxTokens(4).ignoreEos(true).build();
        BackendSystemUnderTest.Builder builder =
                BackendSystemUnderTest.builder("short", index -> new InferenceRequest(index, Prompt.of(1, 2), four));
        PythonWorker.with("echo --tokens 3", folder).build().forEach(builder::backend);
        try (BackendSystemUnderTest system = builder.build()) {
            TestResult result = run(system);

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.failures()).containsOnlyKeys(Failure.Kind.MALFORMED_RESPONSE);
            assertThat(result.failures().toString())
                    .contains("the response has 3 tokens, but the request demands at least 4; remove ignoreEos");
        }
    }

    @Test
    void responsesThatTheEngineAbortedInvalidateTheRun() throws Exception {
        BackendSystemUnderTest.Builder builder = BackendSystemUnderTest.builder("aborting", EngineRunTest::request);
        FaultyWorker.with("aborts", folder).build().forEach(builder::backend);
        try (BackendSystemUnderTest system = builder.build()) {
            TestResult result = run(system);

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.failures()).containsOnlyKeys(Failure.Kind.IN_BAND_ERROR);
            assertThat(result.failures().toString()).contains("the response was aborted: finish reason abort");
        }
    }

    @Test
    void deathOfAWorkerInvalidatesTheRun() throws Exception {
        BackendSystemUnderTest.Builder builder = BackendSystemUnderTest.builder("faulty", EngineRunTest::request);
        FaultyWorker.with("crashes", folder).processes(2).build().forEach(builder::backend);
        try (BackendSystemUnderTest system = builder.build()) {
            TestResult result = run(system);

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.toString()).contains("SIGSEGV");
        }
        assertThat(OwnProcesses.of(folder)).isEmpty();
    }
}
