// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A backend for an engine in this process. The engine of this example only repeats the prompt, one token at a time. Replace this engine
 * with a call of your own code. Report each token to the listener when your code has generated it.
 */
final class EngineBackend implements InferenceBackend {

    private final ExecutorService engine = Executors.newFixedThreadPool(2);

    @Override
    public String name() {
        return "engine";
    }

    @Override
    public void send(InferenceRequest request, ResponseListener listener) {
        long sent = System.nanoTime();
        engine.execute(() -> generate((Prompt.TokenIds) request.prompt(), sent, listener));
    }

    private static void generate(Prompt.TokenIds prompt, long sent, ResponseListener listener) {
        int[] output = new int[prompt.length()];
        long firstToken = 0;
        long now = 0;
        for (int i = 0; i < output.length; i++) {
            output[i] = prompt.id(i);
            now = System.nanoTime();
            if (i == 0) {
                firstToken = now;
                listener.firstToken(now, Output.of(output[0]));
            } else {
                listener.tokens(now, 1);
            }
        }
        Timeline times = Timeline.builder()
                .dequeued(sent)
                .sent(sent)
                .firstByte(firstToken)
                .firstToken(firstToken)
                .firstContent(firstToken)
                .lastToken(now)
                .done(System.nanoTime())
                .build();
        listener.end(Response.of(output, times));
    }

    @Override
    public void close() {
        engine.shutdown();
    }
}
