package io.loadharness.cli.server;

import io.loadharness.Failure;
import io.loadharness.LatencyStatistics;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.util.Optional;

/** The times of all answers as the server is responsible for them: from when each request was sent. Failures have none. */
public final class RequestTimes implements RequestObserver {

    private final Durations firstToken = new Durations();
    private final Durations perToken = new Durations();
    private final Durations latency = new Durations();
    private final ResponseListener collector = new Collector();

    @Override
    public ResponseListener sending(InferenceRequest request, String endpoint) {
        return collector;
    }

    /** From the send to the first token; empty if nobody saw one. */
    public Optional<LatencyStatistics> firstToken() {
        return firstToken.statistics();
    }

    /** {@code (latency - time to first token) / (tokens - 1)} of each answer; empty if nobody saw a first token. */
    public Optional<LatencyStatistics> perToken() {
        return perToken.statistics();
    }

    /** From the send to the end of the answer. */
    public Optional<LatencyStatistics> latency() {
        return latency.statistics();
    }

    private final class Collector implements ResponseListener {

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            Timeline times = response.timeline();
            if (times.sent() == Timeline.UNKNOWN) {
                return;
            }
            latency.add(times.done() - times.sent());
            if (times.firstToken() != Timeline.UNKNOWN) {
                firstToken.add(times.firstToken() - times.sent());
                if (response.tokenCount() > 1) {
                    perToken.add((times.done() - times.firstToken()) / (response.tokenCount() - 1));
                }
            }
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {}
    }
}
