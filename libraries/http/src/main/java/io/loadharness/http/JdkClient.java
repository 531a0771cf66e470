// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.client.CallbackProbe;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The current client of {@code java.net.http}. A new client replaces it to discard its kept-alive connections. Thread-safe. */
final class JdkClient {

    /** The maximum age of a {@link Generation} that is used for retries. An older generation may have stale connections. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The maximum number of replacements in a burst. The limit exists because each client has a thread until it is garbage-collected. */
    private static final int MAX_RENEWALS = 8;

    /** One client and its pooled (keep-alive) connections. */
    static final class Generation {

        private final HttpClient client;
        private final CallbackProbe selector = new CallbackProbe();
        private final long createdNanos = System.nanoTime();
        private volatile boolean kept;

        Generation(HttpClient client) {
            this.client = client;
        }

        /** Returns the probe of the thread that reads responses. The thread reports each listener call to the probe. */
        CallbackProbe selector() {
            return selector;
        }

        HttpClient client() {
            return client;
        }

        void connectionKept() {
            if (!kept) {
                kept = true;
            }
        }

        boolean hasKept() {
            return kept;
        }
    }

    private final TransportOptions options;
    private final ConnectionLimit limit;
    private final RateLimiter renewals = new RateLimiter(MAX_RENEWALS, FRESH_NANOS);
    private volatile Generation current;

    JdkClient(TransportOptions options, ConnectionLimit limit) {
        this.options = options;
        this.limit = limit;
        this.current = new Generation(newClient());
    }

    Generation current() {
        return current;
    }

    /** Returns the limit on the number of concurrent exchanges with each server. */
    ConnectionLimit limit() {
        return limit;
    }

    /**
     * Returns a generation for a retry after a stale connection of {@code old}. Returns the current generation if it is not {@code old} and
     * was created within the last second. Otherwise creates a new generation.
     *
     * @return the generation; empty if clients were replaced too often in the last seconds
     */
    synchronized Optional<Generation> freshAfter(Generation old) {
        long now = System.nanoTime();
        if (current == old || now - current.createdNanos > FRESH_NANOS) {
            if (!renewals.tryAcquire(now)) {
                return Optional.empty();
            }
            current = new Generation(newClient());
        }
        return Optional.of(current);
    }

    private HttpClient newClient() {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .executor(Runnable::run)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(options.limits().connect())
                .proxy(options.proxy().map(ProxySelector::of).orElse(HttpClient.Builder.NO_PROXY))
                .version(
                        options.version() == HttpVersion.HTTP_2
                                ? HttpClient.Version.HTTP_2
                                : HttpClient.Version.HTTP_1_1);
        if (!options.tls().equals(TlsOptions.VERIFIED)) {
            builder.sslContext(options.tls().sslContext());
        }
        return builder.build();
    }
}
