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

/** An engine in this process. It repeats its prompt, a token at a time, and stands for whatever you call in your own code. */
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
        int[] answer = new int[prompt.length()];
        long firstToken = 0;
        long now = 0;
        for (int i = 0; i < answer.length; i++) {
            answer[i] = prompt.id(i);
            now = System.nanoTime();
            if (i == 0) {
                firstToken = now;
                listener.firstToken(now, Output.of(answer[0]));
            } else {
                listener.tokens(now, 1);
            }
        }
        Timeline times = Timeline.builder()
                .taken(sent)
                .sent(sent)
                .firstByte(firstToken)
                .firstToken(firstToken)
                .firstAnswer(firstToken)
                .lastToken(now)
                .done(System.nanoTime())
                .build();
        listener.end(Response.of(answer, times));
    }

    @Override
    public void close() {
        engine.shutdown();
    }
}
