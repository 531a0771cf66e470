package io.loadharness.benchmark;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.RunWatch;
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
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/**
 * Forwards queries to a system under test and reports its samples to an observer, so that a system that is not made of backends is
 * recorded like one. Thread-safe. Does not close the other system.
 */
final class RecordingSystem extends SystemUnderTest {

    private static final Prompt NO_PROMPT = Prompt.of("");

    private final SystemUnderTest system;
    private final RequestObserver observer;

    RecordingSystem(SystemUnderTest system, RequestObserver observer) {
        super(system.name());
        this.system = system;
        this.observer = observer;
    }

    @Override
    public void issueQuery(Query query) throws Exception {
        Samples samples = new Samples(query);
        if (query.size() == 1) {
            system.issueQuery(Query.of(samples, 0, query.get(0).index(), query.lateNanos()));
            return;
        }
        long[] idsAndIndices = new long[2 * query.size()];
        for (int i = 0; i < query.size(); i++) {
            idsAndIndices[2 * i] = i;
            idsAndIndices[2 * i + 1] = query.get(i).index();
        }
        system.issueQuery(Query.of(samples, idsAndIndices, query.lateNanos()));
    }

    @Override
    public void flushQueries() throws Exception {
        system.flushQueries();
    }

    @Override
    public RunWatch watchRun(Scenario scenario) {
        return system.watchRun(scenario);
    }

    /** The samples of one query: completes the originals first, then tells the observer. */
    private final class Samples implements SampleSink {

        private final Query query;
        private final long issued = System.nanoTime();
        private final long[] firstTokens;
        private final long[] firstReported;
        private final ResponseListener[] listeners;

        Samples(Query query) {
            this.query = query;
            firstTokens = new long[query.size()];
            firstReported = new long[query.size()];
            listeners = new ResponseListener[query.size()];
            for (int i = 0; i < listeners.length; i++) {
                InferenceRequest request =
                        new InferenceRequest(query.get(i).index(), NO_PROMPT, GenerationParameters.DEFAULTS);
                listeners[i] = observer.sending(request, name());
                firstTokens[i] = Timeline.UNKNOWN;
                firstReported[i] = Timeline.UNKNOWN;
            }
        }

        @Override
        public void firstTokenComplete(long id, Buffer tokens) {
            long now = System.nanoTime();
            int i = (int) id;
            QuerySample sample = query.get(i);
            if (tokens instanceof IntBuffer ids) {
                int[] all = new int[ids.remaining()];
                ids.duplicate().get(all);
                sample.firstTokenComplete(all);
            } else {
                sample.firstTokenComplete((ByteBuffer) tokens);
            }
            firstTokens[i] = now;
            firstReported[i] = System.nanoTime();
            if (listeners[i] != null) {
                listeners[i].firstToken(now, Output.NOTHING);
            }
        }

        @Override
        public void complete(long id, Buffer response, long tokenCount) {
            long now = System.nanoTime();
            QuerySample sample = query.get((int) id);
            if (response instanceof IntBuffer ids) {
                int[] all = new int[ids.remaining()];
                ids.duplicate().get(all);
                sample.complete(all);
            } else {
                sample.complete((ByteBuffer) response, tokenCount);
            }
            ended((int) id, now, (int) tokenCount);
        }

        @Override
        public void completeAll(long[] ids, int count) {
            for (int i = 0; i < count; i++) {
                long now = System.nanoTime();
                query.get((int) ids[i]).complete();
                ended((int) ids[i], now, 0);
            }
        }

        @Override
        public void fail(long id, int index, Failure failure) {
            long now = System.nanoTime();
            query.get((int) id).fail(failure);
            ResponseListener listener = listeners[(int) id];
            if (listener != null) {
                listener.failed(failure, timeline((int) id, now));
            }
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
            return new Timeline(
                    issued - query.lateNanos(),
                    issued,
                    issued,
                    issued,
                    firstTokens[i],
                    firstTokens[i],
                    firstTokens[i],
                    done,
                    done,
                    firstReported[i],
                    System.nanoTime());
        }
    }
}
