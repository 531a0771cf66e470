// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Optional;

/**
 * How a transport works.
 *
 * @param limits how long an exchange may take
 * @param maxBodyBytes the largest answer; a larger one is malformed
 * @param version which HTTP is spoken
 * @param tls whom to trust, and how to be trusted
 * @param proxy the HTTP proxy to go through; empty for none
 * @param retryStale whether a request that met a kept connection just closed by the server is sent once more on a fresh one;
 *     such retries are counted
 * @param threads how many threads read and write
 * @param maxConnections the most connections to one server, of which each thread has an equal share; a request that finds all in
 *     use waits, which is counted
 */
public record TransportOptions(
        TimeLimits limits,
        long maxBodyBytes,
        HttpVersion version,
        TlsOptions tls,
        Optional<InetSocketAddress> proxy,
        boolean retryStale,
        int threads,
        int maxConnections) {

    /** No limit to the connections. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /**
     * The defaults: 256 MiB, HTTP/1.1, verified TLS, no proxy, stale connections retried, half of the processors as threads, any
     * number of connections.
     */
    public static final TransportOptions DEFAULTS = builder().build();

    public TransportOptions {
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(proxy, "proxy");
        if (maxBodyBytes < 1) {
            throw new IllegalArgumentException("maxBodyBytes must be at least 1: " + maxBodyBytes);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1: " + threads);
        }
        if (maxConnections < threads) {
            throw new IllegalArgumentException(
                    "maxConnections must be at least one for each of " + threads + " threads: " + maxConnections);
        }
    }

    /** What a connection for a server is made to, in words: the server, or the proxy on the way to it. */
    public String firstHop(String authority) {
        return proxy.map(address ->
                                "the proxy " + address.getHostString() + ":" + address.getPort() + " on the way to ")
                        .orElse("")
                + authority;
    }

    /** The most connections to one server that a thread has, by its number from 0. */
    public int maxConnections(int thread) {
        return maxConnections / threads + (thread < maxConnections % threads ? 1 : 0);
    }

    /** Options that start from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects options. For one thread; each method that sets one returns this builder. */
    public static final class Builder {

        private TimeLimits limits = TimeLimits.DEFAULTS;
        private long maxBodyBytes = 256L << 20;
        private HttpVersion version = HttpVersion.HTTP_1_1;
        private TlsOptions tls = TlsOptions.VERIFIED;
        private Optional<InetSocketAddress> proxy = Optional.empty();
        private boolean retryStale = true;
        private int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        private int maxConnections = UNLIMITED;

        private Builder() {}

        /** How long an exchange may take. */
        public Builder limits(TimeLimits value) {
            limits = value;
            return this;
        }

        /** The largest answer. */
        public Builder maxBodyBytes(long value) {
            maxBodyBytes = value;
            return this;
        }

        /** Which HTTP is spoken. */
        public Builder version(HttpVersion value) {
            version = value;
            return this;
        }

        /** Whom to trust, and how to be trusted. */
        public Builder tls(TlsOptions value) {
            tls = value;
            return this;
        }

        /** The HTTP proxy to go through. */
        public Builder proxy(InetSocketAddress value) {
            proxy = Optional.of(value);
            return this;
        }

        /** Whether a request that met a stale connection is sent once more. */
        public Builder retryStale(boolean value) {
            retryStale = value;
            return this;
        }

        /** How many threads read and write. */
        public Builder threads(int value) {
            threads = value;
            return this;
        }

        /** The most connections to one server; fewer than there are threads, and there are fewer threads. */
        public Builder maxConnections(int value) {
            maxConnections = value;
            return this;
        }

        /** The options. */
        public TransportOptions build() {
            int used = maxConnections < 1 ? threads : Math.min(threads, maxConnections);
            return new TransportOptions(limits, maxBodyBytes, version, tls, proxy, retryStale, used, maxConnections);
        }
    }
}
