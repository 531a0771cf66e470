package io.loadharness.http;

class JdkTlsTest extends TlsContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }
}
