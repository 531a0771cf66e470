// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark.endpoint;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenCounter;
import io.loadharness.inference.TokenSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What came of one request.
 *
 * @param response the answer, if there is one
 * @param failure why there is none
 */
public record Reply(Optional<Response> response, Optional<Failure> failure) {

    /** Sends a request, if the backend can say it, and waits for its end, which the backend's time limits bring in any case. */
    public static Reply of(InferenceBackend backend, InferenceRequest request) {
        return of(backend, request, Duration.ofDays(1));
    }

    /** Sends a request, and waits for its end, but not longer than a limit. An interrupt ends the waiting, and stays set. */
    public static Reply of(InferenceBackend backend, InferenceRequest request, Duration limit) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        try {
            backend.send(request, completing(reply));
            return reply.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RuntimeException e) { // the dialect has no words for such a prompt, or the backend is broken
            return failed(new Failure(Failure.Kind.BACKEND_EXCEPTION, String.valueOf(e.getMessage())));
        } catch (TimeoutException e) {
            return failed(new Failure(Failure.Kind.TIMEOUT, "no end within " + limit.toSeconds() + " s"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(new Failure(Failure.Kind.CANCELLED, "the waiting thread was interrupted"));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // it is never completed so
        }
    }

    private static Reply failed(Failure failure) {
        return new Reply(Optional.empty(), Optional.of(failure));
    }

    private static ResponseListener completing(CompletableFuture<Reply> reply) {
        return new ResponseListener() {
            @Override
            public void firstToken(long nanos, Output first) {}

            @Override
            public void end(Response response) {
                reply.complete(new Reply(Optional.of(response), Optional.empty()));
            }

            @Override
            public void failed(Failure failure, Timeline timeline) {
                reply.complete(Reply.failed(failure));
            }
        };
    }

    /** The same with the tokens of the answer counted, if nobody has. */
    public Reply countedBy(TokenCounter counter) {
        return new Reply(response.map(answer -> answer.countedBy(counter)), failure);
    }

    /** A failure in words. */
    public static String said(Failure failure) {
        return failure.kind() + ", " + failure.message();
    }

    /** Whether the server kept silent for longer than anybody waits. */
    public boolean isTimeout() {
        return failure.filter(why -> why.kind() == Failure.Kind.TIMEOUT).isPresent();
    }

    /** Whether the answer has token ids. */
    public boolean hasIds() {
        return response.filter(answer -> answer.output().tokenIds().length > 0).isPresent();
    }

    /** Whether somebody counted the tokens of the answer. */
    public boolean hasTokenCount() {
        return response.filter(answer -> answer.tokenSource() != TokenSource.NONE)
                .isPresent();
    }

    /** From the request to the end of the answer. */
    public Optional<Duration> latency() {
        return response.map(Response::timeline).map(times -> Duration.ofNanos(times.done() - times.sent()));
    }

    /** From the request to the first token; empty where nobody knows. */
    public Optional<Duration> timeToFirstToken() {
        return response.map(Response::timeline)
                .filter(times -> times.firstToken() != Timeline.UNKNOWN)
                .map(times -> Duration.ofNanos(times.firstToken() - times.sent()));
    }
}
