// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** The transport over {@code java.net.http}, which needs nothing beside Java. */
public final class JdkTransportProvider implements HttpTransportProvider {

    /** For {@link java.util.ServiceLoader}. */
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
