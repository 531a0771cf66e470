// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.client.CallbackProbe;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A client of {@code java.net.http} that can be replaced by one without kept connections. Safe for any number of threads. */
final class JdkClient {

    /** What is older than this when a connection proves stale may hold others that are. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How many clients may follow one another at once. Each has a thread, and dies only when it is collected. */
    private static final int MOST_RENEWALS = 8;

    /** One client and its kept connections. */
    static final class Generation {

        private final HttpClient client;
        private final CallbackProbe selector = new CallbackProbe();
        private final long bornNanos = System.nanoTime();
        private volatile boolean kept;

        Generation(HttpClient client) {
            this.client = client;
        }

        /** Watches the thread that reads, which tells it when it calls a listener. */
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
    private final Allowance renewals = new Allowance(MOST_RENEWALS, FRESH_NANOS);
    private volatile Generation current;

    JdkClient(TransportOptions options, ConnectionLimit limit) {
        this.options = options;
        this.limit = limit;
        this.current = new Generation(newClient());
    }

    Generation current() {
        return current;
    }

    /** How many exchanges may have a connection. */
    ConnectionLimit limit() {
        return limit;
    }

    /**
     * Leaves the kept connections of a generation behind, because one of them was dead.
     *
     * @return what has none of that time; empty if that was asked for too often
     */
    synchronized Optional<Generation> freshAfter(Generation old) {
        long now = System.nanoTime();
        if (current == old || now - current.bornNanos > FRESH_NANOS) {
            if (!renewals.take(now)) {
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
