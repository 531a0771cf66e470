// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.Failure;
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
 * One attempt to connect for a call: name, address after address, tunnel through a proxy, TLS, HTTP/2; all within one limit. Runs on the
 * thread of the lane.
 */
final class ConnectAttempt implements Carrier {

    private final Connector connector;
    private final Pool pool;
    private final ServerOrigin origin;
    private final Call call;
    private final boolean offersHttp2;
    private InetAddress[] addresses = {};
    private @Nullable Channel channel;
    private @Nullable ScheduledFuture<?> limit;
    private boolean isOver;

    ConnectAttempt(Connector connector, Pool pool, Call call, boolean offersHttp2) {
        this.connector = connector;
        this.pool = pool;
        this.origin = pool.origin();
        this.call = call;
        this.offersHttp2 = offersHttp2;
    }

    void start() {
        call.isOn(this);
        Lane lane = pool.lane();
        limit = lane.loop().schedule(this::timeOut, connector.limitNanos(), TimeUnit.NANOSECONDS);
        CompletableFuture<?> unused = connector.addresses(origin).whenComplete((found, thrown) -> {
            if (lane.isCurrent()) {
                lookedUp(found, thrown);
            } else {
                lane.execute(() -> lookedUp(found, thrown));
            }
        });
    }

    private void lookedUp(InetAddress @Nullable [] found, @Nullable Throwable thrown) {
        if (found != null) {
            addresses = found;
            connect(0);
        } else {
            fail(Breaks.inConnect(connector.firstHop(call.server()), Objects.requireNonNull(thrown)));
        }
    }

    private void connect(int number) {
        if (isOver) {
            return;
        }
        Channel made;
        try {
            made = connector.newChannel(pool.lane().loop());
        } catch (RuntimeException e) {
            fail(Breaks.inConnect(connector.firstHop(call.server()), e));
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
                        fail(Breaks.inConnect(connector.firstHop(call.server()), connected.cause()));
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

    private void secure(Channel wire) {
        if (origin.tls()) {
            ReadClock reads = new ReadClock();
            SslHandler tls = connector.tls(origin, offersHttp2);
            wire.pipeline().addLast(reads, tls, new Handshake(this, call.server(), wire, reads));
        } else if (offersHttp2) {
            wire.pipeline().addLast(SharedConnection.over(this, pool, null));
        } else {
            Connection made = new Connection(pool, wire, null);
            wire.pipeline().addLast(made);
            connected(made);
        }
    }

    /** TLS stands, and with it the protocol above it. */
    void secured(Handshake handshake, String protocol, Channel wire, ReadClock clock) {
        if (isOver) {
            return;
        }
        if (protocol.equals("h2")) {
            wire.pipeline().replace(handshake, null, SharedConnection.over(this, pool, clock));
        } else {
            Connection made = new Connection(pool, wire, clock);
            wire.pipeline().replace(handshake, null, made);
            connected(made);
        }
    }

    private void connected(Connection made) {
        if (end()) {
            pool.connected(made, call);
        }
    }

    /** The server has said what it allows in HTTP/2. */
    void agreed(SharedConnection made) {
        if (end()) {
            pool.agreed(made, call);
        }
    }

    /** The server answered HTTP/2 with something else, before anything was asked. */
    void refusedHttp2() {
        if (end()) {
            close();
            pool.speaksHttp1(call);
        }
    }

    private void timeOut() {
        end(exchange -> exchange.failed(
                System.nanoTime(),
                new Failure(
                        Failure.Kind.TIMEOUT, "no connection to " + connector.firstHop(call.server()) + " in time")));
    }

    void fail(String message) {
        end(exchange -> exchange.broken(System.nanoTime(), message));
    }

    @Override
    public void giveUp() {
        if (!pool.isAwaited()) {
            end(Exchange::cancel);
        }
    }

    private void end(Consumer<Exchange> why) {
        if (end()) {
            close();
            pool.failed(call, why);
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
