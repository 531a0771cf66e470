// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import io.loadharness.client.ReadThread;
import io.loadharness.http.Exchange;
import io.loadharness.http.ExchangeListener;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.RequestHead;
import io.loadharness.http.TransportCounts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/**
 * A transport whose time limits can pass without waiting. It sends requests with another transport. {@link #close} closes the other
 * transport. Only the limit for connecting still needs real time, because the HTTP client measures this limit. Thread-safe.
 *
 * <pre>{@code
 * FakeTimeTransport transport = new FakeTimeTransport(HttpTransport.open(options));
 * transport.send(head, body, listener);
 * transport.passWhen(() -> server.requests().size() == 1, options.limits().firstByte());
 * }</pre>
 */
public final class FakeTimeTransport implements HttpTransport {

    /** Exceeds the delay of an event that a thread of the transport reports while the limits are checked. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private final HttpTransport transport;
    private final ConcurrentLinkedQueue<Exchange> exchanges = new ConcurrentLinkedQueue<>();

    /** Creates a transport that sends with another transport. */
    public FakeTimeTransport(HttpTransport transport) {
        this.transport = transport;
    }

    /** Returns the number of exchanges in flight. */
    public long inFlight() {
        return exchanges.stream().filter(each -> !each.isEnded()).count();
    }

    /** Returns the number of exchanges in flight whose response has started. */
    public long started() {
        return exchanges.stream()
                .filter(each -> each.isResponseStarted() && !each.isEnded())
                .count();
    }

    /**
     * Waits until a condition is true, and then checks the limits of the exchanges in flight as if {@code time} plus one minute had passed
     * since the condition became true. Limits count from the end of a send or from a part of a response. These events can be reported after
     * the condition became true. Therefore one minute is added.
     *
     * @throws InterruptedException if the thread is interrupted, for example because its test takes too long
     */
    public void passWhen(BooleanSupplier condition, Duration time) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Thread.onSpinWait();
        }
        long later = System.nanoTime() + time.plus(MARGIN).toNanos();
        exchanges.stream().filter(each -> !each.isEnded()).forEach(each -> each.check(later));
    }

    @Override
    public Exchange send(RequestHead head, byte[] body, ExchangeListener listener) {
        Exchange exchange = transport.send(head, body, listener);
        exchanges.add(exchange);
        return exchange;
    }

    @Override
    public String name() {
        return transport.name();
    }

    @Override
    public List<ReadThread> readThreads() {
        return transport.readThreads();
    }

    @Override
    public TransportCounts counts() {
        return transport.counts();
    }

    @Override
    public void close() {
        transport.close();
    }
}
