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

/** The delay that the client adds to the time to first token, measured against an idle simulator. */
final class FirstTokenOverhead {

    private static final int WARM_UPS = 1000;
    private static final int REQUESTS = 1000;
    private static final byte[] BODY = ("{\"model\":\"" + SimulatorProcess.MODEL
                    + "\",\"prompt\":[1,2,3],\"max_tokens\":1,\"stream\":true}")
            .getBytes(StandardCharsets.UTF_8);

    private final long[] sorted;

    private FirstTokenOverhead(long[] sorted) {
        this.sorted = sorted;
    }

    static FirstTokenOverhead measure(HttpTransport transport, URI simulator) throws IOException, InterruptedException {
        RequestHead head = RequestHead.of("POST", simulator.resolve("/v1/completions"))
                .with("Content-Type", "application/json")
                .with(SentStamp.HEADER, "true");
        long[] delays = new long[REQUESTS];
        for (int i = -WARM_UPS; i < REQUESTS; i++) {
            long delay = measureOnce(transport, head);
            if (i >= 0) {
                delays[i] = delay;
            }
        }
        Arrays.sort(delays);
        return new FirstTokenOverhead(delays);
    }

    private static long measureOnce(HttpTransport transport, RequestHead head)
            throws IOException, InterruptedException {
        StampListener listener = new StampListener();
        transport.send(head, BODY, listener);
        try {
            return listener.delay.get();
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

    private static final class StampListener implements ExchangeListener {

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
                delay.completeExceptionally(new IOException("the response of the simulator has no send timestamp"));
            }
        }

        @Override
        public void failed(long nanos, Failure failure) {
            delay.completeExceptionally(
                    new IOException("the simulator failed a request: " + failure.kind() + ", " + failure.message()));
        }
    }
}
