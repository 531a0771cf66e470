package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.StaleConnectionContract;
import io.loadharness.http.TransportOptions;

class NioStaleConnectionTest extends StaleConnectionContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("netty-nio", options);
    }
}
