// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.ConnectFailures;
import io.loadharness.http.Exchange;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to open a connection for a request. The steps are name lookup, connecting to each address in turn, the tunnel through a
 * proxy, TLS, and HTTP/2. One time limit applies to all steps together. Runs on the thread of the worker.
 */
final class ConnectAttempt implements RequestHolder {

    private final Connector connector;
    private final Pool pool;
    private final ServerOrigin origin;
    private final NettyRequest request;
    private final boolean offersHttp2;
    private InetAddress[] addresses = {};
    private @Nullable Channel channel;
    private @Nullable ScheduledFuture<?> limit;
    private boolean isOver;

    ConnectAttempt(Connector connector, Pool pool, NettyRequest request, boolean offersHttp2) {
        this.connector = connector;
        this.pool = pool;
        this.origin = pool.origin();
        this.request = request;
        this.offersHttp2 = offersHttp2;
    }

    void start() {
        request.setHolder(this);
        NettyWorker worker = pool.worker();
        limit = worker.loop().schedule(this::timeOut, connector.limit().toNanos(), TimeUnit.NANOSECONDS);
        CompletableFuture<?> unused = connector.addresses(origin).whenComplete((found, thrown) -> {
            if (worker.isCurrent()) {
                lookedUp(found, thrown);
            } else {
                worker.execute(() -> lookedUp(found, thrown));
            }
        });
    }

    private void lookedUp(InetAddress @Nullable [] found, @Nullable Throwable thrown) {
        if (found != null) {
            addresses = found;
            connect(0);
        } else {
            fail(NettyFailures.duringConnect(connector.firstHop(request.server()), Objects.requireNonNull(thrown)));
        }
    }

    private void connect(int number) {
        if (isOver) {
            return;
        }
        Channel made;
        try {
            made = connector.newChannel(pool.worker().loop());
        } catch (RuntimeException e) {
            fail(NettyFailures.duringConnect(connector.firstHop(request.server()), e));
            return;
        }
        channel = made;
        made.connect(new InetSocketAddress(addresses[number], connector.port(origin)))
                .addListener(connected -> {
                    if (connected.isSuccess()) {
                        tunnel(made);
                        return;
                    }
                    close();
                    if (number + 1 < addresses.length) {
                        connect(number + 1);
                    } else {
                        fail(NettyFailures.duringConnect(connector.firstHop(request.server()), connected.cause()));
                    }
                });
    }

    private void tunnel(Channel made) {
        if (connector.needsTunnel(origin)) {
            made.pipeline().addLast(new Tunnel(origin, () -> secure(made), this::fail));
        } else {
            secure(made);
        }
    }

    private void secure(Channel opened) {
        if (origin.tls()) {
            ReadClock reads = new ReadClock();
            SslHandler tls = connector.tls(origin, offersHttp2);
            opened.pipeline().addLast(reads, tls, new Handshake(this, request.server(), opened, reads));
        } else if (offersHttp2) {
            opened.pipeline().addLast(SharedConnection.over(this, pool, null));
        } else {
            Connection made = new Connection(pool, opened, null);
            opened.pipeline().addLast(made);
            connected(made);
        }
    }

    /** Called after the TLS handshake, with the negotiated protocol. */
    void secured(Handshake handshake, String protocol, Channel opened, ReadClock clock) {
        if (isOver) {
            return;
        }
        if (protocol.equals("h2")) {
            opened.pipeline().replace(handshake, null, SharedConnection.over(this, pool, clock));
        } else {
            Connection made = new Connection(pool, opened, clock);
            opened.pipeline().replace(handshake, null, made);
            connected(made);
        }
    }

    private void connected(Connection made) {
        if (end()) {
            pool.connected(made, request);
        }
    }

    /** Called when the HTTP/2 settings of the server were received. */
    void http2Connected(SharedConnection made) {
        if (end()) {
            pool.http2Connected(made, request);
        }
    }

    /** Called when the server does not support HTTP/2. No request was sent yet. */
    void http2Refused() {
        if (end()) {
            close();
            pool.http2Refused(request);
        }
    }

    private void timeOut() {
        end(exchange -> exchange.failed(
                System.nanoTime(), ConnectFailures.timeout(connector.firstHop(request.server()), connector.limit())));
    }

    void fail(String message) {
        end(exchange -> exchange.broken(System.nanoTime(), message));
    }

    @Override
    public void cancel() {
        if (!pool.hasWaiting()) {
            end(Exchange::cancel);
        }
    }

    private void end(Consumer<Exchange> why) {
        if (end()) {
            close();
            pool.failed(request, why);
        }
    }

    private boolean end() {
        boolean first = !isOver;
        isOver = true;
        if (limit != null) {
            limit.cancel(false);
        }
        return first;
    }

    private void close() {
        if (channel != null) {
            ChannelFuture unused = channel.close();
        }
    }
}
