// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;

/** A Netty implementation of sockets. */
public enum Transport {
    /** Linux's epoll, in native code. */
    EPOLL,
    /** Linux's io_uring, in native code. Many containers forbid it. */
    IO_URING,
    /** Java's NIO, available on every JVM. */
    NIO;

    /** Returns epoll if it is available, otherwise NIO. */
    public static Transport best() {
        return EPOLL.isAvailable() ? EPOLL : NIO;
    }

    /** Returns true if this transport works on this machine. */
    public boolean isAvailable() {
        return switch (this) {
            case EPOLL -> Epoll.isAvailable();
            case IO_URING -> IoUring.isAvailable();
            case NIO -> true;
        };
    }

    IoHandlerFactory handlers() {
        if (!isAvailable()) {
            Throwable cause = this == EPOLL ? Epoll.unavailabilityCause() : IoUring.unavailabilityCause();
            throw new IllegalStateException(name() + " is not available on this machine: " + cause.getMessage(), cause);
        }
        return switch (this) {
            case EPOLL -> EpollIoHandler.newFactory();
            case IO_URING -> IoUringIoHandler.newFactory();
            case NIO -> NioIoHandler.newFactory();
        };
    }

    Class<? extends ServerChannel> serverChannel() {
        return switch (this) {
            case EPOLL -> EpollServerSocketChannel.class;
            case IO_URING -> IoUringServerSocketChannel.class;
            case NIO -> NioServerSocketChannel.class;
        };
    }
}
