// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import io.loadharness.http.OpenAiBackend;
import io.loadharness.inference.InferenceBackend;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** Runs the contract of backends with the backend for OpenAI-compatible servers. */
class OwnBackendsTest {

    private static final String EVENTS = """
            data: {"choices":[{"index":0,"delta":{"content":"a"}}]}

            data: {"choices":[{"index":0,"delta":{"content":"b"},"finish_reason":"stop"}]}

            data: {"choices":[],"usage":{"completion_tokens":2}}

            data: [DONE]

            """;
    private static final String OBJECT =
            "{\"choices\":[{\"message\":{\"content\":\"ab\"},\"finish_reason\":\"stop\"}],\"usage\":{\"completion_tokens\":2}}";

    @Nested
    class Streaming extends OpenAiContract {

        Streaming() {
            super("text/event-stream", EVENTS, true);
        }
    }

    @Nested
    class Whole extends OpenAiContract {

        Whole() {
            super("application/json", OBJECT, false);
        }

        @Override
        protected boolean reportsFirstTokens() {
            return false;
        }
    }

    abstract static class OpenAiContract extends InferenceBackendContract {

        private final String answer;
        private final boolean streaming;
        private ScriptedServer server;
        private ScriptedServer silent;
        private Socket taken;

        OpenAiContract(String contentType, String body, boolean streaming) {
            this.answer = "HTTP/1.1 200 OK\r\nContent-Type: " + contentType + "\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body;
            this.streaming = streaming;
        }

        @BeforeEach
        void startServers() throws IOException {
            server = ScriptedServer.responding(answer);
            silent = ScriptedServer.start((connection, number) -> connection.awaitClose());
            taken = new Socket();
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // no process listens there
        }

        @AfterEach
        void stopServers() throws IOException {
            server.close();
            silent.close();
            taken.close();
        }

        private InferenceBackend backend(String url) {
            return OpenAiBackend.builder(url)
                    .model("model")
                    .streaming(streaming)
                    .build();
        }

        @Override
        protected InferenceBackend create() {
            return backend(server.url());
        }

        @Override
        protected Optional<InferenceBackend> createSilent() {
            return Optional.of(backend(silent.url()));
        }

        @Override
        protected Optional<InferenceBackend> createUnavailable() {
            return Optional.of(backend("http://127.0.0.1:" + taken.getLocalPort()));
        }
    }
}
