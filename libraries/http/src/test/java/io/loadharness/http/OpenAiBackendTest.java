package io.loadharness.http;

class OpenAiBackendTest extends OpenAiBackendContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }
}
