// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import com.sun.management.OperatingSystemMXBean;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A loaded model and its context. The owner closes it once. */
final class LlamaModel implements AutoCloseable {

    private static final int DEFAULT_CONTEXT = 2048;
    private static final int NO_TOP_K = 0;

    private final long engine;
    private final int context;
    private final byte[][] pieces;
    private final String description;
    private final ByteBuffer table;
    private final int firstResult;

    /** Loads a model with the settings of a backend. */
    static LlamaModel load(LlamaBackend.Builder settings) throws IOException {
        GgufHeader.check(settings.file);
        NativeLibraries.load();
        long engine = open(settings);
        try {
            return new LlamaModel(engine, settings);
        } catch (RuntimeException | Error e) {
            LlamaBridge.close(engine);
            throw e;
        }
    }

    private static long open(LlamaBackend.Builder settings) throws IOException {
        try {
            return LlamaBridge.open(LlamaBridge.bytes(settings.file), settings.gpuLayers);
        } catch (IllegalStateException e) {
            throw new IOException("cannot load " + settings.file + ": " + e.getMessage(), e);
        }
    }

    private LlamaModel(long engine, LlamaBackend.Builder settings) {
        this.engine = engine;
        int trained = LlamaBridge.trainingContext(engine);
        if (settings.context > trained) {
            throw new IllegalStateException("context must be at most " + trained
                    + ", the number of tokens that the model was trained for: got " + settings.context);
        }
        context = settings.context > 0 ? settings.context : Math.min(DEFAULT_CONTEXT, trained);
        int cells = cells(settings.sequences);
        LlamaBridge.createContext(engine, cells, settings.sequences, settings.batch, settings.threads);
        description = new String(LlamaBridge.description(engine), StandardCharsets.UTF_8);
        pieces = LlamaBridge.pieces(engine);
        table = LlamaBridge.table(engine).order(ByteOrder.nativeOrder());
        firstResult = settings.batch * LlamaBridge.ROW;
    }

    /** Returns the number of tokens of the key-value cache, and checks that they fit into memory, because Linux would end the process. */
    private int cells(int sequences) {
        long cells = (long) context * sequences;
        long needed = cells * LlamaBridge.bytesPerCell(engine) + LlamaBridge.modelBytes(engine);
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        if (needed > memory || cells > Integer.MAX_VALUE) {
            throw new IllegalStateException("a context of " + context + " tokens for each of " + sequences
                    + " sequences needs " + (needed >> 20) + " MiB with the model, but this machine has "
                    + (memory >> 20)
                    + " MiB: reduce context or sequences");
        }
        return (int) cells;
    }

    /** Returns the table of rows and sampled tokens as integers. */
    IntBuffer table() {
        return table.asIntBuffer();
    }

    /** Returns the position in the table of the first sampled token. */
    int firstResult() {
        return firstResult;
    }

    /** Returns the maximum number of tokens of a request. */
    int context() {
        return context;
    }

    String description() {
        return description;
    }

    byte[] piece(int token) {
        return pieces[token];
    }

    boolean endsGeneration(int token) {
        return LlamaBridge.endsGeneration(engine, token);
    }

    void begin(int sequence, GenerationParameters parameters) {
        long seed = parameters.seed().orElseGet(System::nanoTime);
        LlamaBridge.begin(
                engine,
                sequence,
                (float) parameters.temperature().orElse(0),
                parameters.topK().orElse(NO_TOP_K),
                (float) parameters.topP().orElse(1),
                Long.hashCode(seed) & Integer.MAX_VALUE); // llama.cpp takes -1 for a random seed
    }

    void end(int sequence) {
        LlamaBridge.end(engine, sequence);
    }

    void step(int rows) {
        LlamaBridge.step(engine, rows);
    }

    void interrupt() {
        LlamaBridge.interrupt(engine);
    }

    /**
     * Returns the tokens and the limits of a request.
     *
     * @throws IllegalArgumentException if the engine cannot process the request; the message is one sentence
     */
    Plan plan(InferenceRequest request) {
        GenerationParameters parameters = request.parameters();
        if (!parameters.extra().isEmpty()) {
            throw new IllegalArgumentException("the llama engine has no parameter '"
                    + parameters.extra().keySet().iterator().next() + "': leave it out");
        }
        int[] tokens = tokens(request.prompt());
        if (tokens.length == 0) {
            throw new IllegalArgumentException("the prompt has no tokens");
        }
        int free = context - tokens.length;
        int wanted =
                parameters.maxTokens().orElse(Math.max(1, parameters.minTokens().orElse(1)));
        if (wanted > free) {
            throw new IllegalArgumentException("the prompt has " + tokens.length + " tokens and the completion up to "
                    + wanted + ", but the context has " + context
                    + " tokens per sequence: increase context, or shorten the prompt");
        }
        List<byte[]> stops = parameters.stop().stream()
                .filter(each -> !each.isEmpty())
                .map(each -> each.getBytes(StandardCharsets.UTF_8))
                .toList();
        return new Plan(tokens, parameters.maxTokens().orElse(free), stops);
    }

    /** The tokens and limits of a request. */
    static final class Plan {

        /** The tokens of the prompt. */
        final int[] prompt;

        /** The maximum number of generated tokens. */
        final int maxTokens;

        /** The texts that end the generation, in UTF-8. */
        final List<byte[]> stops;

        private Plan(int[] prompt, int maxTokens, List<byte[]> stops) {
            this.prompt = prompt;
            this.maxTokens = maxTokens;
            this.stops = stops;
        }
    }

    private int[] tokens(Prompt prompt) {
        if (prompt instanceof Prompt.TokenIds ids) {
            return checked(ids);
        }
        if (prompt instanceof Prompt.Text text) {
            return LlamaBridge.tokenize(engine, text.text().getBytes(StandardCharsets.UTF_8));
        }
        if (prompt instanceof Prompt.Chat chat) {
            return LlamaBridge.tokenize(engine, text(chat));
        }
        throw new IllegalArgumentException(
                "the llama engine needs a prompt of text, token ids or chat messages, not tensors");
    }

    private int[] checked(Prompt.TokenIds prompt) {
        int[] ids = new int[prompt.length()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = prompt.id(i);
            if (ids[i] < 0 || ids[i] >= pieces.length) {
                throw new IllegalArgumentException("token " + ids[i] + " at position " + i
                        + " is not in the vocabulary of the model, which has " + pieces.length
                        + " tokens: use the tokenizer of this model");
            }
        }
        return ids;
    }

    private byte[] text(Prompt.Chat chat) {
        if (!chat.tools().isEmpty() || !chat.documents().isEmpty()) {
            throw new IllegalArgumentException("the llama engine does not support tools and documents in chats");
        }
        byte[][] turns = new byte[chat.messages().size() * 2][];
        int i = 0;
        for (ChatMessage each : chat.messages()) {
            if (!each.parts().stream().allMatch(ContentPart.Text.class::isInstance)
                    || !each.fields().isEmpty()) {
                throw new IllegalArgumentException("the llama engine supports only chat messages of text");
            }
            turns[i++] = each.role().getBytes(StandardCharsets.UTF_8);
            turns[i++] = each.content().getBytes(StandardCharsets.UTF_8);
        }
        byte @Nullable [] text = LlamaBridge.applyTemplate(engine, turns);
        if (text == null) {
            throw new IllegalArgumentException(
                    "the model has no chat template that llama.cpp supports: send the prompts as"
                            + " text or token ids");
        }
        return text;
    }

    @Override
    public void close() {
        LlamaBridge.close(engine);
    }
}
