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
 * A transport over {@code java.net.http}. Its clients run everything on their selector threads, so a stamp is taken right after the
 * read, and their number is the number of threads.
 *
 * <p>Two things that {@code java.net.http} does not tell decide its limits. It does not say whether a connection is a kept one: a request
 * whose connection ended before the first byte counts as stale if any exchange before it left a connection open. And it cannot be
 * closed before Java 21, so idle connections live until they are collected.
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
            throw new IllegalArgumentException("with -D" + SILENT_RETRIES
                    + " the transport \"jdk\" would send requests twice that are counted once: leave it out");
        }
        if (options.version() == HttpVersion.HTTP_2 && options.maxConnections() != TransportOptions.UNLIMITED) {
            throw new IllegalArgumentException(
                    "java.net.http cannot limit the connections of HTTP/2; take the transport \"netty\" for that");
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
        CompletableFuture<HttpResponse<Void>> answer;
        try {
            answer = generation
                    .client()
                    .sendAsync(request(exchange, head, body), info -> answered(exchange, generation, end, info));
        } catch (RuntimeException e) {
            client.limit().leave(head.authority());
            exchange.failed(System.nanoTime(), Failure.of(e));
            return;
        }
        exchange.onClose(() -> answer.cancel(true));
        CompletableFuture<?> unused = answer.whenComplete((response, thrown) -> {
            if (thrown == null) {
                client.limit().leave(head.authority());
                return;
            }
            JdkFailures failure = JdkFailures.of(thrown);
            boolean stale = generation.hasKept() && failure.beforeFirstByte() && !exchange.isAnswering();
            Optional<JdkClient.Generation> fresh =
                    stale && mayRetry && !exchange.isEnded() ? client.freshAfter(generation) : Optional.empty();
            if (fresh.isPresent()) {
                staleRetries.increment();
                send(client, fresh.get(), exchange, head, body, false);
            } else {
                client.limit().leave(head.authority());
                failure.end(exchange, head, options.firstHop(head.authority()));
            }
        });
        completeAtOnce(answer, end);
    }

    /**
     * Completes an answer on the thread that has read its end. Left to itself, {@code java.net.http} would do so in the common pool, which
     * may be blocked; and where that has one thread only, Java before 25 starts a thread for each answer instead.
     */
    private static void completeAtOnce(CompletableFuture<HttpResponse<Void>> answer, CompletableFuture<Void> end) {
        CompletableFuture<?> unused = end.whenComplete((nothing, thrown) -> {
            if (thrown == null) {
                answer.complete(null);
            } else {
                answer.completeExceptionally(thrown);
            }
        });
    }

    private JdkResponseBody answered(
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
