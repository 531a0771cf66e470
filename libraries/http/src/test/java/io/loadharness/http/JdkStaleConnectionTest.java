package io.loadharness.http;

class JdkStaleConnectionTest extends StaleConnectionContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }
}
