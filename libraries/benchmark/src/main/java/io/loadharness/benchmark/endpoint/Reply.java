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
import io.loadharness.internal.Durations;
import io.loadharness.internal.ErrorText;
import io.loadharness.internal.FinishReasons;
import io.loadharness.internal.LimitedCall;
import io.loadharness.internal.MissingResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The outcome of one request: a response or a failure.
 *
 * @param response the response; empty after a failure
 * @param failure the failure; empty if there is a response
 * @param reportedFirstToken true if the backend reported the first token before the end of the response
 * @param reachedLimit true if the request did not end within the limit of the caller
 */
public record Reply(
        Optional<Response> response, Optional<Failure> failure, boolean reportedFirstToken, boolean reachedLimit) {

    /**
     * Sends a request and waits until it ends or the limit is reached. The time limits of the backend also apply. A separate thread sends
     * the request, because a backend may block until it has the response. At the limit, this thread is interrupted.
     *
     * @param limit the maximum time; less than one second has the effect of one second
     */
    public static Reply of(InferenceBackend backend, InferenceRequest request, Duration limit)
            throws InterruptedException {
        LimitedCall<Reply> call = LimitedCall.start("request-" + backend.name(), () -> {
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            backend.sendAwaited(List.of(request), List.of(completing(reply)));
            return reply.get();
        });
        try {
            if (!call.await(LimitedCall.atLeastMinimum(limit))) {
                Failure failure =
                        new Failure(Failure.Kind.TIMEOUT, "no complete response within " + Durations.inWords(limit));
                return new Reply(Optional.empty(), Optional.of(failure), false, true);
            }
            return call.result();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) { // the dialect does not support the prompt, or the backend is broken
            return failed(new Failure(Failure.Kind.BACKEND_EXCEPTION, ErrorText.of(e)));
        } finally {
            call.interrupt();
        }
    }

    private static Reply failed(Failure failure) {
        return new Reply(Optional.empty(), Optional.of(failure), false, false);
    }

    private static ResponseListener completing(CompletableFuture<Reply> reply) {
        return new ResponseListener() {
            private volatile boolean reportedFirstToken;

            @Override
            public void firstToken(long nanos, Output first) {
                reportedFirstToken = true;
            }

            @Override
            public void end(Response response) {
                Failure failure =
                        response == null ? MissingResponse.FAILURE : FinishReasons.failure(response.finishReason());
                reply.complete(
                        failure == null
                                ? new Reply(Optional.ofNullable(response), Optional.empty(), reportedFirstToken, false)
                                : Reply.failed(failure));
            }

            @Override
            public void failed(Failure failure, Timeline timeline) {
                reply.complete(Reply.failed(MissingResponse.reported(failure)));
            }
        };
    }

    /** Returns a copy whose response has a token count. If this response has no count, the counter counts the tokens of its output. */
    public Reply countedBy(TokenCounter counter) {
        return new Reply(response.map(each -> each.countedBy(counter)), failure, reportedFirstToken, reachedLimit);
    }

    /** Returns a description of a failure. */
    public static String describe(Failure failure) {
        return failure.kind() + ", " + failure.message();
    }

    /**
     * Returns the end of a sentence about the failure of a first request. The text names the setting of the limit that the request reached.
     */
    public String limitSetting() {
        return reachedLimit ? "; readyTimeout (--ready-timeout) sets the limit" : "";
    }

    /** Returns true if the request timed out. */
    public boolean isTimeout() {
        return failure.filter(why -> why.kind() == Failure.Kind.TIMEOUT).isPresent();
    }

    /** Returns true if the response has token ids. */
    public boolean hasIds() {
        return response.filter(each -> each.output().tokenIds().length > 0).isPresent();
    }

    /** Returns true if the response is bytes, even if there are none. Only models that are not language models return bytes. */
    public boolean hasBytes() {
        return response.filter(each -> each.output().isBytes()).isPresent();
    }

    /** Returns true if the response has at least one token. */
    public boolean hasTokens() {
        return response.filter(
                        each -> each.tokenCount() > 0 || !each.output().text().isEmpty())
                .isPresent();
    }

    /** Returns true if the response has a token count. */
    public boolean hasTokenCount() {
        return response.filter(each -> each.tokenSource() != TokenSource.NONE).isPresent();
    }

    /** Returns the time from the request to the end of the response; empty after a failure. */
    public Optional<Duration> latency() {
        return response.map(Response::timeline).map(times -> Duration.ofNanos(times.done() - times.sent()));
    }

    /** Returns the time from the request to the first token; empty if unknown. */
    public Optional<Duration> timeToFirstToken() {
        return response.map(Response::timeline)
                .filter(times -> times.firstToken() != Timeline.UNKNOWN)
                .map(times -> Duration.ofNanos(times.firstToken() - times.sent()));
    }
}
