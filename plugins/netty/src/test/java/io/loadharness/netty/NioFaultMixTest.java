// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.TransportOptions;
import io.loadharness.testkit.FaultMixContract;

class NioFaultMixTest extends FaultMixContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("netty-nio", options);
    }
}
