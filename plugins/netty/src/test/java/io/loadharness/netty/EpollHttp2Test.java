package io.loadharness.netty;

import io.loadharness.http.Http2Contract;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.TransportOptions;

class EpollHttp2Test extends Http2Contract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("netty", options);
    }
}
