// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.Failure;
import io.loadharness.client.ReadThread;
import io.loadharness.http.Deadlines;
import io.loadharness.http.Exchange;
import io.loadharness.http.ExchangeListener;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.RequestHead;
import io.loadharness.http.TransportCounts;
import io.loadharness.http.TransportOptions;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A transport over Netty. Each event loop has its own thread and its own connections. If the thread of a loop sends a request, this loop
 * processes the request. Requests from other threads are distributed over the loops (round-robin).
 */
final class NettyTransport implements HttpTransport {

    private final Sockets sockets;
    private final TransportOptions options;
    private final EventLoopGroup group;
    private final Connector connector;
    private final HostResolver resolver = new HostResolver();
    private final Deadlines deadlines;
    private final List<NettyWorker> workers = new ArrayList<>();
    private final AtomicLong exchanges = new AtomicLong();
    private final NettyCounters counters = new NettyCounters();

    NettyTransport(Sockets sockets, TransportOptions options) {
        this.sockets = sockets;
        this.options = options;
        connector = new Connector(sockets, resolver, options);
        group = new MultiThreadIoEventLoopGroup(
                options.threads(), new DefaultThreadFactory("http-netty", true), sockets.handlers());
        group.forEach(loop -> workers.add(
                new NettyWorker((EventLoop) loop, connector, counters, options.maxConnections(workers.size()))));
        deadlines = new Deadlines(options.limits());
    }

    @Override
    public String name() {
        return sockets.label();
    }

    @Override
    public Exchange send(RequestHead head, byte[] body, ExchangeListener listener) {
        Exchange exchange = Exchange.start(listener, options, deadlines);
        if (!exchange.isEnded()) {
            long number = exchanges.getAndIncrement();
            try {
                NettyWorker worker = worker(number);
                worker.submit(new NettyRequest(worker, exchange, head, body, options.retryStale()));
            } catch (RejectedExecutionException closed) {
                exchange.cancel();
            } catch (RuntimeException e) {
                exchange.failed(System.nanoTime(), Failure.of(e));
            }
        }
        return exchange;
    }

    private NettyWorker worker(long number) {
        for (NettyWorker each : workers) {
            if (each.isCurrent()) {
                return each;
            }
        }
        return workers.get((int) (number % workers.size()));
    }

    @Override
    public List<ReadThread> readThreads() {
        return workers.stream().<ReadThread>map(NettyWorker::probe).toList();
    }

    @Override
    public TransportCounts counts() {
        return counters.counts(exchanges.get());
    }

    @Override
    public void close() {
        deadlines.close();
        resolver.close();
        await(connector.close());
        await(group.shutdownGracefully(0, 5, TimeUnit.SECONDS));
    }

    /** Waits at most 5 s for {@code closed}. Does not wait on the thread of an event loop, because a loop cannot wait for itself. */
    private void await(Future<?> closed) {
        if (workers.stream().noneMatch(NettyWorker::isCurrent)) {
            closed.awaitUninterruptibly(5, TimeUnit.SECONDS);
        }
    }
}
