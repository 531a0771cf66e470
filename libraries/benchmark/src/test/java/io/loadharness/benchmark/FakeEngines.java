// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.internal.Suggestions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/**
 * Engines that answer immediately and record their calls. The option {@code log} names the record. The option {@code broken} is the step
 * that throws an exception: {@code create}, {@code create-null}, {@code link}, {@code start} or {@code close}. With {@code hang}, the start
 * never returns, and closing waits for it.
 */
final class FakeEngines {

    private static final Map<String, List<String>> CALLS = new ConcurrentHashMap<>();

    private static final List<String> OPTIONS = List.of("model", "log", "broken", "threads", "api-key");

    private FakeEngines() {}

    static List<String> calls(String log) {
        return CALLS.computeIfAbsent(log, each -> new CopyOnWriteArrayList<>());
    }

    /** The engine {@code fake}, which takes prompts. */
    public static final class OfPrompts extends Provider {
        public OfPrompts() {
            super("fake", false);
        }
    }

    /** The engine {@code fake-tensors}. */
    public static final class OfTensors extends Provider {
        public OfTensors() {
            super("fake-tensors", true);
        }
    }

    /** An engine with the same name as {@link OtherTwin}. */
    public static final class Twin extends Provider {
        public Twin() {
            super("twin", false);
        }
    }

    /** An engine with the same name as {@link Twin}. */
    public static final class OtherTwin extends Provider {
        public OtherTwin() {
            super("twin", false);
        }
    }

    private abstract static class Provider implements EngineProvider {

        private final String name;
        private final boolean isOfTensors;

        Provider(String name, boolean isOfTensors) {
            this.name = name;
            this.isOfTensors = isOfTensors;
        }

        @Override
        public final String name() {
            return name;
        }

        @Override
        public final boolean takesTensors() {
            return isOfTensors;
        }

        @Override
        public final InferenceBackend create(Map<String, String> options) {
            for (String each : options.keySet()) {
                if (!OPTIONS.contains(each)) {
                    throw new IllegalArgumentException("unknown option '" + each + "' of the engine " + name
                            + Suggestions.hintAndNames(each, OPTIONS));
                }
            }
            if (!options.getOrDefault("threads", "1").matches("\\d+")) {
                throw new IllegalArgumentException("threads must be a number: got " + options.get("threads"));
            }
            String broken = options.getOrDefault("broken", "");
            switch (broken) {
                case "create" -> throw new IllegalStateException("the device is missing");
                case "link" -> throw new UnsatisfiedLinkError("no engine in java.library.path");
                case "create-null" -> {
                    return null;
                }
                default -> {}
            }
            return new Engine(broken, calls(options.getOrDefault("log", "")));
        }
    }

    private static final class Engine implements InferenceBackend {

        private final String broken;
        private final List<String> calls;

        Engine(String broken, List<String> calls) {
            this.broken = broken;
            this.calls = calls;
            calls.add("create");
        }

        @Override
        public String name() {
            return "tiny.model";
        }

        @Override
        public void start() throws Exception {
            calls.add("start");
            if (broken.equals("start")) {
                throw new IOException("the model tiny.model is truncated");
            }
            if (broken.equals("hang")) {
                hang();
            }
        }

        private synchronized void hang() {
            new Semaphore(0).acquireUninterruptibly(); // as native code
        }

        @Override
        public Health health() {
            return Health.ready("fake 1.0, loaded in 1 ms");
        }

        @Override
        public void check(InferenceRequest request) {
            if (calls.contains("start") && !calls.contains("check")) {
                calls.add("check");
            }
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            long sent = System.nanoTime();
            Timeline.Builder times = Timeline.builder().sent(sent);
            if (request.prompt() instanceof Prompt.Tensors tensors) {
                ByteBuffer data = tensors.inputs().get(0).data();
                byte[] bytes = new byte[data.remaining()];
                data.get(bytes);
                listener.end(
                        Response.ofBytes(bytes, times.done(System.nanoTime()).build()));
                return;
            }
            listener.firstToken(sent, Output.of(1));
            listener.end(Response.of(
                    new int[] {1, 2},
                    times.firstToken(sent)
                            .lastToken(sent)
                            .done(System.nanoTime())
                            .build()));
        }

        @Override
        public void close() {
            if (broken.equals("hang") && calls.contains("start")) {
                hang();
            }
            calls.add("close");
            if (broken.equals("close")) {
                throw new IllegalStateException("the device hangs");
            }
        }
    }
}
