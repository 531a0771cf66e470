// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.HttpVersion;
import io.loadharness.http.RequestHead;
import io.loadharness.http.TransportOptions;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** What all connections of a transport are made with, and what closes them. Safe for any number of threads. */
final class Connector {

    private final Sockets sockets;
    private final Names names;
    private final TransportOptions options;
    private final SSLContext tls;
    /** All that are open, and what is added while they are closed: an event loop that is shut down may leave them open. */
    private final ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);

    Connector(Sockets sockets, Names names, TransportOptions options) {
        this.sockets = sockets;
        this.names = names;
        this.options = options;
        this.tls = options.tls().sslContext();
    }

    HeadBytes headBytes(RequestHead head) {
        return HeadBytes.of(head, options.proxy().isPresent());
    }

    /** Whether a server is asked for HTTP/2. A proxy that reads what goes through it is not. */
    boolean asksForHttp2(ServerOrigin origin) {
        return options.version() == HttpVersion.HTTP_2
                && (origin.tls() || options.proxy().isEmpty());
    }

    /** A channel on a loop, whose thread calls. */
    Channel newChannel(EventLoop loop) {
        Channel channel = sockets.newChannel();
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0);
        ChannelFuture unused = loop.register(channel);
        channels.add(channel);
        return channel;
    }

    /** Closes all connections, and each that is made from now on. */
    Future<?> close() {
        return channels.close();
    }

    long limitNanos() {
        return options.limits().connect().toNanos();
    }

    /** Where to connect to: the server, or the proxy on the way to it. */
    CompletableFuture<InetAddress[]> addresses(ServerOrigin origin) {
        return names.lookUp(
                options.proxy().map(InetSocketAddress::getHostString).orElse(origin.host()));
    }

    int port(ServerOrigin origin) {
        return options.proxy().map(InetSocketAddress::getPort).orElse(origin.port());
    }

    /** Where that is, in words. */
    String firstHop(String server) {
        return options.firstHop(server);
    }

    /** Whether the proxy has to make a tunnel first. */
    boolean needsTunnel(ServerOrigin origin) {
        return origin.tls() && options.proxy().isPresent();
    }

    SslHandler tls(ServerOrigin origin, boolean offersHttp2) {
        SSLEngine engine = tls.createSSLEngine(origin.host(), origin.port());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        if (offersHttp2) {
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
        }
        engine.setSSLParameters(parameters);
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(0); // the attempt keeps the limit
        return handler;
    }
}
