// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.client.ReadThread;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A backend for a server with an OpenAI-compatible API or one of the other APIs in {@link Dialect}.
 *
 * <p>A response is valid only if it is complete: HTTP status 200, the expected content type, valid JSON, a finish reason, the end marker of
 * the stream, and the end of the HTTP message. The token count is the number of token ids or, without ids, the usage that the server
 * reports. The token count is never the number of chunks.
 *
 * <p>Thread-safe. The backend owns its transport and closes it. Listeners are called on threads of the transport.
 *
 * <pre>{@code
 * try (OpenAiBackend backend = OpenAiBackend.builder("http://host:8000").model("tiny").build()) {
 *     backend.send(InferenceRequest.of(0, Prompt.of("Hello")), listener);
 * }
 * }</pre>
 */
public final class OpenAiBackend implements InferenceBackend {

    /**
     * The default of {@link Builder#maxRequestPrompts}, 64. In a measurement with the simulator on two cores, a batch had 13,368 prompts of
     * 256 token ids with 128 output tokens each. The batch took 21.4 s with 1 prompt per request, 7.5 s with 16, 6.0 s with 64, 6.0 s with
     * 256 and 4.9 s with 1,024 (medians of three runs). More than 64 prompts save little time, but the failure of a larger request fails
     * more samples.
     */
    public static final int DEFAULT_MAX_REQUEST_PROMPTS = 64;

    /** The default of {@link Builder#maxRequestBytes}, 1 MB. By default, nginx rejects requests of more than 1 MiB. */
    public static final int DEFAULT_MAX_REQUEST_BYTES = 1_000_000;

    /**
     * The settings that all exchanges share.
     *
     * @param idsPerChunk counts the responses in which each chunk had a different id
     */
    record Settings(
            Protocol protocol,
            boolean streamed,
            boolean keepsText,
            int maxEventBytes,
            SecretFilter secrets,
            JsonCursorPool cursors,
            LongAdder idsPerChunk) {}

    private final String name;
    private final @Nullable String model;
    private final Settings settings;
    private final PromptLimits limits;
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
                new JsonCursorPool(),
                new LongAdder());
        limits = PromptLimits.of(
                builder.maxRequestPrompts,
                builder.maxRequestBytes,
                builder.streaming,
                builder.options.maxBodyBytes(),
                builder.maxEventBytes);
        head = builder.head("POST", protocol.path())
                .with("Content-Type", "application/json")
                .with("Accept", builder.streaming ? "text/event-stream" : "application/json");
        transport = builder.transport();
        check = new ServerCheck(
                transport, builder.head("GET", "/health"), builder.head("GET", "/v1/models"), builder.unknownHost);
    }

    /**
     * Returns a builder for the server at a root URL such as {@code http://host:8000}; a trailing {@code /v1} is removed.
     *
     * @throws IllegalArgumentException if the URL is not valid
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
     * Returns the names of the models that the server lists at {@code /v1/models}. Blocks until the response is complete or a time limit
     * expires.
     *
     * @throws IOException if the list is not available; the message gives the reason
     */
    public List<String> models() throws IOException {
        return check.models(settings.secrets());
    }

    /**
     * Sends a POST request to the server. Blocks until the response is complete or a time limit expires.
     *
     * @param path the path below the root, for example {@code /start_profile}
     * @param json the body; may be empty
     * @throws NoResponseException if there was no complete response
     * @throws IOException if the status is not 2xx; the message gives the status
     */
    public void post(String path, String json) throws IOException {
        check.post(head.to(URI.create(name + path)), json.getBytes(StandardCharsets.UTF_8), settings.secrets());
    }

    @Override
    public void send(InferenceRequest request, ResponseListener listener) {
        send(List.of(request.prompt()), request.parameters(), List.of(listener));
    }

    /**
     * Sends several prompts in one HTTP request if the dialect supports several prompts and all requests have equal parameters. If the
     * prompts exceed {@link Builder#maxRequestPrompts} or {@link Builder#maxRequestBytes}, they are sent in several HTTP requests at the
     * same time, each with its own timestamps and failures.
     */
    @Override
    public void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        GenerationParameters parameters = requests.get(0).parameters();
        boolean sameParameters =
                requests.stream().allMatch(each -> each.parameters().equals(parameters));
        if (!sameParameters || !settings.protocol().supportsMultiplePrompts()) {
            InferenceBackend.super.sendTogether(requests, listeners);
            return;
        }
        int to;
        for (int from = 0; from < requests.size(); from = to) {
            to = limits.end(requests, from, parameters);
            List<Prompt> prompts = requests.subList(from, to).stream()
                    .map(InferenceRequest::prompt)
                    .toList();
            sendOrFail(prompts, parameters, listeners.subList(from, to));
        }
    }

    /** Sends a part of a batch. An exception fails only this part, because the requests of other parts may be in flight. */
    private void sendOrFail(
            List<Prompt> prompts, GenerationParameters parameters, List<? extends ResponseListener> listeners) {
        byte[] body;
        try {
            body = body(prompts, parameters);
        } catch (RuntimeException e) {
            Failure failure = Failure.of(e);
            listeners.forEach(each -> each.failed(failure, Timeline.endedAt(System.nanoTime())));
            return;
        }
        transport.send(head, body, new OpenAiExchange(settings, listeners));
    }

    private void send(
            List<Prompt> prompts, GenerationParameters parameters, List<? extends ResponseListener> listeners) {
        transport.send(head, body(prompts, parameters), new OpenAiExchange(settings, listeners));
    }

    private byte[] body(List<Prompt> prompts, GenerationParameters parameters) {
        return RequestJson.body(settings.protocol(), model, settings.streamed(), prompts, parameters);
    }

    @Override
    public List<ReadThread> readThreads() {
        return transport.readThreads();
    }

    @Override
    public long unexpectedBytes() {
        return transport.counts().unexpectedBytes();
    }

    /** Returns a warning if the server sent a different id in each chunk of a response. */
    @Override
    public List<String> warnings() {
        long responses = settings.idsPerChunk().sum();
        return responses == 0
                ? List.of()
                : List.of(name + " sent a different id in each chunk of a response (" + responses
                        + " responses so far): a chunk of another response in a stream cannot be detected.");
    }

    /** Returns the {@link HttpTransport#name} of the transport. */
    public String transportName() {
        return transport.name();
    }

    /** Returns the counters of the transport so far. */
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

    /** A builder of backends. Not thread-safe. Each setter returns this builder. */
    public static final class Builder {

        private final URI root;
        private final List<Secret> secrets = new ArrayList<>();
        private final List<Header> headers = new ArrayList<>();
        private Dialect dialect = Dialect.OPENAI_CHAT;
        private @Nullable String model;
        private boolean streaming = true;
        private @Nullable Boolean keepsText;
        private int maxEventBytes = 16 << 20;
        private int maxRequestPrompts = DEFAULT_MAX_REQUEST_PROMPTS;
        private int maxRequestBytes = DEFAULT_MAX_REQUEST_BYTES;
        private Function<String, Health> unknownHost = Health::unusable;
        private TransportOptions options = TransportOptions.DEFAULTS;
        private @Nullable HttpTransport transport;

        private record Header(String name, String value) {}

        private Builder(String url) {
            root = ServerUrl.root(url);
        }

        /** Sets the dialect; the default is chat completions. */
        public Builder dialect(Dialect value) {
            dialect = Objects.requireNonNull(value, "dialect");
            return this;
        }

        /** Sets the name of the model in requests. By default, requests do not contain a model. */
        public Builder model(String value) {
            model = Objects.requireNonNull(value, "model");
            return this;
        }

        /** Sets whether responses are streamed; true by default. Without streaming, the time of the first token is unknown. */
        public Builder streaming(boolean value) {
            streaming = value;
            return this;
        }

        /** Sets whether responses keep the output text. By default, responses keep the text only if the dialect returns no token ids. */
        public Builder keepText(boolean value) {
            keepsText = value;
            return this;
        }

        /**
         * Sets the maximum size in bytes of each line and each event of a stream, and of each response that is not streamed. The default is
         * 16 MiB. A response that exceeds the maximum fails as malformed. The backend keeps each event in memory as a whole. An event needs
         * about three times its size while the backend parses it.
         */
        public Builder maxEventBytes(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("maxEventBytes must be at least 1: got " + value);
            }
            maxEventBytes = value;
            return this;
        }

        /**
         * Sets the maximum number of prompts in one HTTP request; {@value OpenAiBackend#DEFAULT_MAX_REQUEST_PROMPTS} by default. A larger
         * batch is sent in several requests at the same time. A request has fewer prompts if the maximum number of output tokens of its
         * prompts may exceed the maximum size of a response.
         */
        public Builder maxRequestPrompts(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("maxRequestPrompts must be at least 1: got " + value);
            }
            maxRequestPrompts = value;
            return this;
        }

        /**
         * Sets the maximum size of all prompts in one HTTP request, in bytes of JSON; {@value OpenAiBackend#DEFAULT_MAX_REQUEST_BYTES} by
         * default. A larger batch is sent in several requests at the same time. A prompt above this size is sent alone.
         */
        public Builder maxRequestBytes(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("maxRequestBytes must be at least 1: got " + value);
            }
            maxRequestBytes = value;
            return this;
        }

        /** Adds a bearer token for authorization. */
        public Builder bearer(Secret token) {
            secrets.add(token);
            headers.add(new Header("Authorization", "Bearer " + token.value()));
            return this;
        }

        /** Adds a header to all requests. */
        public Builder header(String header, String value) {
            if (RequestHead.isSetByTransport(header.strip())) {
                throw new IllegalArgumentException(
                        "the header " + header + " is set by the transport: remove this header");
            }
            headers.add(new Header(header, value));
            return this;
        }

        /** Adds a header whose value is secret. */
        public Builder header(String header, Secret value) {
            secrets.add(value);
            return header(header, value.value());
        }

        /**
         * Sets the function that returns the {@link OpenAiBackend#health} of a server whose host is unknown; {@link Health#unusable} by
         * default. The function receives the reason, and must be thread-safe. {@link Health#notReady} makes a caller wait, for example in
         * Kubernetes, where the name of a headless service is unknown until a pod is ready.
         */
        public Builder unknownHost(Function<String, Health> value) {
            unknownHost = Objects.requireNonNull(value, "unknownHost");
            return this;
        }

        /** Sets the options of the transport that is opened for this backend. */
        public Builder transport(TransportOptions value) {
            options = Objects.requireNonNull(value, "options");
            return this;
        }

        /** Sets an open transport. In this case, the transport options have no effect. The backend owns the transport and closes it. */
        public Builder transport(HttpTransport value) {
            transport = Objects.requireNonNull(value, "transport");
            return this;
        }

        /**
         * Returns the backend.
         *
         * @throws IllegalArgumentException if a header or a TLS file is not valid
         */
        public OpenAiBackend build() {
            return new OpenAiBackend(this);
        }

        /**
         * Returns an endpoint of the server. Requests to this endpoint use the headers and the transport of this builder. Call this method
         * instead of {@link #build}.
         *
         * @param path the path below the root; empty for the root itself
         * @param accept the value of the {@code Accept} header
         * @throws IllegalArgumentException if a header or a TLS file is not valid
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
