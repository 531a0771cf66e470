// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import io.loadharness.Failure;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The generation of one response. Only the thread of the engine uses it. */
final class LlamaSequence {

    private static final int FIRST_CAPACITY = 64;

    private final int slot;
    private final LlamaModel model;
    private final LlamaModel.Plan plan;
    private final GenerationParameters parameters;
    private final LlamaBackend.Call call;
    private final ResponseListener listener;
    private final long dequeued;

    private boolean ended;
    private int processed;
    private int[] tokens = new int[FIRST_CAPACITY];
    private int count;
    private byte[] text = new byte[FIRST_CAPACITY * 4];
    private int textLength;
    private long sent = Timeline.UNKNOWN;
    private long firstToken = Timeline.UNKNOWN;
    private long lastToken = Timeline.UNKNOWN;

    LlamaSequence(int slot, LlamaModel model, LlamaModel.Plan plan, LlamaBackend.Call call, long dequeued) {
        this.slot = slot;
        this.model = model;
        this.plan = plan;
        this.parameters = call.request().parameters();
        this.call = call;
        this.listener = call.listener();
        this.dequeued = dequeued;
    }

    /** Returns the number of cancellations before the request. */
    long cancellations() {
        return call.cancellations();
    }

    @SuppressWarnings("ReferenceEquality") // a request is known by the identity of its listener
    boolean isFor(ResponseListener other) {
        return listener == other;
    }

    int slot() {
        return slot;
    }

    /** Returns true if the prompt is processed and tokens are generated one by one. */
    boolean isGenerating() {
        return processed == plan.prompt.length;
    }

    int promptTokensLeft() {
        return plan.prompt.length - processed;
    }

    void promptIsSent(long nanos) {
        if (sent == Timeline.UNKNOWN) {
            sent = nanos;
        }
    }

    /** Returns the next token of the prompt. */
    int nextPromptToken() {
        return plan.prompt[processed++];
    }

    /** Returns the position of the token that {@link #nextPromptToken} or {@link #lastToken} returned. */
    int position() {
        return processed + count - 1;
    }

    int lastToken() {
        return tokens[count - 1];
    }

    /** Returns the flags of the row after which the next token is sampled. */
    int sampleFlags() {
        return count < parameters.minTokens().orElse(0) ? LlamaBridge.SAMPLE | LlamaBridge.NO_END : LlamaBridge.SAMPLE;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Adds a generated token and reports it to the listener. An exception of the listener ends the response. */
    void add(int token, long nanos) {
        try {
            accept(token, nanos);
        } catch (RuntimeException e) {
            fail(Failure.of(e));
        }
    }

    private void accept(int token, long nanos) {
        if (token == LlamaBridge.NOT_A_NUMBER) {
            fail(new Failure(
                    Failure.Kind.BACKEND_EXCEPTION,
                    "the model computed NaN after " + count + " tokens: the model file may be damaged"));
            return;
        }
        append(token);
        lastToken = nanos;
        int stop = stopPosition(model.piece(token).length);
        if (count == 1) {
            firstToken = nanos;
            int shown = stop < 0 ? completeCharacters() : stop;
            listener.firstToken(
                    nanos, Output.of(new int[] {token}, new String(text, 0, shown, StandardCharsets.UTF_8)));
        } else {
            listener.tokens(nanos, 1);
        }
        if (stop >= 0) {
            textLength = stop;
            end("stop");
        } else if (!parameters.ignoreEos() && model.endsGeneration(token)) {
            end("stop");
        } else if (count == plan.maxTokens) {
            end("length");
        }
    }

    private void append(int token) {
        if (count == tokens.length) {
            tokens = Arrays.copyOf(tokens, count * 2);
        }
        tokens[count++] = token;
        byte[] piece = model.piece(token);
        if (textLength + piece.length > text.length) {
            text = Arrays.copyOf(text, Math.max(text.length * 2, textLength + piece.length));
        }
        System.arraycopy(piece, 0, text, textLength, piece.length);
        textLength += piece.length;
    }

    /** Returns the position of the first stop text that ends in the last bytes, or -1. */
    private int stopPosition(int newBytes) {
        int first = -1;
        for (byte[] stop : plan.stops) {
            for (int at = Math.max(0, textLength - newBytes - stop.length + 1); at + stop.length <= textLength; at++) {
                if (Arrays.equals(text, at, at + stop.length, stop, 0, stop.length)) {
                    first = first < 0 ? at : Math.min(first, at);
                    break;
                }
            }
        }
        return first;
    }

    /** Returns the number of bytes without those of an incomplete last character. */
    private int completeCharacters() {
        for (int back = 1; back <= 3 && back <= textLength; back++) {
            int last = text[textLength - back];
            if ((last & 0xC0) == 0xC0) {
                int needed = (last & 0xF0) == 0xF0 ? 4 : (last & 0xE0) == 0xE0 ? 3 : 2;
                return needed > back ? textLength - back : textLength;
            }
            if ((last & 0x80) == 0) {
                break;
            }
        }
        return textLength;
    }

    private void end(String finishReason) {
        ended = true;
        int[] ids = Arrays.copyOf(tokens, count);
        listener.end(new Response(
                Output.of(ids, new String(text, 0, textLength, StandardCharsets.UTF_8)),
                count,
                TokenSource.IDS,
                Usage.UNKNOWN,
                new Usage(plan.prompt.length, 0, count, Usage.UNKNOWN),
                finishReason,
                timeline()));
    }

    /** Fails the request. Has no effect if it has ended. */
    void fail(Failure failure) {
        if (!ended) {
            ended = true;
            call.fail(failure, timeline());
        }
    }

    private Timeline timeline() {
        return Timeline.builder()
                .dequeued(dequeued)
                .sent(sent)
                .firstByte(firstToken)
                .firstToken(firstToken)
                .firstContent(firstToken)
                .lastToken(lastToken)
                .done(System.nanoTime())
                .build();
    }
}
