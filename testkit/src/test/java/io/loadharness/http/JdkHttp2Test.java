// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.testkit.Http2Contract;

class JdkHttp2Test extends Http2Contract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }

    @Override
    protected boolean seesStreams() {
        return false;
    }
}
