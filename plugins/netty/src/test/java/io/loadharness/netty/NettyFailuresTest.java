// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class NettyFailuresTest {

    private static final String SERVER = "host:8000";

    @Test
    void describesAFailedConnect() {
        assertThat(NettyFailures.duringConnect(SERVER, new UnknownHostException("host")))
                .isEqualTo("the host of host:8000 is not known");
        assertThat(NettyFailures.duringConnect(
                        SERVER, new BindException("connect(..) failed: Cannot assign requested address")))
                .isEqualTo("no local port is free for a connection to host:8000");
        assertThat(NettyFailures.duringConnect(
                        SERVER, new ChannelException(new IOException("socket(): Too many open files"))))
                .isEqualTo("too many open files for another connection to host:8000: raise the limit (ulimit -n)");
        assertThat(NettyFailures.duringConnect(SERVER, new ConnectException("refused")))
                .isEqualTo("no connection to host:8000: refused");
    }

    @Test
    void describesALostConnection() {
        assertThat(NettyFailures.duringResponse(SERVER, null)).isEqualTo("the connection to host:8000 ended early");
        assertThat(NettyFailures.duringResponse(
                        SERVER, new IOException("recv(..) failed with error(-104): Connection reset")))
                .isEqualTo("the connection to host:8000 ended early: Connection reset");
        assertThat(NettyFailures.duringResponse(SERVER, new IOException(new SSLHandshakeException("no certificate"))))
                .isEqualTo("TLS with host:8000 failed: no certificate");
        NotSslRecordException hex = new NotSslRecordException("not an SSL/TLS record: " + "41".repeat(2000));
        assertThat(NettyFailures.duringResponse(SERVER, hex))
                .isEqualTo("TLS with host:8000 failed: the server does not use TLS");
        assertThat(NettyFailures.duringHandshake(SERVER, new DecoderException(hex)))
                .isEqualTo("TLS with host:8000 failed: the server does not use TLS");
    }
}
