package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackendContract;
import io.loadharness.http.TransportOptions;

class EpollOpenAiBackendTest extends OpenAiBackendContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("netty", options);
    }
}
