package io.loadharness.netty;

import io.loadharness.Failure;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * One attempt to connect for a call: name, address after address, tunnel through a proxy, TLS; all within one limit. Runs on the thread of
 * the connection's lane.
 */
final class Attempt {

    private final Connector connector;
    private final Connection connection;
    private final Origin origin;
    private final Call call;
    private final HeadBytes head;
    private InetAddress[] addresses;
    private ScheduledFuture<?> limit;

    Attempt(Connector connector, Connection connection, Call call, HeadBytes head) {
        this.connector = connector;
        this.connection = connection;
        this.origin = connection.origin();
        this.call = call;
        this.head = head;
    }

    void start() {
        call.isOn(connection);
        Lane lane = connection.lane();
        limit = lane.loop().schedule(this::timeOut, connector.limitNanos(), TimeUnit.NANOSECONDS);
        CompletableFuture<?> unused = connector.addresses(origin).whenComplete((found, thrown) -> {
            if (lane.isCurrent()) {
                lookedUp(found, thrown);
            } else {
                lane.execute(() -> lookedUp(found, thrown));
            }
        });
    }

    private void lookedUp(InetAddress[] found, Throwable thrown) {
        if (thrown != null) {
            fail(Breaks.inConnect(call.server(), thrown));
        } else {
            addresses = found;
            connect(0);
        }
    }

    private void connect(int number) {
        if (call.exchange().isEnded()) {
            stopWatch();
            return;
        }
        Channel channel;
        try {
            channel = connector.sockets().newChannel();
        } catch (RuntimeException e) {
            fail(Breaks.inConnect(call.server(), e));
            return;
        }
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0);
        connection.over(channel);
        ChannelFuture unused = connection.lane().loop().register(channel);
        channel.connect(new InetSocketAddress(addresses[number], connector.port(origin)))
                .addListener(connected -> {
                    if (connected.isSuccess()) {
                        tunnel(channel);
                        return;
                    }
                    connection.close();
                    if (number + 1 < addresses.length) {
                        connect(number + 1);
                    } else {
                        fail(Breaks.inConnect(call.server(), connected.cause()));
                    }
                });
    }

    private void tunnel(Channel channel) {
        if (connector.needsTunnel(origin)) {
            channel.pipeline().addLast(new Tunnel(origin, () -> secure(channel), this::fail));
        } else {
            secure(channel);
        }
    }

    private void secure(Channel channel) {
        if (!origin.tls()) {
            channel.pipeline().addLast(connection);
            ready();
            return;
        }
        ReadClock clock = new ReadClock();
        SslHandler tls = connector.tls(origin);
        connection.stampedBy(clock);
        channel.pipeline().addLast(clock, tls, connection);
        tls.handshakeFuture().addListener(shaken -> {
            if (shaken.isSuccess()) {
                ready();
            } else {
                fail(Breaks.inHandshake(call.server(), shaken.cause()));
            }
        });
    }

    private void ready() {
        stopWatch();
        connection.send(call, head);
    }

    private void timeOut() {
        call.exchange()
                .failed(
                        System.nanoTime(),
                        new Failure(Failure.Kind.TIMEOUT, "no connection to " + call.server() + " in time"));
    }

    private void fail(String message) {
        stopWatch();
        connection.close();
        call.isOn(null);
        call.exchange().broken(System.nanoTime(), message);
    }

    private void stopWatch() {
        limit.cancel(false);
    }
}
