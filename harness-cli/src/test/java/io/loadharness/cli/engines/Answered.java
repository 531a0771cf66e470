package io.loadharness.cli.engines;

import io.loadharness.Failure;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToLongFunction;

/** Keeps the answers to all requests, and knows what our stamps say of them. */
final class Answered implements ResponseListener {

    private final Collection<Response> responses = new ConcurrentLinkedQueue<>();

    Collection<Response> responses() {
        return responses;
    }

    Duration medianToFirstToken() {
        return median(
                answer -> answer.timeline().firstToken() - answer.timeline().issued());
    }

    Duration medianPerToken() {
        return median(answer -> {
            Timeline times = answer.timeline();
            return (times.done() - times.firstToken()) / (answer.tokenCount() - 1);
        });
    }

    private Duration median(ToLongFunction<Response> figure) {
        long[] sorted = responses.stream().mapToLong(figure).sorted().toArray();
        return Duration.ofNanos(sorted[(sorted.length - 1) / 2]);
    }

    @Override
    public void firstToken(long nanos, Output first) {}

    @Override
    public void end(Response response) {
        responses.add(response);
    }

    @Override
    public void failed(Failure failure, Timeline timeline) {}
}
