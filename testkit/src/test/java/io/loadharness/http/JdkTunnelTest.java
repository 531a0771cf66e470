// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.testkit.TunnelContract;

class JdkTunnelTest extends TunnelContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }
}
