package io.loadharness.http;

class JdkTransportTest extends HttpTransportContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }
}
