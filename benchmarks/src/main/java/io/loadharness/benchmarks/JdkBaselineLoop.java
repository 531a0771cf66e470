// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * A minimal client with {@code java.net.http}. It does not parse events, it only counts them. It is the baseline for {@link HarnessLoop}.
 */
final class JdkBaselineLoop extends ClosedLoop {

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Runnable::run)
            .build();
    private final HttpRequest request;

    JdkBaselineLoop(URI server, HttpWorkload workload) {
        super(workload);
        request = HttpRequest.newBuilder(server.resolve("/v1/completions"))
                .header("Content-Type", "application/json")
                .header("Accept", "text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(workload.body()))
                .build();
    }

    /**
     * Sends a request. At the end of the body, this class itself completes the future of {@code java.net.http}. Otherwise,
     * {@code java.net.http} would start a thread for the completion on small machines.
     */
    @Override
    void send() {
        CompletableFuture<Long> end = new CompletableFuture<>();
        CompletableFuture<HttpResponse<Long>> exchange = client.sendAsync(request, head -> new EventCounter(end));
        CompletableFuture<?> unused = exchange.whenComplete((response, thrown) -> {
            if (thrown != null) {
                failed(thrown.toString());
            } else {
                completed(end.join());
            }
        });
        unused = end.thenRun(() -> exchange.complete(null));
    }

    private static final class EventCounter implements HttpResponse.BodySubscriber<Long> {

        private final CompletableFuture<Long> end;
        private final CompletableFuture<Long> body = new CompletableFuture<>();
        private long events;
        private byte last;

        EventCounter(CompletableFuture<Long> end) {
            this.end = end;
        }

        @Override
        public CompletionStage<Long> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer each : buffers) {
                for (int i = each.position(); i < each.limit(); i++) {
                    byte next = each.get(i);
                    events += next == '\n' && last == '\n' ? 1 : 0;
                    last = next;
                }
            }
        }

        @Override
        public void onError(Throwable thrown) {
            body.completeExceptionally(thrown);
        }

        @Override
        public void onComplete() {
            end.complete(events);
            body.complete(events);
        }
    }
}
