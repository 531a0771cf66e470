// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.internal.EqualShares;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings of a transport.
 *
 * <pre>{@code
 * TransportOptions options = TransportOptions.builder().threads(4).maxConnections(1_000).build();
 * }</pre>
 *
 * @param limits the time limits of an exchange
 * @param maxBodyBytes the maximum size of a response body; a larger body fails as malformed
 * @param version the HTTP version to use
 * @param tls the trusted certificates and the client certificate
 * @param proxy the HTTP proxy; empty for none
 * @param retryStale true to send a request again on a new connection if the server closed the kept-alive connection of the request before
 *     the first byte of the response; {@link TransportCounts#staleRetries} counts these retries
 * @param threads the number of threads that read and write
 * @param maxConnections the maximum number of connections to one server, divided equally among the threads; if all connections are in use,
 *     a request waits, and {@link TransportCounts#connectionWaits} counts the request
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

    /** The value of {@code maxConnections} for an unlimited number of connections. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /**
     * The defaults: bodies up to 256 MiB, HTTP/1.1, verified TLS, no proxy, retry on stale connections, half as many threads as CPUs,
     * an unlimited number of connections.
     */
    public static final TransportOptions DEFAULTS = builder().build();

    public TransportOptions {
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(proxy, "proxy");
        if (maxBodyBytes < 1) {
            throw new IllegalArgumentException("maxBodyBytes must be at least 1: got " + maxBodyBytes);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1: got " + threads);
        }
        if (maxConnections < threads) {
            throw new IllegalArgumentException(
                    "maxConnections must be at least the number of threads, " + threads + ": got " + maxConnections);
        }
    }

    /** Returns a description of the peer of a connection: the server, or the proxy if one is set. */
    public String firstHop(String authority) {
        return proxy.map(address ->
                                "the proxy " + address.getHostString() + ":" + address.getPort() + " on the way to ")
                        .orElse("")
                + authority;
    }

    /** Returns the maximum number of connections of one thread to one server. Threads are numbered from 0. */
    public int maxConnections(int thread) {
        return EqualShares.of(maxConnections, threads, thread);
    }

    /** Returns a builder that starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder of options. Not thread-safe. Each setter returns this builder. */
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

        /** Sets the time limits of an exchange. */
        public Builder limits(TimeLimits value) {
            limits = value;
            return this;
        }

        /** Sets the maximum size of a response body in bytes. */
        public Builder maxBodyBytes(long value) {
            maxBodyBytes = value;
            return this;
        }

        /** Sets the HTTP version to use. */
        public Builder version(HttpVersion value) {
            version = value;
            return this;
        }

        /** Sets the trusted certificates and the client certificate. */
        public Builder tls(TlsOptions value) {
            tls = value;
            return this;
        }

        /** Sets the HTTP proxy. */
        public Builder proxy(InetSocketAddress value) {
            proxy = Optional.of(value);
            return this;
        }

        /** Sets whether a request is sent again if it was sent on a stale connection. */
        public Builder retryStale(boolean value) {
            retryStale = value;
            return this;
        }

        /** Sets the number of threads that read and write. */
        public Builder threads(int value) {
            threads = value;
            return this;
        }

        /**
         * Sets the maximum number of connections to one server. If the maximum is less than the number of threads, the number of threads is
         * reduced to the maximum.
         */
        public Builder maxConnections(int value) {
            maxConnections = value;
            return this;
        }

        /** Returns the options. */
        public TransportOptions build() {
            int used = maxConnections < 1 ? threads : Math.min(threads, maxConnections);
            return new TransportOptions(limits, maxBodyBytes, version, tls, proxy, retryStale, used, maxConnections);
        }
    }
}
