package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpTransportContract;
import io.loadharness.http.TransportOptions;

class NioTransportTest extends HttpTransportContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("netty-nio", options);
    }
}
