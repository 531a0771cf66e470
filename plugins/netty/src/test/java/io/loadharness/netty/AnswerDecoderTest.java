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

class AnswerDecoderTest {

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

    private final AnswerDecoder decoder = new AnswerDecoder();
    private final Read read = new Read();

    @BeforeEach
    void expectAnAnswer() {
        decoder.begin(false);
    }

    @Test
    void readsTheSameWhereverAReadCutsIt() {
        byte[] whole = bytes(CHUNKED);
        for (int first = 0; first <= whole.length; first++) {
            for (int second = first; second <= whole.length; second++) {
                read.pieces.clear();
                decoder.begin(false);
                decode(CHUNKED.substring(0, first));
                decode(CHUNKED.substring(first, second));
                decode(CHUNKED.substring(second));

                assertThat(decoder.isComplete()).isTrue();
                assertThat(String.join("", read.pieces)).isEqualTo("abc0123456789");
                assertThat(read.head.told().header("Content-Type")).contains("text/event-stream");
            }
        }
    }

    @Test
    void passesOnWhatOneReadBroughtInOnePiece() {
        assertThat(decode(CHUNKED)).isEqualTo(CHUNKED.length());
        assertThat(read.pieces).containsExactly("abc0123456789");
    }

    @Test
    void stopsBehindTheEndOfAnAnswer() {
        assertThat(decode("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokmore")).isEqualTo(40);
        assertThat(decoder.isComplete()).isTrue();

        decoder.begin(false);
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
    void knowsAnswersWithoutABody(String answer) {
        decode(answer);

        assertThat(decoder.isComplete()).isTrue();
        assertThat(read.pieces).isEmpty();
    }

    @Test
    void expectsNoBodyInTheAnswerToAHead() {
        decoder.begin(true);
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
    void knowsWhenAConnectionEnds(String answer) {
        decode(answer);

        assertThat(decoder.keepsAlive()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\n\r\n"
            })
    void knowsWhenAConnectionGoesOn(String answer) {
        decode(answer);

        assertThat(decoder.keepsAlive()).isTrue();
    }

    @Test
    void readsUntilTheEndOfTheConnectionWithoutALength() {
        decode("HTTP/1.1 200 OK\r\n\r\nall");
        decode("of it");

        assertThat(decoder.endsWithConnection()).isTrue();
        assertThat(decoder.keepsAlive()).isFalse();
        assertThat(read.pieces).containsExactly("all", "of it");
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
    void refusesWhatIsNotHttp(String answer) {
        assertThatThrownBy(() -> {
                    for (int i = 0; i < answer.length(); i++) {
                        decode(answer.substring(i, i + 1));
                    }
                })
                .isInstanceOf(MalformedAnswer.class)
                .hasMessageStartingWith("this is not HTTP: ");
    }

    @Test
    void refusesAHeadWithoutEnd() {
        decode("HTTP/1.1 200 OK\r\n");

        assertThatThrownBy(() -> decode("x: y\r\n".repeat(20_000))).isInstanceOf(MalformedAnswer.class);
    }

    @Test
    void refusesTrailersWithoutEnd() {
        decode("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n");

        assertThatThrownBy(() -> decode("x: y\r\n".repeat(20_000))).isInstanceOf(MalformedAnswer.class);
    }

    private int decode(String text) {
        byte[] bytes = bytes(text);
        return decoder.decode(bytes, 0, bytes.length, read);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static final class Read implements AnswerDecoder.Sink {

        private final List<String> pieces = new ArrayList<>();
        private AnswerHead head;

        @Override
        public void head(AnswerHead told) {
            head = told;
        }

        @Override
        public void body(byte[] bytes, int from, int to) {
            pieces.add(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        }
    }
}
