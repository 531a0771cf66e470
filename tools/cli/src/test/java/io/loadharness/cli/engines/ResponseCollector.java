// SPDX-License-Identifier: Apache-2.0
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

/** A listener that collects all responses and their timestamps. */
final class ResponseCollector implements ResponseListener {

    private final Collection<Response> responses = new ConcurrentLinkedQueue<>();

    Collection<Response> responses() {
        return responses;
    }

    Duration meanToFirstToken() {
        return mean(answer -> answer.timeline().firstToken() - answer.timeline().issued());
    }

    Duration meanPerToken() {
        return mean(answer -> {
            Timeline times = answer.timeline();
            return (times.done() - times.firstToken()) / (answer.tokenCount() - 1);
        });
    }

    private Duration mean(ToLongFunction<Response> figure) {
        return Duration.ofNanos(
                Math.round(responses.stream().mapToLong(figure).average().orElseThrow()));
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
