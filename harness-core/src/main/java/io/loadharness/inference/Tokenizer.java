// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Turns texts into the ids of a model's tokens and back. Safe for any number of threads. Whoever opens it closes it; what comes after that is an
 * {@link IllegalStateException}.
 *
 * <p>A text may hold special tokens by name, as those that a chat template writes: they become their ids. Halves of surrogate pairs
 * that stand alone are no text, and count as U+FFFD.
 */
public interface Tokenizer extends TokenCounter, AutoCloseable {

    /** The ids of a text, and nothing that the model's tokenizer would add around it. */
    int[] encode(String text);

    /** The ids of a prompt: with what the model's tokenizer adds around a text, as the token that begins it. */
    int[] encodePrompt(String text);

    /** The ids of many texts, each as by {@link #encode}, in their order. Uses all processors. */
    List<int[]> encodeAll(List<String> texts);

    /**
     * The text of ids, without special tokens.
     *
     * @throws IllegalArgumentException if the model has no such id
     */
    String decode(int... ids);

    /** The texts of many, each as by {@link #decode}, in their order. Uses all processors. */
    List<String> decodeAll(List<int[]> ids);

    /** One more than the highest id. */
    int vocabularySize();

    /** Whether an id stands for a special token, which is no part of any text. */
    boolean isSpecial(int id);

    /** Whether {@link #chat} can be asked. */
    boolean hasChatTemplate();

    /**
     * The prompt that a chat becomes by the model's chat template, up to where the model's answer begins. It holds all special tokens by
     * name: {@link #encode} is made for it.
     *
     * @throws IllegalArgumentException if the model has no chat template, or the template refuses the messages
     */
    String chat(List<ChatMessage> messages);

    @Override
    default int count(String text) {
        return encode(text).length;
    }

    /** Frees what it holds, once nobody is using it any more. */
    @Override
    void close();

    /**
     * Opens the tokenizer of a model on this machine: a {@code tokenizer.json}, a folder with one in the layout of Hugging Face, or a
     * folder of the hub's cache.
     *
     * @throws IllegalArgumentException if there is none that can be read; says what to do
     * @throws IllegalStateException if nothing on the class path knows tokenizers; says what to add
     */
    static Tokenizer open(Path place) {
        return TokenizerProviders.only().open(place);
    }

    /**
     * Opens the tokenizer of a model of the Hugging Face hub, and downloads it unless it is in the cache. The environment says where and with
     * which token, by the names that the tools of Hugging Face use: {@code HF_ENDPOINT}, {@code HF_TOKEN}, {@code HF_HOME}.
     *
     * @param model as in {@code org/name}, or {@code org/name@revision}
     * @throws IllegalArgumentException if that is no name of a model, or its tokenizer cannot be read
     * @throws IllegalStateException if nothing on the class path knows tokenizers; says what to add
     * @throws IOException if it cannot be downloaded; says why
     */
    static Tokenizer ofHub(String model) throws IOException {
        return TokenizerProviders.only().ofHub(model);
    }
}
