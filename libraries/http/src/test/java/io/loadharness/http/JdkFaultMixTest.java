package io.loadharness.http;

class JdkFaultMixTest extends FaultMixContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }
}
