// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ChatOptions;
import io.loadharness.inference.Tokenizer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A tokenizer that the native library creates from a {@code tokenizer.json}. */
final class NativeTokenizer implements Tokenizer {

    private static final int REPLACEMENT_CHARACTER = 0xFFFD;

    private final ModelFiles files;
    private final Path file;
    private final TokenizersLibrary methods;
    private final NativeHandle handle;
    private final Vocabulary vocabulary;
    private final Optional<ChatTemplate> template;
    private final List<String> warnings;

    private NativeTokenizer(
            ModelFiles files,
            TokenizersLibrary methods,
            NativeHandle handle,
            Vocabulary vocabulary,
            Optional<ChatTemplate> template,
            List<String> warnings) {
        this.files = files;
        this.file = files.tokenizer();
        this.methods = methods;
        this.handle = handle;
        this.vocabulary = vocabulary;
        this.template = template;
        this.warnings = warnings;
    }

    /**
     * Opens the tokenizer of a model.
     *
     * @throws IllegalArgumentException if a file cannot be read; the message suggests a remedy
     */
    static NativeTokenizer open(ModelFiles files) {
        Path file = files.tokenizer();
        TokenizerClass.Adapted adapted =
                TokenizerClass.adapt(files, ConfiguredTokenizer.complete(files, TextFile.read(file)));
        String json = adapted.json();
        Vocabulary vocabulary = Vocabulary.of(file, json);
        Optional<ChatTemplate> template = files.folder().flatMap(ChatTemplate::in);
        TokenizersLibrary methods = TokenizerLibrary.methods();
        long address;
        try {
            address = methods.createTokenizerFromString(json);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(file + " is not a supported tokenizer: " + e.getMessage(), e);
        }
        // The file may contain settings that truncate or pad texts, as in training.
        methods.disableTruncation(address);
        methods.disablePadding(address);
        return new NativeTokenizer(
                files, methods, new NativeHandle(methods, address), vocabulary, template, adapted.warnings());
    }

    @Override
    public int[] encode(String text) {
        return encode(text, false);
    }

    @Override
    public int[] encodePrompt(String text) {
        return encode(text, true);
    }

    @Override
    public List<int[]> encodeAll(List<String> texts) {
        return texts.parallelStream().map(this::encode).toList();
    }

    @Override
    public String decode(int... ids) {
        long[] wide = new long[ids.length];
        for (int i = 0; i < ids.length; i++) {
            wide[i] = vocabulary.require(ids[i], i);
        }
        return handle.with(address -> methods.decode(address, wide, true));
    }

    @Override
    public List<String> decodeAll(List<int[]> ids) {
        return ids.parallelStream().map(this::decode).toList();
    }

    @Override
    public int vocabularySize() {
        return vocabulary.size();
    }

    @Override
    public boolean isSpecial(int id) {
        return vocabulary.isSpecial(id);
    }

    @Override
    public OptionalInt padId() {
        Object token = files.folder()
                .map(ModelConfig::in)
                .map(each -> each.specialTokens().get("pad_token"))
                .orElse(null);
        int[] ids = token instanceof String text ? encode(text) : new int[0];
        return ids.length == 1 ? OptionalInt.of(ids[0]) : OptionalInt.empty();
    }

    @Override
    public boolean hasChatTemplate() {
        return template.isPresent();
    }

    @Override
    public String chat(List<ChatMessage> messages, ChatOptions options) {
        return template.orElseThrow(() -> new IllegalArgumentException("there is no chat template next to " + file
                        + ": put the model's chat_template.jinja or tokenizer_config.json there"))
                .render(messages, options);
    }

    @Override
    public Tokenizer withChatTemplate(Path other) {
        return new NativeTokenizer(
                files, methods, handle, vocabulary, Optional.of(ChatTemplate.of(other, files.folder())), warnings);
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public void close() {
        handle.close();
    }

    @Override
    public String toString() {
        return "tokenizer " + file;
    }

    private int[] encode(String text, boolean asPrompt) {
        String wellFormed = wellFormed(text);
        return narrow(handle.with(address -> ids(address, wellFormed, asPrompt)));
    }

    /**
     * Encodes one text. Throws an exception if the text cannot be encoded. The native method for several texts would terminate the process
     * in this case.
     */
    private long[] ids(long address, String text, boolean asPrompt) {
        long encoding;
        try {
            encoding = methods.encode(address, text, asPrompt);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(file + " cannot encode text: " + e.getMessage(), e);
        }
        try {
            return methods.getTokenIds(encoding);
        } finally {
            methods.deleteEncoding(encoding);
        }
    }

    /** Replaces each unpaired surrogate with U+FFFD, because the native library needs valid UTF-8. */
    private static String wellFormed(String text) {
        return isWellFormed(text)
                ? text
                : text.codePoints()
                        .map(each -> isSurrogate(each) ? REPLACEMENT_CHARACTER : each)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }

    private static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (isSurrogate(text.codePointAt(i))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static int[] narrow(long[] wide) {
        int[] ids = new int[wide.length];
        for (int i = 0; i < wide.length; i++) {
            ids[i] = (int) wide[i];
        }
        return ids;
    }
}
