// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Writes a language model with random weights. The texts of this model have no meaning, but the model needs no download, and the engine
 * treats it like any other model. The vocabulary has 512 tokens: all bytes, and parts of words. The same arguments result in the same file.
 *
 * <pre>{@code
 * Path model = TinyModel.write(folder.resolve("tiny.gguf"));
 * }</pre>
 */
public final class TinyModel {

    /** The number of tokens that the context of the model can have. */
    public static final int MAX_CONTEXT = 4096;

    private static final int VOCABULARY = 512;
    private static final int HEAD = 32;
    private static final int NORMAL = 1;
    private static final int UNKNOWN = 2;
    private static final int CONTROL = 3;
    private static final int BYTE = 6;
    private static final int F32 = 0;
    private static final String WORD_START = "\u2581";
    private static final String CHAT_TEMPLATE =
            "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n'"
                    + " + message['content'] + '<|im_end|>' + '\\n'}}{% endfor %}"
                    + "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

    private TinyModel() {}

    /** Writes a model of 2 layers and 64 dimensions, 700 KB. Returns the file. */
    public static Path write(Path file) throws IOException {
        return write(file, 2, 64);
    }

    /**
     * Writes a model of the given size. Returns the file.
     *
     * @param layers the number of layers
     * @param width the embedding length (hidden size), a multiple of 32
     */
    public static Path write(Path file, int layers, int width) throws IOException {
        return write(file, layers, width, MAX_CONTEXT);
    }

    static Path write(Path file, int layers, int width, int context) throws IOException {
        if (layers < 1 || width < HEAD || width % HEAD != 0) {
            throw new IllegalArgumentException("a model needs at least one layer, and a width that is a multiple of "
                    + HEAD + ": got " + layers + " layers and width " + width);
        }
        int inner = width * 3;
        GgufWriter writer = new GgufWriter();
        writer.text("general.architecture", "llama");
        writer.text("general.name", "LoadHarness random " + layers + "x" + width);
        writer.number("general.file_type", F32);
        writer.number("llama.context_length", context);
        writer.number("llama.embedding_length", width);
        writer.number("llama.block_count", layers);
        writer.number("llama.feed_forward_length", inner);
        writer.number("llama.attention.head_count", width / HEAD);
        writer.number("llama.rope.dimension_count", HEAD);
        writer.real("llama.attention.layer_norm_rms_epsilon", 1e-5F);
        vocabulary(writer);
        Random random = new Random(layers * 31L + width);
        matrix(writer, random, "token_embd.weight", width, VOCABULARY);
        for (int i = 0; i < layers; i++) {
            String block = "blk." + i + ".";
            ones(writer, block + "attn_norm.weight", width);
            matrix(writer, random, block + "attn_q.weight", width, width);
            matrix(writer, random, block + "attn_k.weight", width, width);
            matrix(writer, random, block + "attn_v.weight", width, width);
            matrix(writer, random, block + "attn_output.weight", width, width);
            ones(writer, block + "ffn_norm.weight", width);
            matrix(writer, random, block + "ffn_gate.weight", width, inner);
            matrix(writer, random, block + "ffn_up.weight", width, inner);
            matrix(writer, random, block + "ffn_down.weight", inner, width);
        }
        ones(writer, "output_norm.weight", width);
        matrix(writer, random, "output.weight", width, VOCABULARY);
        writer.write(file);
        return file;
    }

    /** Returns the vocabulary in the order of the ids. */
    static List<String> tokens() {
        List<String> tokens = new ArrayList<>(List.of("<unk>", "<s>", "</s>", "<|im_start|>", "<|im_end|>"));
        for (int i = 0; i < 256; i++) {
            tokens.add(String.format("<0x%02X>", i));
        }
        tokens.addAll(wordParts(VOCABULARY - tokens.size()));
        return tokens;
    }

    private static void vocabulary(GgufWriter writer) {
        List<Integer> types = new ArrayList<>(List.of(UNKNOWN, CONTROL, CONTROL, CONTROL, CONTROL));
        types.addAll(Collections.nCopies(256, BYTE));
        int firstPart = types.size();
        types.addAll(Collections.nCopies(VOCABULARY - firstPart, NORMAL));
        float[] scores = new float[VOCABULARY];
        for (int i = firstPart; i < VOCABULARY; i++) {
            scores[i] = -i; // pairs of parts with a higher score are joined first
        }
        writer.text("tokenizer.ggml.model", "llama");
        writer.texts("tokenizer.ggml.tokens", tokens());
        writer.reals("tokenizer.ggml.scores", scores);
        writer.numbers("tokenizer.ggml.token_type", types);
        writer.number("tokenizer.ggml.unknown_token_id", 0);
        writer.number("tokenizer.ggml.bos_token_id", 1);
        writer.number("tokenizer.ggml.eos_token_id", 2);
        writer.flag("tokenizer.ggml.add_bos_token", true);
        writer.text("tokenizer.chat_template", CHAT_TEMPLATE);
    }

    private static List<String> wordParts(int count) {
        Set<String> parts = new LinkedHashSet<>();
        for (char consonant : "tnsrldmk".toCharArray()) {
            for (char vowel : "eaoiu".toCharArray()) {
                parts.add("" + consonant + vowel);
                parts.add(WORD_START + consonant + vowel);
            }
        }
        parts.add(WORD_START);
        for (char each = '!'; each <= '~'; each++) {
            parts.add(String.valueOf(each));
        }
        for (char each = 'a'; parts.size() < count; each++) {
            parts.add(WORD_START + each);
            parts.add("e" + each);
            parts.add("i" + each);
        }
        return List.copyOf(parts).subList(0, count);
    }

    private static void matrix(GgufWriter writer, Random random, String name, int inputs, int outputs) {
        float[] values = new float[inputs * outputs];
        float scale = (float) (1 / Math.sqrt(inputs));
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian() * scale;
        }
        writer.tensor(name, values, inputs, outputs);
    }

    private static void ones(GgufWriter writer, String name, int size) {
        float[] values = new float[size];
        Arrays.fill(values, 1);
        writer.tensor(name, values, size);
    }
}
