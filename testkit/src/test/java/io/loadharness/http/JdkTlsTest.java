// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.testkit.TlsContract;

class JdkTlsTest extends TlsContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }
}
