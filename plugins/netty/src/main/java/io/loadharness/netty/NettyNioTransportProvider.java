// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpTransportProvider;
import io.loadharness.http.TransportOptions;

/** The transport over Netty by NIO, which works wherever Java does; taken only when named. */
public final class NettyNioTransportProvider implements HttpTransportProvider {

    /** For {@link java.util.ServiceLoader}. */
    public NettyNioTransportProvider() {}

    @Override
    public String name() {
        return "netty-nio";
    }

    @Override
    public int preference() {
        return -10;
    }

    @Override
    public HttpTransport open(TransportOptions options) {
        return new NettyTransport(Sockets.NIO, options);
    }
}
