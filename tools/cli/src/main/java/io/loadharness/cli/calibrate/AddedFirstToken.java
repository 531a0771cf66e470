// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import io.loadharness.Failure;
import io.loadharness.http.ExchangeListener;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.RequestHead;
import io.loadharness.http.ResponseHead;
import io.loadharness.simulator.SentStamp;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** How much later than the simulator sent it a client stamps a first token, when both have nothing else to do. */
final class AddedFirstToken {

    private static final int WARM_UPS = 1000;
    private static final int REQUESTS = 1000;
    private static final byte[] BODY = ("{\"model\":\"" + SimulatorProcess.MODEL
                    + "\",\"prompt\":[1,2,3],\"max_tokens\":1,\"stream\":true}")
            .getBytes(StandardCharsets.UTF_8);

    private final long[] sorted;

    private AddedFirstToken(long[] sorted) {
        this.sorted = sorted;
    }

    static AddedFirstToken measure(HttpTransport transport, URI simulator) throws IOException, InterruptedException {
        RequestHead head = RequestHead.of("POST", simulator.resolve("/v1/completions"))
                .with("Content-Type", "application/json")
                .with(SentStamp.HEADER, "true");
        long[] delays = new long[REQUESTS];
        for (int i = -WARM_UPS; i < REQUESTS; i++) {
            long delay = ask(transport, head);
            if (i >= 0) {
                delays[i] = delay;
            }
        }
        Arrays.sort(delays);
        return new AddedFirstToken(delays);
    }

    private static long ask(HttpTransport transport, RequestHead head) throws IOException, InterruptedException {
        Answer answer = new Answer();
        transport.send(head, BODY, answer);
        try {
            return answer.delay.get();
        } catch (ExecutionException e) {
            throw new IOException(Objects.requireNonNullElse(e.getCause(), e).getMessage(), e);
        }
    }

    Duration p50() {
        return Duration.ofNanos(sorted[sorted.length / 2]);
    }

    Duration p99() {
        return Duration.ofNanos(sorted[sorted.length * 99 / 100]);
    }

    private static final class Answer implements ExchangeListener {

        private final CompletableFuture<Long> delay = new CompletableFuture<>();
        private final StringBuilder text = new StringBuilder();
        private long firstNanos;

        @Override
        public void head(long nanos, ResponseHead head) {}

        @Override
        public void body(long nanos, byte[] bytes, int from, int to) {
            if (text.isEmpty()) {
                firstNanos = nanos;
            }
            text.append(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void end(long nanos) {
            OptionalLong sent = SentStamp.first(text);
            if (sent.isPresent()) {
                delay.complete(firstNanos - sent.getAsLong());
            } else {
                delay.completeExceptionally(new IOException("the simulator did not stamp its answer"));
            }
        }

        @Override
        public void failed(long nanos, Failure failure) {
            delay.completeExceptionally(
                    new IOException("the simulator failed a request: " + failure.kind() + ", " + failure.message()));
        }
    }
}
