// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;

/** The socket implementations of Netty. */
enum Sockets {
    EPOLL("netty-epoll"),
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
            case NIO -> NioIoHandler.newFactory();
        };
    }

    Channel newChannel() {
        return switch (this) {
            case EPOLL -> new EpollSocketChannel();
            case NIO -> new NioSocketChannel();
        };
    }
}
