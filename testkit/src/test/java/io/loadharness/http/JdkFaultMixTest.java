// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.testkit.FaultMixContract;

class JdkFaultMixTest extends FaultMixContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }
}
