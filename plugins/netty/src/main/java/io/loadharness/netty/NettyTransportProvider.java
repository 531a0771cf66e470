// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpTransportProvider;
import io.loadharness.http.TransportOptions;

/** The provider of the transport over Netty: with epoll if available, otherwise with NIO. */
public final class NettyTransportProvider implements HttpTransportProvider {

    /** Called by {@link java.util.ServiceLoader}. */
    public NettyTransportProvider() {}

    @Override
    public String name() {
        return "netty";
    }

    @Override
    public int preference() {
        return 10;
    }

    @Override
    public HttpTransport open(TransportOptions options) {
        return new NettyTransport(Sockets.best(), options);
    }
}
