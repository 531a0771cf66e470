// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.client.ReadThread;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.ResponseListener;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A server that speaks the API of OpenAI, or one of the dialects around it, see {@link Dialect}.
 *
 * <p>An answer counts only if it is whole: HTTP status 200, the content type that is due, JSON without a fault, a reason why the
 * model finished, the end marker of the stream, and the end of the HTTP message. Tokens are counted by their ids, else by the server's usage;
 * never by chunks.
 *
 * <p>Safe for any number of threads. Listeners are called on threads of the transport, which this backend owns and closes.
 */
public final class OpenAiBackend implements InferenceBackend {

    /** What all exchanges share. */
    record Settings(
            Protocol protocol,
            boolean streamed,
            boolean keepsText,
            int maxEventBytes,
            SecretFilter secrets,
            JsonCursors cursors) {}

    private final String name;
    private final @Nullable String model;
    private final Settings settings;
    private final RequestHead head;
    private final ServerCheck check;
    private final HttpTransport transport;

    private OpenAiBackend(Builder builder) {
        Protocol protocol = Protocol.of(builder.dialect);
        name = builder.root.toString();
        model = builder.model;
        boolean keepsText = builder.keepsText == null ? !protocol.returnsIds() : builder.keepsText;
        settings = new Settings(
                protocol,
                builder.streaming,
                keepsText,
                builder.maxEventBytes,
                new SecretFilter(builder.secrets),
                new JsonCursors());
        head = builder.head("POST", protocol.path())
                .with("Content-Type", "application/json")
                .with("Accept", builder.streaming ? "text/event-stream" : "application/json");
        transport = builder.transport();
        check = new ServerCheck(transport, builder.head("GET", "/health"), builder.head("GET", "/v1/models"));
    }

    /**
     * A backend for the server at a root such as {@code http://host:8000}; a path {@code /v1} at its end is understood.
     *
     * @throws IllegalArgumentException if that is no such address
     */
    public static Builder builder(String url) {
        return new Builder(url);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Health health() {
        return check.health(settings.secrets());
    }

    /**
     * The names of the models that the server lists at {@code /v1/models}. Waits for the answer, which the time limits bring to an end.
     *
     * @throws IOException if there is no such list; the message says why
     */
    public List<String> models() throws IOException {
        return check.models(settings.secrets());
    }

    /**
     * Posts something to a page of the server, and waits for the answer, which the time limits bring to an end.
     *
     * @param path of the page, as in {@code /start_profile}
     * @param json the body; may be empty
     * @throws UnansweredException if no answer came
     * @throws IOException if the answer is no success; the message says what it is
     */
    public void post(String path, String json) throws IOException {
        check.post(head.to(URI.create(name + path)), json.getBytes(StandardCharsets.UTF_8), settings.secrets());
    }

    @Override
    public void send(InferenceRequest request, ResponseListener listener) {
        send(List.of(request.prompt()), request.parameters(), List.of(listener));
    }

    /** Sends the prompts in one request if the dialect can and their parameters are the same. */
    @Override
    public void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        GenerationParameters parameters = requests.get(0).parameters();
        boolean alike = requests.stream().allMatch(each -> each.parameters().equals(parameters));
        if (alike && settings.protocol().takesManyPrompts()) {
            send(requests.stream().map(InferenceRequest::prompt).toList(), parameters, listeners);
        } else {
            InferenceBackend.super.sendTogether(requests, listeners);
        }
    }

    private void send(
            List<Prompt> prompts, GenerationParameters parameters, List<? extends ResponseListener> listeners) {
        byte[] body = RequestJson.body(settings.protocol(), model, settings.streamed(), prompts, parameters);
        transport.send(head, body, new OpenAiExchange(settings, listeners));
    }

    @Override
    public List<ReadThread> readThreads() {
        return transport.readThreads();
    }

    @Override
    public long strayBytes() {
        return transport.counts().strayBytes();
    }

    /** What carries the requests, as {@link HttpTransport#name} says. */
    public String transportName() {
        return transport.name();
    }

    /** What the transport did so far. */
    public TransportCounts transportCounts() {
        return transport.counts();
    }

    @Override
    public void close() {
        transport.close();
    }

    @Override
    public String toString() {
        return "OpenAiBackend[" + head + "]";
    }

    /** Collects what a backend needs. For one thread; each method that sets something returns this builder. */
    public static final class Builder {

        private final URI root;
        private final List<Secret> secrets = new ArrayList<>();
        private final List<Header> headers = new ArrayList<>();
        private Dialect dialect = Dialect.OPENAI_CHAT;
        private @Nullable String model;
        private boolean streaming = true;
        private @Nullable Boolean keepsText;
        private int maxEventBytes = 16 << 20;
        private TransportOptions options = TransportOptions.DEFAULTS;
        private @Nullable HttpTransport transport;

        private record Header(String name, String value) {}

        private Builder(String url) {
            root = ServerUrl.root(url);
        }

        /** How the server is asked; chat completions if not set. */
        public Builder dialect(Dialect value) {
            dialect = Objects.requireNonNull(value, "dialect");
            return this;
        }

        /** The name of the model in requests; left out if not set. */
        public Builder model(String value) {
            model = Objects.requireNonNull(value, "model");
            return this;
        }

        /** Whether answers come token by token, which they do if not set. Otherwise nobody knows when the first token came. */
        public Builder streaming(boolean value) {
            streaming = value;
            return this;
        }

        /** Whether the text of answers is kept. If not set it is kept where there are no token ids. */
        public Builder keepText(boolean value) {
            keepsText = value;
            return this;
        }

        /**
         * The largest line and the largest event of a stream, and the largest answer that is not streamed; 16 MiB if not set. A larger
         * one is malformed. It is held in memory as a whole, and while it is read about twice more.
         */
        public Builder maxEventBytes(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("maxEventBytes must be at least 1: " + value);
            }
            maxEventBytes = value;
            return this;
        }

        /** Sends a token for authorization. */
        public Builder bearer(Secret token) {
            secrets.add(token);
            headers.add(new Header("Authorization", "Bearer " + token.value()));
            return this;
        }

        /** Sends a header. */
        public Builder header(String header, String value) {
            if (RequestHead.isOfTransport(header.strip())) {
                throw new IllegalArgumentException("the header " + header + " is set by the transport: leave it out");
            }
            headers.add(new Header(header, value));
            return this;
        }

        /** Sends a header whose value must not be seen. */
        public Builder header(String header, Secret value) {
            secrets.add(value);
            return header(header, value.value());
        }

        /** How the transport works that is opened for this backend. */
        public Builder transport(TransportOptions value) {
            options = Objects.requireNonNull(value, "options");
            return this;
        }

        /** A transport, which becomes the backend's. */
        public Builder transport(HttpTransport value) {
            transport = Objects.requireNonNull(value, "transport");
            return this;
        }

        /**
         * The backend.
         *
         * @throws IllegalArgumentException if a header or a file for TLS is no good
         */
        public OpenAiBackend build() {
            return new OpenAiBackend(this);
        }

        /**
         * A page of the server instead of a backend, asked for with the same headers over the same transport.
         *
         * @param path below the root; empty for the root itself
         * @param accept which types of content are asked for
         * @throws IllegalArgumentException if a header or a file for TLS is no good
         */
        public PolledPage page(String path, String accept) {
            return new PolledPage(
                    root.toString(), head("GET", path).with("Accept", accept), transport(), new SecretFilter(secrets));
        }

        private RequestHead head(String method, String path) {
            RequestHead head = RequestHead.of(method, URI.create(root + path));
            for (Header each : headers) {
                head = head.with(each.name(), each.value());
            }
            return head;
        }

        private HttpTransport transport() {
            return transport != null ? transport : HttpTransport.open(options);
        }
    }
}
