// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.SampleSink;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TimeLimits;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.EndpointCounts;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.ResponseForm;
import io.loadharness.testkit.ScriptedServer.Connection;
import io.loadharness.testkit.ScriptedServer.Request;
import java.io.IOException;
import java.nio.Buffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of a transport with many samples in flight. The responses have different faults. The result of each sample must match the fault of
 * its response.
 */
@Timeout(600)
public abstract class FaultMixContract {

    private static final int SAMPLES = 600;
    /** A time limit that passes only on the clock of the test. */
    private static final Duration TIME_LIMIT = Duration.ofMinutes(10);

    private static final Pattern SAMPLE = Pattern.compile("sample (\\d+)");
    private static final String GOOD_EVENTS = """
            data: {"choices":[{"index":0,"delta":{"content":"a"}}]}

            data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: {"choices":[],"usage":{"completion_tokens":3}}

            """;
    private static final String GOOD_OBJECT =
            "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}],\"usage\":{\"completion_tokens\":3}}";

    private enum Fault {
        NONE(null),
        STATUS(Failure.Kind.HTTP_ERROR),
        CLOSE(Failure.Kind.CONNECTION_ERROR),
        RESET(Failure.Kind.CONNECTION_ERROR),
        HANG(Failure.Kind.TIMEOUT),
        TRUNCATED(Failure.Kind.TRUNCATED_STREAM),
        STOP(Failure.Kind.TIMEOUT),
        IN_BAND(Failure.Kind.IN_BAND_ERROR),
        MALFORMED(Failure.Kind.MALFORMED_RESPONSE),
        NO_USAGE(Failure.Kind.MALFORMED_RESPONSE),
        REDIRECT(Failure.Kind.HTTP_ERROR),
        CONTENT_TYPE(Failure.Kind.MALFORMED_RESPONSE);

        private final Failure.@Nullable Kind kind;

        Fault(Failure.@Nullable Kind kind) {
            this.kind = kind;
        }

        static Fault of(int sample) {
            return sample % 2 == 0 ? NONE : values()[sample / 2 % values().length];
        }
    }

    /** Opens the transport. */
    protected abstract HttpTransport open(TransportOptions options);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endsEachSampleWithTheResultOfItsFault(boolean streaming) throws Exception {
        RecordingSink ends = new RecordingSink();
        FakeTimeTransport transport = new FakeTimeTransport(open(options()));
        try (ScriptedServer server = ScriptedServer.start((connection, number) -> serve(connection, streaming));
                BackendSystemUnderTest sut = system(server, streaming, transport)) {
            sut.issueQuery(query(ends));
            transport.passWhen(() -> onlyHangingRemain(ends, transport, server), TIME_LIMIT);

            assertThat(sut.drain(Duration.ofMinutes(5))).isTrue();
            assertThat(ends.bySample).hasSize(SAMPLES);
            for (int i = 0; i < SAMPLES; i++) {
                Fault fault = Fault.of(i);
                assertThat(ends.bySample.get((long) i))
                        .as("sample " + i + " met " + fault)
                        .startsWith(fault.kind == null ? "3 tokens" : fault.kind.name());
            }
            EndpointCounts counts = sut.endpointCounts().get(0);
            assertThat(counts.failures()).isEqualTo(expectedFailures());
            assertThat(counts.sent()).isEqualTo(SAMPLES);
            assertThat(counts.tokens()).isEqualTo(3 * counts.completed());
            assertThat(counts.inFlight()).isZero();
            assertThat(server.requests()).hasSize(SAMPLES);
        }
    }

    /** Returns true if the requests in flight are those that hang, and each has reached the point at which it hangs. */
    private static boolean onlyHangingRemain(RecordingSink ends, FakeTimeTransport transport, ScriptedServer server) {
        long hang = count(Fault.HANG);
        long stop = count(Fault.STOP);
        return ends.bySample.size() == SAMPLES - hang - stop
                && transport.inFlight() == hang + stop
                && transport.started() == stop
                && server.requests().size() == SAMPLES;
    }

    private static long count(Fault fault) {
        return IntStream.range(0, SAMPLES).filter(i -> Fault.of(i) == fault).count();
    }

    private static TransportOptions options() {
        return TransportOptions.builder()
                .retryStale(false)
                .limits(TimeLimits.DEFAULTS.withFirstByte(TIME_LIMIT).withBetweenBytes(TIME_LIMIT))
                .build();
    }

    private static BackendSystemUnderTest system(ScriptedServer server, boolean streaming, HttpTransport transport) {
        OpenAiBackend backend = OpenAiBackend.builder(server.url())
                .streaming(streaming)
                .transport(transport)
                .build();
        return BackendSystemUnderTest.builder(
                        "faults", index -> InferenceRequest.of(index, Prompt.of("sample " + index)))
                .backend(backend)
                .responseForm(ResponseForm.TEXT)
                .concurrency(64)
                .build();
    }

    private static Map<Failure.Kind, Long> expectedFailures() {
        Map<Failure.Kind, Long> expected = new EnumMap<>(Failure.Kind.class);
        for (int i = 0; i < SAMPLES; i++) {
            Failure.Kind kind = Fault.of(i).kind;
            if (kind != null) {
                expected.merge(kind, 1L, Long::sum);
            }
        }
        return expected;
    }

    private static Query query(SampleSink sink) {
        long[] idsAndIndices = new long[2 * SAMPLES];
        Arrays.setAll(idsAndIndices, i -> i / 2);
        return Query.of(sink, idsAndIndices);
    }

    private static void serve(Connection connection, boolean streaming) throws IOException {
        for (Request request = connection.readRequest(); request != null; request = connection.readRequest()) {
            Matcher sample = SAMPLE.matcher(request.body());
            if (!sample.find() || !answer(connection, Fault.of(Integer.parseInt(sample.group(1))), streaming)) {
                return;
            }
        }
    }

    /** Writes a response with the given fault. Returns true if the connection can be used for another request. */
    private static boolean answer(Connection connection, Fault fault, boolean streaming) throws IOException {
        String type = streaming ? "text/event-stream" : "application/json";
        String good = streaming ? GOOD_EVENTS + "data: [DONE]\n\n" : GOOD_OBJECT;
        switch (fault) {
            case NONE -> connection.write(message("200 OK", type, good));
            case STATUS -> connection.write(message("503 Busy", type, "come back later"));
            case REDIRECT -> connection.write(message("302 Found\r\nLocation: /elsewhere", type, ""));
            case CONTENT_TYPE -> connection.write(message("200 OK", "text/html", good));
            case IN_BAND ->
                connection.write(message("200 OK", type, (streaming ? "data: " : "") + "{\"error\":\"no\"}\n\n"));
            case MALFORMED -> connection.write(message("200 OK", type, (streaming ? "data: " : "") + "{]\n\n"));
            case NO_USAGE ->
                connection.write(
                        message("200 OK", type, good.replace("\"usage\":{\"completion_tokens\":3}", "\"usage\":null")));
            case TRUNCATED -> connection.write(message("200 OK", type, good).substring(0, 150));
            case STOP -> {
                connection.write(message("200 OK", type, good).substring(0, 150));
                connection.awaitClose();
            }
            case HANG -> connection.awaitClose();
            case RESET -> connection.reset();
            case CLOSE -> {
                return false;
            }
        }
        return fault != Fault.TRUNCATED && fault != Fault.STOP && fault != Fault.HANG && fault != Fault.RESET;
    }

    private static String message(String status, String type, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static final class RecordingSink implements SampleSink {

        private final Map<Long, String> bySample = new ConcurrentHashMap<>();

        @Override
        public boolean firstTokenComplete(long id, Buffer tokens) {
            return true;
        }

        @Override
        public boolean complete(long id, Buffer response, long tokenCount) {
            return end(id, tokenCount + " tokens");
        }

        @Override
        public boolean completeAll(long[] ids, int count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean fail(long id, int index, Failure failure) {
            return end(id, failure.kind() + ": " + failure.message());
        }

        private boolean end(long id, String how) {
            if (bySample.put(id, how) != null) {
                throw new AssertionError("sample " + id + " ended twice");
            }
            return true;
        }
    }
}
