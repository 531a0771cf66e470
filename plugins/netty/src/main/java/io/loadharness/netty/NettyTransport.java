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
 * A transport over Netty. Each of its event loops has connections and a thread of its own and shares nothing with the others: a request
 * goes to the loop whose thread sends it, or else to each in its turn.
 */
final class NettyTransport implements HttpTransport {

    private final Sockets sockets;
    private final TransportOptions options;
    private final EventLoopGroup group;
    private final Connector connector;
    private final Names names = new Names();
    private final Deadlines deadlines;
    private final List<Lane> lanes = new ArrayList<>();
    private final AtomicLong exchanges = new AtomicLong();
    private final LaneCounters counters = new LaneCounters();

    NettyTransport(Sockets sockets, TransportOptions options) {
        this.sockets = sockets;
        this.options = options;
        connector = new Connector(sockets, names, options);
        group = new MultiThreadIoEventLoopGroup(
                options.threads(), new DefaultThreadFactory("http-netty", true), sockets.handlers());
        group.forEach(loop ->
                lanes.add(new Lane((EventLoop) loop, connector, counters, options.maxConnections(lanes.size()))));
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
                Lane lane = lane(number);
                lane.submit(new Call(lane, exchange, head, body, options.retryStale()));
            } catch (RejectedExecutionException closed) {
                exchange.cancel();
            } catch (RuntimeException e) {
                exchange.failed(System.nanoTime(), Failure.of(e));
            }
        }
        return exchange;
    }

    private Lane lane(long number) {
        for (Lane each : lanes) {
            if (each.isCurrent()) {
                return each;
            }
        }
        return lanes.get((int) (number % lanes.size()));
    }

    @Override
    public List<ReadThread> readThreads() {
        return lanes.stream().<ReadThread>map(Lane::probe).toList();
    }

    @Override
    public TransportCounts counts() {
        return counters.counts(exchanges.get());
    }

    @Override
    public void close() {
        deadlines.close();
        names.close();
        await(connector.close());
        await(group.shutdownGracefully(0, 5, TimeUnit.SECONDS));
    }

    /** A loop cannot wait for itself. */
    private void await(Future<?> closed) {
        if (lanes.stream().noneMatch(Lane::isCurrent)) {
            closed.awaitUninterruptibly(5, TimeUnit.SECONDS);
        }
    }
}
