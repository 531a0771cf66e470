// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.testkit.OpenAiBackendContract;

class OpenAiBackendTest extends OpenAiBackendContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }
}
