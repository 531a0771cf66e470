// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Http1DecoderTest {

    private static final String CHUNKED = """
            HTTP/1.1 100 Continue\r
            \r
            HTTP/1.1 200 Fine\r
            Content-Type:text/event-stream\r
            transfer-encoding: Chunked\r
            \r
            3\r
            abc\r
            00A;name="value"\r
            0123456789\r
            0\r
            Trailer: x\r
            \r
            """;

    private final Http1Decoder decoder = new Http1Decoder();
    private final Read read = new Read();

    @BeforeEach
    void startAResponse() {
        decoder.start(false);
    }

    @Test
    void decodesAResponseForEverySplit() {
        byte[] whole = bytes(CHUNKED);
        for (int first = 0; first <= whole.length; first++) {
            for (int second = first; second <= whole.length; second++) {
                read.parts.clear();
                decoder.start(false);
                decode(CHUNKED.substring(0, first));
                decode(CHUNKED.substring(first, second));
                decode(CHUNKED.substring(second));

                assertThat(decoder.isComplete()).isTrue();
                assertThat(String.join("", read.parts)).isEqualTo("abc0123456789");
                assertThat(read.head.toResponseHead().header("Content-Type")).contains("text/event-stream");
            }
        }
    }

    @Test
    void passesTheBodyOfOneReadOnInOnePart() {
        assertThat(decode(CHUNKED)).isEqualTo(CHUNKED.length());
        assertThat(read.parts).containsExactly("abc0123456789");
    }

    @Test
    void stopsBehindTheEndOfAResponse() {
        assertThat(decode("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokmore")).isEqualTo(40);
        assertThat(decoder.isComplete()).isTrue();

        decoder.start(false);
        assertThat(decode(CHUNKED + "more")).isEqualTo(CHUNKED.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n",
                "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 \r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200\nContent-Length: 0\n\n"
            })
    void recognizesResponsesWithoutABody(String response) {
        decode(response);

        assertThat(decoder.isComplete()).isTrue();
        assertThat(read.parts).isEmpty();
    }

    @Test
    void expectsNoBodyInTheResponseToAHeadRequest() {
        decoder.start(true);
        decode("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");

        assertThat(decoder.isComplete()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: some, Close\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"
            })
    void recognizesTheEndOfAConnection(String response) {
        decode(response);

        assertThat(decoder.keepsAlive()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\n\r\n"
            })
    void recognizesAKeptConnection(String response) {
        decode(response);

        assertThat(decoder.keepsAlive()).isTrue();
    }

    @Test
    void readsUntilTheConnectionEndsIfThereIsNoLength() {
        decode("HTTP/1.1 200 OK\r\n\r\nall");
        decode("of it");

        assertThat(decoder.endsWithConnection()).isTrue();
        assertThat(decoder.keepsAlive()).isFalse();
        assertThat(read.parts).containsExactly("all", "of it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0",
                "HTTP/2 200\r\n\r\n",
                "\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 2000\r\n\r\n",
                "HTTP/1.1 099 No\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1g\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\ra",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n"
            })
    void rejectsMalformedResponses(String response) {
        assertThatThrownBy(() -> {
                    for (int i = 0; i < response.length(); i++) {
                        decode(response.substring(i, i + 1));
                    }
                })
                .isInstanceOf(MalformedResponseException.class)
                .hasMessageStartingWith("the response is not valid HTTP: ");
    }

    @Test
    void rejectsAnEndlessHead() {
        decode("HTTP/1.1 200 OK\r\n");

        assertThatThrownBy(() -> decode("x: y\r\n".repeat(20_000))).isInstanceOf(MalformedResponseException.class);
    }

    @Test
    void rejectsEndlessTrailers() {
        decode("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n");

        assertThatThrownBy(() -> decode("x: y\r\n".repeat(20_000))).isInstanceOf(MalformedResponseException.class);
    }

    private int decode(String text) {
        byte[] bytes = bytes(text);
        return decoder.decode(bytes, 0, bytes.length, read);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static final class Read implements Http1Decoder.Sink {

        private final List<String> parts = new ArrayList<>();
        private Http1ResponseHead head;

        @Override
        public void head(Http1ResponseHead received) {
            head = received;
        }

        @Override
        public void body(byte[] bytes, int from, int to) {
            parts.add(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        }
    }
}
