// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.TransportOptions;
import io.loadharness.testkit.TlsContract;

class EpollTlsTest extends TlsContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("netty", options);
    }
}
