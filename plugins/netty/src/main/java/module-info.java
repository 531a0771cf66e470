// SPDX-License-Identifier: Apache-2.0
/** An HTTP transport over Netty, for high load. */
module io.loadharness.netty {
    requires io.loadharness.http;
    requires io.netty.buffer;
    requires io.netty.codec.http2;
    requires io.netty.codec;
    requires io.netty.common;
    requires io.netty.handler;
    requires io.netty.transport.classes.epoll;
    requires io.netty.transport;
    requires static org.jspecify;

    provides io.loadharness.http.HttpTransportProvider with
            io.loadharness.netty.NettyTransportProvider,
            io.loadharness.netty.NettyNioTransportProvider;
}
