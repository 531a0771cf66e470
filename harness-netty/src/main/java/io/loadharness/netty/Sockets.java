package io.loadharness.netty;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringSocketChannel;

/** A way to the sockets. */
enum Sockets {
    EPOLL("netty-epoll"),
    IO_URING("netty-io_uring"),
    NIO("netty-nio");

    private final String label;

    Sockets(String label) {
        this.label = label;
    }

    static Sockets best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    String label() {
        return label;
    }

    IoHandlerFactory handlers() {
        return switch (this) {
            case EPOLL -> EpollIoHandler.newFactory();
            case IO_URING -> {
                if (!IoUring.isAvailable()) {
                    throw new IllegalArgumentException("io_uring does not work here ("
                            + IoUring.unavailabilityCause().getMessage() + "); take the transport \"netty\"");
                }
                yield IoUringIoHandler.newFactory();
            }
            case NIO -> NioIoHandler.newFactory();
        };
    }

    Channel newChannel() {
        return switch (this) {
            case EPOLL -> new EpollSocketChannel();
            case IO_URING -> new IoUringSocketChannel();
            case NIO -> new NioSocketChannel();
        };
    }
}
