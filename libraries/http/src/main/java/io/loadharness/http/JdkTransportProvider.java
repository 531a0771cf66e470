// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** The provider of the transport over {@code java.net.http}, which needs no dependencies. */
public final class JdkTransportProvider implements HttpTransportProvider {

    /** Called by {@link java.util.ServiceLoader}. */
    public JdkTransportProvider() {}

    @Override
    public String name() {
        return "jdk";
    }

    @Override
    public int preference() {
        return 0;
    }

    @Override
    public HttpTransport open(TransportOptions options) {
        return new JdkTransport(options);
    }
}
