// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * An LLM server with a simulated model. Sockets, HTTP and the APIs of vLLM, SGLang and llama.cpp are real; a {@link TimingModel} or a
 * {@link Pace} determines the times, and responses can have faults. Runs from {@link #start} until it is closed. Thread-safe.
 *
 * <pre>{@code
 * try (SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder().build())) {
 *     measure(server.uri());
 *     print(server.stats());
 * }
 * }</pre>
 */
public final class SimulatedServer implements AutoCloseable {

    private final SimulatorConfig config;
    private final Engine engine;
    private final EventLoopGroup loops;
    /**
     * All open channels. The server closes them itself, because an event loop may leave channels open when it shuts down. A channel that is
     * added after the close is closed immediately.
     */
    private final ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);

    private final Optional<ServerTls> tls;
    private final Channel listener;

    private SimulatedServer(SimulatorConfig config) {
        this.config = config;
        this.tls = config.tls().map(settings -> ServerTls.of(settings, config.http2()));
        Threads threads = new Threads();
        this.loops = new MultiThreadIoEventLoopGroup(
                config.eventLoops(), threads, config.transport().handlers());
        this.engine = new Engine(config, threads);
        this.listener = listen();
    }

    /** Starts a server. It accepts connections when this method returns. */
    public static SimulatedServer start(SimulatorConfig config) {
        return new SimulatedServer(config);
    }

    /** Returns the address on which the server listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Returns the base URL for clients, such as {@code http://127.0.0.1:8000}. */
    public URI uri() {
        String host = config.host().equals("0.0.0.0") || config.host().equals("::") ? "localhost" : config.host();
        return URI.create((tls.isPresent() ? "https://" : "http://") + (host.contains(":") ? "[" + host + "]" : host)
                + ":" + address().getPort());
    }

    /** Returns the certificate that the server generated, as PEM; empty if it did not generate one. */
    public Optional<String> certificatePem() {
        return tls.map(ServerTls::certificatePem).filter(pem -> !pem.isEmpty());
    }

    /** Returns the current counters. */
    public SimulatorStats stats() {
        return engine.stats();
    }

    /** Stops the server and closes all connections. */
    @Override
    public void close() {
        engine.close();
        channels.close().awaitUninterruptibly();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private Channel listen() {
        PathRouter router = new PathRouter(engine);
        Map<EventExecutor, ServerLoop> loopOf = StreamSupport.stream(loops.spliterator(), false)
                .collect(Collectors.toMap(
                        Function.identity(), executor -> new ServerLoop(executor, engine.scheduler())));
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(config.transport().serverChannel())
                .option(ChannelOption.SO_BACKLOG, 4096)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connect(channel, router, Objects.requireNonNull(loopOf.get(channel.eventLoop())));
                    }
                })
                .bind(config.host(), config.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            close();
            String where = config.host() + ":" + config.port();
            throw new UncheckedIOException(
                    "the simulator cannot listen at " + where + ": "
                            + bound.cause().getMessage(),
                    new IOException(bound.cause()));
        }
        channels.add(bound.channel());
        return bound.channel();
    }

    private void connect(Channel channel, PathRouter router, ServerLoop loop) {
        channels.add(channel);
        if (engine.plan().failsConnection(engine.counters().newConnection())) {
            channel.pipeline().addLast(new TlsFailureHandler(engine.counters()));
            return;
        }
        tls.ifPresent(context -> channel.pipeline().addLast(context.context().newHandler(channel.alloc())));
        Protocols protocols = new Protocols(router, loop, new ArrivalClock());
        channel.pipeline().addLast(protocols.clock());
        if (config.http2()) {
            channel.pipeline().addLast(new ProtocolDetector(protocols));
        } else {
            protocols.http1(channel.pipeline());
        }
    }
}
