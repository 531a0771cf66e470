// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.inference.HeldBackend.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Samples whose backend reports impossible timestamps. */
class ImpossibleTimesTest {

    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final RecordedSamples samples = new RecordedSamples();
    private final HeldBackend backend = new HeldBackend("a");
    private final List<String> observed = new ArrayList<>();
    private final List<Timeline> times = new ArrayList<>();

    private BackendSystemUnderTest.Builder system() {
        return BackendSystemUnderTest.builder("test", index -> InferenceRequest.of(index, Prompt.of("prompt")))
                .backend(backend)
                .observer((request, endpoint) -> new Observer());
    }

    private final class Observer implements ResponseListener {

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            observed.add("OK");
            times.add(response.timeline());
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            observed.add(failure.kind() + ": " + failure.message());
            times.add(timeline);
        }
    }

    private ResponseListener issue(BackendSystemUnderTest sut, int index) {
        sut.issueQuery(samples.query(index));
        return backend.held.get(backend.held.size() - 1).listener();
    }

    private static Response response(Timeline times) {
        return Response.of(new int[] {1, 2}, times);
    }

    @Test
    void theSampleFailsAndItsRecordHasNoImpossibleTime() {
        BackendSystemUnderTest sut = system().build();
        ResponseListener listener = issue(sut, 0);
        long now = System.nanoTime();

        listener.end(response(Timeline.builder()
                .sent(now)
                .firstToken(now - HOUR)
                .lastToken(now)
                .done(now)
                .build()));

        assertThat(samples.end(0))
                .isEqualTo("BACKEND_EXCEPTION: firstToken is 3600.0 s before sent: the backend must set timestamps of"
                        + " System.nanoTime() in the order of the events");
        assertThat(observed).containsExactly(samples.end(0));
        assertThat(times.get(0).firstToken()).isEqualTo(Timeline.UNKNOWN);
        assertThat(times.get(0).sent()).isEqualTo(Timeline.UNKNOWN);
        assertThat(times.get(0).done()).isEqualTo(times.get(0).reported()).isGreaterThanOrEqualTo(now);
        assertThat(sut.endpointCounts().get(0).failures()).isEqualTo(Map.of(Failure.Kind.BACKEND_EXCEPTION, 1L));
        assertThat(sut.endpointCounts().get(0).tokens()).isZero();
    }

    @Test
    void aFailureRemainsButItsTimesAreReplaced() {
        ResponseListener listener = issue(system().build(), 0);

        listener.failed(new Failure(Failure.Kind.TIMEOUT, "late"), Timeline.endedAt(System.nanoTime() + HOUR));

        assertThat(observed).containsExactly("TIMEOUT: late");
        assertThat(times.get(0).done()).isEqualTo(times.get(0).reported());
    }

    @Test
    void eachSampleOfABatchIsChecked() {
        BackendSystemUnderTest sut = system().batchSize(3).build();
        sut.issueQuery(samples.query(0, 3));
        List<Held> batch = backend.held;

        batch.get(0).complete(1);
        batch.get(1).listener().end(response(Timeline.endedAt(System.nanoTime() - HOUR)));
        batch.get(2).complete(1);

        assertThat(samples.end(0)).isEqualTo("ids 1 of 1");
        assertThat(samples.end(1)).startsWith("BACKEND_EXCEPTION: done is ").contains(" before issued");
        assertThat(samples.end(2)).isEqualTo("ids 1 of 1");
    }

    @Test
    void theTimesOfChunksAreChecked() {
        BackendSystemUnderTest sut = system().build();
        ResponseListener[] listeners = {issue(sut, 0), issue(sut, 1), issue(sut, 2), issue(sut, 3), issue(sut, 4)};
        long now = System.nanoTime();

        listeners[0].firstToken(now - HOUR, Output.of(1));
        listeners[1].firstToken(now + HOUR, Output.of(1));
        for (int i = 2; i < 5; i++) {
            listeners[i].firstToken(now, Output.of(1));
        }
        listeners[2].tokens(now - HOUR, 1);
        listeners[3].tokens(now + HOUR, 1);
        listeners[4].tokens(now, 1);
        for (ResponseListener each : listeners) {
            each.end(response(Timeline.endedAt(System.nanoTime())));
        }

        assertThat(samples.end(0)).contains("the time of chunk 1 is ").contains(" before issued");
        assertThat(samples.end(1)).contains("the time of chunk 1 is ").contains(" after firstReported");
        assertThat(samples.end(2)).contains("the time of chunk 2 is 3600.0 s before the time of chunk 1");
        assertThat(samples.end(3)).contains("the time of chunk 2 is ").contains(" after reported");
        assertThat(samples.end(4)).isEqualTo("ids 1 2 of 2");
    }

    /** Each time alone is possible, but those of the response contradict those of its chunks. */
    @Test
    void theTimesOfTheResponseAgreeWithThoseOfItsChunks() {
        BackendSystemUnderTest sut = system().build();
        ResponseListener[] listeners = {issue(sut, 0), issue(sut, 1), issue(sut, 2), issue(sut, 3)};
        long first = System.nanoTime();
        long last = first + 1;
        Timeline.Builder times = Timeline.builder().sent(first - 2);
        for (ResponseListener each : listeners) {
            each.firstToken(first, Output.of(1));
            each.tokens(last, 1);
        }

        listeners[0].end(
                response(times.firstToken(first - 1).lastToken(last).done(last).build()));
        listeners[1].end(
                response(times.firstToken(first).lastToken(last - 1).done(last).build()));
        listeners[2].end(
                response(times.lastToken(Timeline.UNKNOWN).done(last - 1).build()));
        listeners[3].end(response(times.lastToken(last).done(last).build()));

        assertThat(samples.end(0)).contains("firstToken is 1 ns before the time of chunk 1");
        assertThat(samples.end(1)).contains("lastToken is 1 ns before the time of chunk 2");
        assertThat(samples.end(2)).contains("done is 1 ns before the time of chunk 2");
        assertThat(samples.end(3)).isEqualTo("ids 1 2 of 2");
    }

    @Test
    void theTimesOfAnUnusableResponseAreReplaced() {
        ResponseListener listener = issue(system().build(), 0);

        listener.end(Response.of(new int[0], Timeline.endedAt(1)));

        assertThat(observed).singleElement().asString().startsWith("MALFORMED_RESPONSE");
        assertThat(times.get(0).done()).isEqualTo(times.get(0).reported());
    }

    @Test
    void aSecondResultOfAWarmUpRequestIsRejected() throws Exception {
        List<RuntimeException> rejected = new ArrayList<>();
        HeldBackend twice = new HeldBackend("twice") {
            @Override
            public void send(InferenceRequest request, ResponseListener listener) {
                listener.end(response(Timeline.endedAt(System.nanoTime())));
                try {
                    listener.end(response(Timeline.endedAt(System.nanoTime())));
                } catch (IllegalStateException e) {
                    rejected.add(e);
                    throw e;
                }
            }
        };
        BackendSystemUnderTest sut = BackendSystemUnderTest.builder(
                        "test", index -> InferenceRequest.of(index, Prompt.of("prompt")))
                .backend(twice)
                .build();
        InferenceRequest request = InferenceRequest.of(0, Prompt.of("prompt"));

        WarmUpReport report = sut.warmUp(List.of(request, request, request), Duration.ofMinutes(1))
                .get(0);

        assertThat(report.failed()).isZero();
        assertThat(rejected).hasSize(3).allSatisfy(each -> assertThat(each)
                .hasMessage("the warm-up request has already ended"));
    }
}
