package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpTransportProvider;
import io.loadharness.http.HttpVersion;
import io.loadharness.http.TransportOptions;

/** The transport over Netty by Linux's io_uring, which many containers forbid; taken only when named. */
public final class NettyIoUringTransportProvider implements HttpTransportProvider {

    /** For {@link java.util.ServiceLoader}. */
    public NettyIoUringTransportProvider() {}

    @Override
    public String name() {
        return "netty-io_uring";
    }

    @Override
    public int preference() {
        return -10;
    }

    @Override
    public boolean speaks(HttpVersion version) {
        return NettyTransport.speaks(version);
    }

    @Override
    public HttpTransport open(TransportOptions options) {
        return new NettyTransport(Sockets.IO_URING, options);
    }
}
