// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.TransportOptions;
import io.loadharness.testkit.Http2Contract;

class NioHttp2Test extends Http2Contract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("netty-nio", options);
    }
}
