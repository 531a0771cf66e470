// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.Failure;
import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An engine of the JVM for tests. The option {@code mode} is {@code echo}, {@code silent}, {@code crash} (at the first request),
 * {@code broken}, {@code assertion}, {@code no-memory} (exceptions and errors at the start), {@code unusable} (never ready), {@code nothing} (null as result), {@code no-failure} (null as failure),
 * {@code twice} (two results for each request), {@code unreportable} (its statistics), {@code late} (tokens after the failure of sample 0),
 * {@code interrupted} (responses from an interrupted thread), {@code uncounted} (chunks without text and counts) or {@code collects}
 * (responds at the end of the query).
 */
public final class FakeProvider implements EngineProvider {

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public InferenceBackend create(Map<String, String> options) {
        String mode = options.getOrDefault("mode", "echo");
        if (!mode.matches(
                "echo|silent|crash|broken|assertion|no-memory|unusable|nothing|no-failure|twice|unreportable|late"
                        + "|interrupted|uncounted|collects")) {
            throw new IllegalArgumentException("the engine fake has no mode " + mode);
        }
        return new FakeBackend(mode, new CopyOnWriteArrayList<>(), new AtomicInteger());
    }

    private record FakeBackend(String mode, List<ResponseListener> silent, AtomicInteger served)
            implements InferenceBackend {

        @Override
        public String name() {
            return "fake";
        }

        @Override
        public void start() throws IOException {
            if (mode.equals("broken")) {
                throw new IOException("the file model.bin is truncated");
            }
            if (mode.equals("assertion")) {
                throw new AssertionError("the header has 7 fields");
            }
            if (mode.equals("no-memory")) {
                throw new OutOfMemoryError("Cannot reserve 4 GiB of direct buffer memory");
            }
        }

        @Override
        public void check(InferenceRequest request) {
            if (request.prompt() instanceof Prompt.Text text && text.text().isEmpty()) {
                throw new IllegalArgumentException("the prompt of sample " + request.sampleIndex() + " is empty");
            }
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            if (mode.equals("crash")) {
                kill();
            }
            if (mode.equals("silent") || mode.equals("crash") || mode.equals("collects")) {
                silent.add(listener);
                return;
            }
            if (request.sampleIndex() < 0) {
                throw new IllegalStateException("sample " + request.sampleIndex() + " does not exist");
            }
            if (request.sampleIndex() == 404) {
                listener.failed(new Failure(Failure.Kind.HTTP_ERROR, "not found"), Timeline.endedAt(System.nanoTime()));
                return;
            }
            if (mode.equals("nothing")) {
                listener.end(null);
                return;
            }
            if (mode.equals("no-failure")) {
                listener.failed(null, null);
                return;
            }
            if (mode.equals("late") && request.sampleIndex() == 0) {
                listener.firstToken(System.nanoTime(), Output.of(1));
                listener.failed(new Failure(Failure.Kind.TIMEOUT, "too late"), Timeline.endedAt(System.nanoTime()));
                listener.tokens(System.nanoTime(), 1);
                return;
            }
            if (mode.equals("uncounted")) {
                listener.firstToken(System.nanoTime(), Output.NOTHING);
                listener.tokens(System.nanoTime(), 0);
                listener.end(new Response(
                        Output.of("ab"),
                        2,
                        TokenSource.USAGE,
                        Usage.UNKNOWN,
                        new Usage(1, 0, 2, 0),
                        "stop",
                        Timeline.endedAt(System.nanoTime())));
                return;
            }
            if (mode.equals("interrupted")) {
                new Thread(() -> {
                            Thread.currentThread().interrupt();
                            stream(request, listener);
                        })
                        .start();
                return;
            }
            served.incrementAndGet();
            if (request.prompt() instanceof Prompt.Tensors tensors) {
                ByteBuffer data = tensors.inputs().get(0).data();
                byte[] bytes = new byte[data.remaining()];
                data.get(bytes);
                listener.end(Response.ofBytes(bytes, Timeline.endedAt(System.nanoTime())));
            } else {
                stream(request, listener);
            }
            if (mode.equals("twice")) {
                listener.end(Response.of(new int[] {1}, Timeline.endedAt(System.nanoTime())));
            }
        }

        private static void stream(InferenceRequest request, ResponseListener listener) {
            String text = request.prompt() + " " + request.parameters();
            listener.firstToken(System.nanoTime(), Output.of(new int[] {request.sampleIndex()}, "a"));
            listener.tokens(System.nanoTime(), 2);
            Usage usage = new Usage(11, 5, 3, 1);
            listener.end(new Response(
                    Output.of(new int[] {request.sampleIndex(), 8, -9}, text),
                    3,
                    TokenSource.IDS,
                    1,
                    usage,
                    "stop",
                    Timeline.endedAt(System.nanoTime())));
        }

        private static void kill() {
            try {
                new ProcessBuilder(
                                "kill",
                                "-SEGV",
                                String.valueOf(ProcessHandle.current().pid()))
                        .start();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public int concurrentBatches() {
            return 3;
        }

        @Override
        public OptionalInt concurrentRequests() {
            return OptionalInt.of(2000);
        }

        @Override
        public Health health() {
            return mode.equals("unusable")
                    ? Health.unusable("its license has expired")
                    : Health.ready("a fake engine, served: " + served);
        }

        @Override
        public void endQuery() {
            if (mode.equals("collects")) {
                silent.forEach(each -> each.end(Response.of(new int[] {1}, Timeline.endedAt(System.nanoTime()))));
                silent.clear();
            }
        }

        @Override
        public void beginRun() {
            served.set(0);
        }

        /** Ends requests that are sent together even if the engine is silent. */
        @Override
        public void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
            FakeBackend echo = new FakeBackend(mode.equals("silent") ? "echo" : mode, silent, served);
            for (int i = 0; i < requests.size(); i++) {
                echo.send(requests.get(i), listeners.get(i));
            }
        }

        @Override
        public List<String> warnings() {
            return served.get() == 0 ? List.of() : List.of("fake: " + served + " samples were served");
        }

        @Override
        public Map<String, String> engineStatistics() {
            if (mode.equals("unreportable")) {
                throw new IllegalStateException("no statistics");
            }
            return Map.of("samples", served.toString(), "in flight", String.valueOf(silent.size()));
        }

        @Override
        public void cancelRequest(ResponseListener listener) {
            if (silent.remove(listener)) {
                listener.failed(
                        new Failure(Failure.Kind.CANCELLED, "the request was cancelled"),
                        Timeline.endedAt(System.nanoTime()));
            }
        }

        @Override
        public void cancelRequests() {
            List<ResponseListener> cancelled = List.copyOf(silent);
            silent.clear();
            for (ResponseListener each : cancelled) {
                each.failed(
                        new Failure(Failure.Kind.CANCELLED, "the run ended before the response"),
                        Timeline.endedAt(System.nanoTime()));
            }
        }

        @Override
        public void close() {}
    }
}
