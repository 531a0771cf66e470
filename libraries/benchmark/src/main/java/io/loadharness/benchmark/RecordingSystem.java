// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.RunMonitor;
import io.loadharness.SampleSink;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.internal.InFlightCount;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Forwards queries to a system under test and reports its samples to an observer, which records them like samples of backends.
 * Thread-safe. Does not close the wrapped system.
 */
final class RecordingSystem extends SystemUnderTest {

    private static final Prompt NO_PROMPT = Prompt.of("");
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SystemUnderTest system;
    private final RequestObserver observer;
    private final LongAdder repeatedResults = new LongAdder();
    private final InFlightCount reports = new InFlightCount();

    RecordingSystem(SystemUnderTest system, RequestObserver observer) {
        super(system.name());
        this.system = system;
        this.observer = observer;
    }

    /** Returns the number of results that the system reported for samples that already had a result. */
    long repeatedResults() {
        return repeatedResults.sum();
    }

    /**
     * Waits until the observer has the results that the system is reporting, but at most for the limit. The load generator has them a little
     * earlier.
     */
    void awaitObserved(Duration limit) throws InterruptedException {
        reports.awaitNone(limit);
    }

    @Override
    public void issueQuery(Query query) throws Exception {
        Samples samples = new Samples(query);
        if (query.size() == 1) {
            system.issueQuery(Query.of(
                    samples,
                    0,
                    query.get(0).index(),
                    query.scheduledNanos(samples.issued),
                    samples.issued,
                    query.startsLoop(),
                    query.sequence()));
            return;
        }
        long[] idsAndIndices = new long[2 * query.size()];
        for (int i = 0; i < query.size(); i++) {
            idsAndIndices[2 * i] = i;
            idsAndIndices[2 * i + 1] = query.get(i).index();
        }
        system.issueQuery(Query.of(samples, idsAndIndices, query.issueDelayNanos()));
    }

    @Override
    public void flushQueries() throws Exception {
        system.flushQueries();
    }

    @Override
    public RunMonitor monitorRun(Scenario scenario) {
        return system.monitorRun(scenario);
    }

    @Override
    public boolean allowsEmptyResponses() {
        return system.allowsEmptyResponses();
    }

    @Override
    public Optional<String> inFlightDetail() {
        return system.inFlightDetail();
    }

    /** Receives the results of one query. Completes the original sample first and then notifies the observer. */
    private final class Samples implements SampleSink {

        private final Query query;
        private final long issued = System.nanoTime();
        private final long[] firstTokens;
        private final long[] firstReported;
        private final @Nullable ResponseListener[] listeners;

        Samples(Query query) {
            this.query = query;
            firstTokens = new long[query.size()];
            firstReported = new long[query.size()];
            listeners = new ResponseListener[query.size()];
            for (int i = 0; i < listeners.length; i++) {
                InferenceRequest request =
                        new InferenceRequest(query.get(i).index(), NO_PROMPT, GenerationParameters.DEFAULTS);
                listeners[i] = observer.sending(request, name(), query.sequence());
                firstTokens[i] = Timeline.UNKNOWN;
                firstReported[i] = Timeline.UNKNOWN;
            }
        }

        @Override
        public boolean firstTokenComplete(long id, Buffer tokens) {
            long now = System.nanoTime();
            int i = (int) id;
            QuerySample sample = query.get(i);
            boolean accepted = tokens instanceof IntBuffer ids
                    ? sample.tryFirstTokenComplete(array(ids))
                    : sample.tryFirstTokenComplete((ByteBuffer) tokens);
            if (accepted) {
                firstTokens[i] = now;
                firstReported[i] = System.nanoTime();
                if (listeners[i] != null) {
                    listeners[i].firstToken(now, Output.NOTHING);
                }
            }
            return accepted;
        }

        @Override
        public boolean complete(long id, Buffer response, long tokenCount) {
            long now = System.nanoTime();
            QuerySample sample = query.get((int) id);
            reports.started(1);
            try {
                boolean accepted = response instanceof IntBuffer ids
                        ? sample.tryComplete(array(ids))
                        : sample.tryComplete((ByteBuffer) response, tokenCount);
                if (accepted) {
                    ended((int) id, now, (int) tokenCount);
                }
                return accepted;
            } finally {
                reports.ended(1);
            }
        }

        @Override
        public boolean completeAll(long[] ids, int count) {
            boolean all = true;
            for (int i = 0; i < count; i++) {
                boolean inFlight = !query.get((int) ids[i]).isDone(); // false if the run ended between two samples
                all &= !inFlight || complete(ids[i], NOTHING, 0);
            }
            return all;
        }

        @Override
        public boolean fail(long id, int index, Failure failure) {
            long now = System.nanoTime();
            reports.started(1);
            try {
                boolean accepted = query.get((int) id).tryFail(failure);
                if (accepted && listeners[(int) id] != null) {
                    listeners[(int) id].failed(failure, timeline((int) id, now));
                }
                return accepted;
            } finally {
                reports.ended(1);
            }
        }

        @Override
        public void resultRepeated() {
            repeatedResults.increment();
        }

        @Override
        public boolean awaitsQueries() {
            return query.isAwaited();
        }

        private static int[] array(IntBuffer ids) {
            int[] all = new int[ids.remaining()];
            ids.duplicate().get(all);
            return all;
        }

        private void ended(int i, long now, int tokens) {
            if (listeners[i] != null) {
                listeners[i].end(new Response(
                        Output.NOTHING,
                        tokens,
                        tokens > 0 ? TokenSource.IDS : TokenSource.NONE,
                        Usage.UNKNOWN,
                        Usage.NONE,
                        "",
                        timeline(i, now)));
            }
        }

        private Timeline timeline(int i, long done) {
            return Timeline.builder()
                    .scheduled(query.scheduledNanos(issued))
                    .issued(issued)
                    .dequeued(issued)
                    .sent(issued)
                    .firstByte(firstTokens[i])
                    .firstToken(firstTokens[i])
                    .firstContent(firstTokens[i])
                    .lastToken(done)
                    .done(done)
                    .firstReported(firstReported[i])
                    .reported(System.nanoTime())
                    .build();
        }
    }
}
