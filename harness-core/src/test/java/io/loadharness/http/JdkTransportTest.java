package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkTransportTest extends HttpTransportContract {

    private static final String SILENT_RETRIES = "jdk.httpclient.enableAllMethodRetry";

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", ""})
    void refusesToWorkWhereJavaSendsRequestsTwiceByItself(String value) {
        System.setProperty(SILENT_RETRIES, value);
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> open(TransportOptions.DEFAULTS))
                    .withMessageContaining("-D" + SILENT_RETRIES)
                    .withMessageContaining("leave it out");
        } finally {
            System.clearProperty(SILENT_RETRIES);
        }
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
