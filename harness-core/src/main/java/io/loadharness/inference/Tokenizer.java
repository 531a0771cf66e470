// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * Converts text to the token ids of a model and back. Thread-safe. The caller that opens a tokenizer must close it. After {@link #close},
 * all methods throw {@link IllegalStateException}.
 *
 * <pre>{@code
 * try (Tokenizer tokenizer = Tokenizer.open(Path.of("models/llama/tokenizer.json"))) {
 *     int[] ids = tokenizer.encode("Why is the sky blue?");
 * }
 * }</pre>
 *
 * <p>A text may contain the names of special tokens, for example from a chat template. These names are converted to the ids of the special
 * tokens. An unpaired surrogate is treated as U+FFFD.
 */
public interface Tokenizer extends TokenCounter, AutoCloseable {

    /** Returns the ids of a text, without the tokens that the tokenizer adds before and after a prompt. */
    int[] encode(String text);

    /** Returns the ids of a prompt, with the tokens that the tokenizer adds before and after it, such as the BOS token. */
    int[] encodePrompt(String text);

    /**
     * Encodes many texts. Each result is equal to the result of {@link #encode} for the text. The results are in the order of the texts.
     * Uses all CPUs.
     */
    List<int[]> encodeAll(List<String> texts);

    /**
     * Returns the text of token ids, without special tokens.
     *
     * @throws IllegalArgumentException if the model does not have one of the ids
     */
    String decode(int... ids);

    /**
     * Decodes many id sequences. Each result is equal to the result of {@link #decode} for the sequence. The results are in the order of
     * the sequences. Uses all CPUs.
     */
    List<String> decodeAll(List<int[]> ids);

    /** Returns the highest id plus one. */
    int vocabularySize();

    /** Returns true if an id is the id of a special token. {@link #decode} omits special tokens. */
    boolean isSpecial(int id);

    /** Returns the id of the token with which short prompts are padded; empty if the model has no such token. Empty by default. */
    default OptionalInt padId() {
        return OptionalInt.empty();
    }

    /** Returns true if the model has a chat template, which {@link #chat} requires. */
    boolean hasChatTemplate();

    /**
     * Applies the chat template of the model and returns the prompt of a chat, up to the start of the completion. The prompt contains the
     * names of all special tokens; encode the prompt with {@link #encode}.
     *
     * @throws IllegalArgumentException if the model has no chat template, or the template rejects the messages
     */
    default String chat(List<ChatMessage> messages) {
        return chat(messages, ChatOptions.DEFAULTS);
    }

    /**
     * Applies the chat template of the model, with tools, documents and other variables, and returns the prompt of a chat. The prompt
     * contains the names of all special tokens; encode the prompt with {@link #encode}.
     *
     * @throws IllegalArgumentException if the model has no chat template, or the template rejects the messages
     */
    String chat(List<ChatMessage> messages, ChatOptions options);

    /**
     * Returns a tokenizer with another chat template. The new tokenizer and this tokenizer share their resources. Closing one of the two
     * tokenizers closes both.
     *
     * @param template a file with a template in Jinja
     * @throws IllegalArgumentException if the file cannot be read
     * @throws UnsupportedOperationException if the implementation does not support chat templates; this is the default
     */
    default Tokenizer withChatTemplate(Path template) {
        throw new UnsupportedOperationException(this + " does not support chat templates");
    }

    /**
     * Returns warnings for the user. Each warning gives a reason why the token ids can differ from those of a server with the same model,
     * for example another version of the tokenizer library. Empty by default.
     */
    default List<String> warnings() {
        return List.of();
    }

    @Override
    default int count(String text) {
        return encode(text).length;
    }

    /** Waits until the calls in progress have returned, and releases the resources. */
    @Override
    void close();

    /**
     * Opens the tokenizer of a model on this machine.
     *
     * @param path a {@code tokenizer.json} file, a directory in Hugging Face's layout that contains such a file, or a model directory of
     *     the hub's cache
     * @throws IllegalArgumentException if the path has no readable tokenizer; the message describes the solution
     * @throws IllegalStateException if no module on the class path provides tokenizers; the message names the module to add
     */
    static Tokenizer open(Path path) {
        return TokenizerProviders.first().open(path);
    }

    /**
     * Opens the tokenizer of a model from the Hugging Face hub. Downloads the tokenizer if it is not in the cache. Uses the same
     * environment variables as Hugging Face's tools: {@code HF_ENDPOINT}, {@code HF_TOKEN}, {@code HF_HOME}, {@code HTTPS_PROXY}.
     *
     * @param model the name of the model, {@code org/name} or {@code org/name@revision}
     * @throws IllegalArgumentException if the text is not the name of a model, or the tokenizer of the model cannot be read
     * @throws IllegalStateException if no module on the class path provides tokenizers; the message names the module to add
     * @throws IOException if the download fails; the message gives the cause
     */
    static Tokenizer ofHub(String model) throws IOException {
        return ofHub(model, HubOptions.DEFAULTS);
    }

    /**
     * Opens the tokenizer of a model from the Hugging Face hub like {@link #ofHub(String)}, with settings for the download.
     *
     * @throws IllegalArgumentException if the text is not the name of a model, or the tokenizer of the model cannot be read
     * @throws IllegalStateException if no module on the class path provides tokenizers; the message names the module to add
     * @throws IOException if the download fails; the message gives the cause
     */
    static Tokenizer ofHub(String model, HubOptions connection) throws IOException {
        return TokenizerProviders.first().ofHub(model, connection);
    }
}
