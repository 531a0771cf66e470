// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.Verdict;
import io.loadharness.client.ClientLimits;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Concurrency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs with backends that report impossible timestamps, or two results for a sample. */
@Timeout(120)
class FaultyBackendTest {

    private static final String REPEATED = "reported a second result for samples that already had one: ";

    @TempDir
    private Path folder;

    private abstract static class FaultyBackend implements InferenceBackend {

        @Override
        public String name() {
            return "faulty";
        }

        static void end(ResponseListener listener, long sent, long firstToken, long done) {
            listener.end(Response.of(
                    new int[] {1, 2},
                    Timeline.builder()
                            .sent(sent)
                            .firstToken(firstToken)
                            .lastToken(done)
                            .done(done)
                            .build()));
        }

        @Override
        public void close() {}
    }

    /** Takes the time of the first token from another clock, which is six seconds slow. */
    private static final class MixesClocks extends FaultyBackend {

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            long sent = System.nanoTime();
            listener.firstToken(System.nanoTime(), Output.of(1));
            end(listener, sent, sent - TimeUnit.SECONDS.toNanos(6), System.nanoTime());
        }
    }

    /** Reports a second result for each sample whose index is even. */
    private static final class EndsTwice extends FaultyBackend {

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            long sent = System.nanoTime();
            listener.firstToken(sent, Output.of(1));
            end(listener, sent, sent, System.nanoTime());
            if (request.sampleIndex() % 2 == 0) {
                end(listener, sent, sent, System.nanoTime());
            }
        }
    }

    private Benchmark.Builder measuring(InferenceBackend backend) {
        return Benchmark.builder()
                .backend(backend)
                .warmUps(0)
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"));
    }

    private static void requireFailed(BenchmarkResult result) {
        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.metric("failed").asDouble()).isGreaterThanOrEqualTo(20);
        assertThat(result.metric("completed").asDouble()).isZero();
        assertThat(result.reasons()).extracting(Reason::text).anySatisfy(text -> assertThat(text)
                .contains("BACKEND_EXCEPTION")
                .contains("firstToken is 6.0 s before sent: the backend must set timestamps"));
    }

    @Test
    void impossibleTimesFailTheSamplesOfASchedule() throws Exception {
        requireFailed(measuring(new MixesClocks())
                .load(Concurrency.of(2).samples(20))
                .require("ttft.p99<1ms")
                .build()
                .run());
    }

    @Test
    void impossibleTimesFailTheSamplesOfLoadGen() throws Exception {
        requireFailed(measuring(new MixesClocks())
                .scenario(Scenario.SINGLE_STREAM)
                .minQueries(20)
                .minDuration(Duration.ofMillis(10))
                .require("ttft.p99<1ms")
                .build()
                .run());
    }

    private void requireWarning(BenchmarkResult result) throws IOException {
        assertThat(result.reasons()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.VALID);
        assertThat(result.runs()
                        .get(0)
                        .report()
                        .orElseThrow()
                        .outcome()
                        .orElseThrow()
                        .warnings())
                .anySatisfy(each -> assertThat(each).contains("faulty " + REPEATED));
        for (String each : new String[] {"result.json", "report.html", "summary.md", "summary.txt"}) {
            assertThat(Files.readString(result.folder().resolve(each))).as(each).contains(REPEATED);
        }
    }

    @Test
    void secondResultsInAScheduleAreCounted() throws Exception {
        BenchmarkResult result = measuring(new EndsTwice())
                .load(Arrivals.constant(1000).samples(20))
                .build()
                .run();

        requireWarning(result);
    }

    @Test
    void secondResultsOfASystemUnderTestAreCounted() throws Exception {
        SystemUnderTest system = new SystemUnderTest("faulty") {
            @Override
            public void issueQuery(Query query) {
                query.completeAll();
                assertThatIllegalStateException().isThrownBy(() -> query.get(0).complete());
            }
        };
        requireWarning(Benchmark.builder()
                .systemUnderTest(system)
                .library(QuerySampleLibrary.ofSize("integers", 64))
                .load(Arrivals.constant(1000).samples(20))
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"))
                .build()
                .run());
    }

    @Test
    void secondResultsInARunOfLoadGenAreCounted() throws Exception {
        requireWarning(measuring(new EndsTwice())
                .scenario(Scenario.SERVER)
                .targetQps(500)
                .minQueries(1000)
                .minDuration(Duration.ofSeconds(1))
                .latencyBound(Duration.ofSeconds(5))
                .build()
                .run());
    }
}
