// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpTransportProvider;
import io.loadharness.http.TransportOptions;

/**
 * The provider of the transport over Netty with NIO, which works on every platform. This transport is used only if the user selects it with
 * {@code --transport netty-nio}.
 */
public final class NettyNioTransportProvider implements HttpTransportProvider {

    /** Called by {@link java.util.ServiceLoader}. */
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
