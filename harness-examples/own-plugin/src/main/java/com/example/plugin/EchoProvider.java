// SPDX-License-Identifier: Apache-2.0
package com.example.plugin;

import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A plug-in with a backend that responds to each request with two tokens. Replace its engine with a call of your own engine. */
public final class EchoProvider implements EngineProvider {

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public InferenceBackend create(Map<String, String> options) {
        String threads = options.getOrDefault("threads", "1");
        if (!threads.matches("[1-9]\\d?")) {
            throw new IllegalArgumentException("--engine-option threads must be from 1 to 99: got " + threads);
        }
        return new Echo(Integer.parseInt(threads));
    }

    private static final class Echo implements InferenceBackend {

        private final ExecutorService engine;

        Echo(int threads) {
            engine = Executors.newFixedThreadPool(threads);
        }

        @Override
        public String name() {
            return "echo";
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            long sent = System.nanoTime();
            engine.execute(() -> {
                long first = System.nanoTime();
                listener.firstToken(first, Output.of(1));
                long last = System.nanoTime();
                listener.tokens(last, 1);
                Timeline times = Timeline.builder()
                        .dequeued(sent)
                        .sent(sent)
                        .firstByte(first)
                        .firstToken(first)
                        .firstContent(first)
                        .lastToken(last)
                        .done(System.nanoTime())
                        .build();
                listener.end(Response.of(new int[] {1, 2}, times));
            });
        }

        @Override
        public void close() {
            engine.shutdown();
        }
    }
}
