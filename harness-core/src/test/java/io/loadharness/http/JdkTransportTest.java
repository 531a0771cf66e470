package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class JdkTransportTest extends HttpTransportContract {

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }

    @Test
    void speaksHttp11WithAServerThatKnowsNoHttp2() throws Exception {
        HttpTransport transport =
                transport(TransportOptions.builder().version(HttpVersion.HTTP_2).build());
        RecordedExchange exchange = new RecordedExchange();

        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")) {
            transport.send(RequestHead.of("POST", URI.create(server.url())), new byte[] {1}, exchange);

            assertThat(exchange.await().body()).isEqualTo("ok");
        }
    }
}
