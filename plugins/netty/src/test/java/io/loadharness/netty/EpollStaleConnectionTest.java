package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.StaleConnectionContract;
import io.loadharness.http.TransportOptions;

class EpollStaleConnectionTest extends StaleConnectionContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("netty", options);
    }
}
