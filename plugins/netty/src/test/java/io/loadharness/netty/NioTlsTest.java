package io.loadharness.netty;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.TlsContract;
import io.loadharness.http.TransportOptions;

class NioTlsTest extends TlsContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("netty-nio", options);
    }
}
