package io.loadharness.http;

class JdkTunnelTest extends TunnelContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }
}
