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
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Opens the connections of a transport with the options of the transport, and closes all of them. Thread-safe. */
final class Connector {

    private final Sockets sockets;
    private final HostResolver resolver;
    private final TransportOptions options;
    private final SSLContext tls;
    /**
     * All open channels. The group also closes channels that are added during or after {@link #close}, because the event loop might not
     * close them when it shuts down.
     */
    private final ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);

    Connector(Sockets sockets, HostResolver resolver, TransportOptions options) {
        this.sockets = sockets;
        this.resolver = resolver;
        this.options = options;
        this.tls = options.tls().sslContext();
    }

    HeadBytes headBytes(RequestHead head) {
        return HeadBytes.of(head, options.proxy().isPresent());
    }

    /** Returns true if connections to a server request HTTP/2. Connections to a proxy without a tunnel do not request it. */
    boolean asksForHttp2(ServerOrigin origin) {
        return options.version() == HttpVersion.HTTP_2
                && (origin.tls() || options.proxy().isEmpty());
    }

    /** Returns a new channel on a loop. Must be called on the thread of that loop. */
    Channel newChannel(EventLoop loop) {
        Channel channel = sockets.newChannel();
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0);
        ChannelFuture unused = loop.register(channel);
        channels.add(channel);
        return channel;
    }

    /** Closes all connections, and every connection that is opened later. */
    Future<?> close() {
        return channels.close();
    }

    /** Returns the time limit of an attempt to open a connection. */
    Duration limit() {
        return options.limits().connect();
    }

    /** Returns the addresses to connect to: the addresses of the server, or of the proxy if there is one. */
    CompletableFuture<InetAddress[]> addresses(ServerOrigin origin) {
        return resolver.lookUp(
                options.proxy().map(InetSocketAddress::getHostString).orElse(origin.host()));
    }

    int port(ServerOrigin origin) {
        return options.proxy().map(InetSocketAddress::getPort).orElse(origin.port());
    }

    /** Returns a description of the peer to connect to. */
    String firstHop(String server) {
        return options.firstHop(server);
    }

    /** Returns true if a connection to the server needs a tunnel through a proxy. */
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
        handler.setHandshakeTimeoutMillis(0); // ConnectAttempt enforces the limit
        return handler;
    }
}
