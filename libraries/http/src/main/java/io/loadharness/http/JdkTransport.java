// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.client.ReadThread;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A transport over {@code java.net.http}. It has one client per thread. The clients run all callbacks on their selector threads, so that
 * timestamps are taken right after the read.
 *
 * <p>It has two limitations. First, {@code java.net.http} does not report whether a request uses a kept-alive connection. Therefore, if an
 * earlier exchange of the same client left a connection open, any connection that closes before the first byte of the response counts as
 * stale. Second, {@link #close} does not close the clients, because Java before 21 cannot do this. Idle connections stay open until the
 * clients are garbage-collected.
 */
final class JdkTransport implements HttpTransport {

    private static final String SILENT_RETRIES = "jdk.httpclient.enableAllMethodRetry";

    private final TransportOptions options;
    private final Deadlines deadlines;
    private final JdkClient[] clients;
    private final AtomicLong exchanges = new AtomicLong();
    private final LongAdder staleRetries = new LongAdder();
    private final LongAdder overHttp2 = new LongAdder();
    private final LongAdder waits = new LongAdder();
    private final LongAdder waitNanos = new LongAdder();
    private volatile @Nullable JdkHead lastHead;

    JdkTransport(TransportOptions options) {
        String silentRetries = System.getProperty(SILENT_RETRIES);
        if (silentRetries != null && (silentRetries.isEmpty() || Boolean.parseBoolean(silentRetries))) {
            throw new IllegalArgumentException("-D" + SILENT_RETRIES + " makes java.net.http repeat requests that"
                    + " the transport \"jdk\" counts only once: remove the property");
        }
        if (options.version() == HttpVersion.HTTP_2 && options.maxConnections() != TransportOptions.UNLIMITED) {
            throw new IllegalArgumentException(
                    "java.net.http cannot limit the number of HTTP/2 connections: use the transport \"netty\"");
        }
        this.options = options;
        this.clients = new JdkClient[options.threads()];
        for (int i = 0; i < clients.length; i++) {
            clients[i] = new JdkClient(options, new ConnectionLimit(options.maxConnections(i), waits, waitNanos));
        }
        this.deadlines = new Deadlines(options.limits());
    }

    @Override
    public String name() {
        return "jdk";
    }

    @Override
    public Exchange send(RequestHead head, byte[] body, ExchangeListener listener) {
        Exchange exchange = Exchange.start(listener, options, deadlines);
        if (!exchange.isEnded()) {
            JdkClient client = clients[(int) (exchanges.getAndIncrement() % clients.length)];
            client.limit().enter(head.authority(), () -> {
                if (exchange.isEnded()) {
                    return false;
                }
                send(client, client.current(), exchange, head, body, options.retryStale());
                return true;
            });
        }
        return exchange;
    }

    private void send(
            JdkClient client,
            JdkClient.Generation generation,
            Exchange exchange,
            RequestHead head,
            byte[] body,
            boolean mayRetry) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        CompletableFuture<HttpResponse<Void>> response;
        try {
            response = generation
                    .client()
                    .sendAsync(request(exchange, head, body), info -> responseStarted(exchange, generation, end, info));
        } catch (RuntimeException e) {
            client.limit().leave(head.authority());
            exchange.failed(System.nanoTime(), Failure.of(e));
            return;
        }
        exchange.onClose(() -> response.cancel(true));
        CompletableFuture<?> unused = response.whenComplete((nothing, thrown) -> {
            if (thrown == null) {
                client.limit().leave(head.authority());
                return;
            }
            JdkFailures failure = JdkFailures.of(thrown);
            boolean stale = generation.hasKept() && failure.beforeFirstByte() && !exchange.isResponseStarted();
            Optional<JdkClient.Generation> fresh =
                    stale && mayRetry && !exchange.isEnded() ? client.freshAfter(generation) : Optional.empty();
            if (fresh.isPresent()) {
                staleRetries.increment();
                send(client, fresh.get(), exchange, head, body, false);
            } else {
                client.limit().leave(head.authority());
                failure.end(
                        exchange,
                        head,
                        options.firstHop(head.authority()),
                        options.limits().connect());
            }
        });
        completeOnReadThread(response, end);
    }

    /**
     * Completes a response on the thread that has read its end. By default, {@code java.net.http} completes responses in the common pool,
     * which may be blocked. If the common pool has only one thread, Java before 25 starts a thread for each response.
     */
    private static void completeOnReadThread(
            CompletableFuture<HttpResponse<Void>> response, CompletableFuture<Void> end) {
        CompletableFuture<?> unused = end.whenComplete((nothing, thrown) -> {
            if (thrown == null) {
                response.complete(null);
            } else {
                response.completeExceptionally(thrown);
            }
        });
    }

    private JdkResponseBody responseStarted(
            Exchange exchange,
            JdkClient.Generation connections,
            CompletableFuture<Void> end,
            HttpResponse.ResponseInfo info) {
        if (info.version() == HttpClient.Version.HTTP_2) {
            overHttp2.increment();
        }
        return new JdkResponseBody(exchange, connections, end, info);
    }

    private HttpRequest request(Exchange exchange, RequestHead head, byte[] body) {
        JdkHead known = lastHead;
        if (known == null || known.head() != head) {
            known = JdkHead.of(head);
            lastHead = known;
        }
        return new JdkRequest(known.request(), JdkRequestBody.of(body, exchange));
    }

    @Override
    public List<ReadThread> readThreads() {
        return Stream.of(clients)
                .<ReadThread>map(client -> client.current().selector())
                .toList();
    }

    @Override
    public TransportCounts counts() {
        return new TransportCounts(
                exchanges.get(), staleRetries.sum(), overHttp2.sum(), 0, waits.sum(), waitNanos.sum());
    }

    @Override
    public void close() {
        deadlines.close();
    }
}
