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

/** {@code java.net.http} with as little as possible around it: counts the ends of events and does nothing else with an answer. */
final class BareLoop extends ClosedLoop {

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Runnable::run)
            .build();
    private final HttpRequest request;

    BareLoop(URI server, HttpWorkload workload) {
        super(workload);
        request = HttpRequest.newBuilder(server.resolve("/v1/completions"))
                .header("Content-Type", "application/json")
                .header("Accept", "text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(workload.body()))
                .build();
    }

    /** Completes the answer itself, for {@code java.net.http} would start a thread for that on small machines. */
    @Override
    void send() {
        CompletableFuture<Long> end = new CompletableFuture<>();
        CompletableFuture<HttpResponse<Long>> answer = client.sendAsync(request, head -> new EventCounter(end));
        CompletableFuture<?> unused = answer.whenComplete((response, thrown) -> {
            if (thrown != null) {
                failed(thrown.toString());
            } else {
                answered(end.join());
            }
        });
        unused = end.thenRun(() -> answer.complete(null));
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
