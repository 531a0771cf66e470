// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.Tokenizer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A {@code tokenizer.json} in the native library. */
final class NativeTokenizer implements Tokenizer {

    private static final int REPLACEMENT = 0xFFFD;

    private final Path file;
    private final TokenizersLibrary methods;
    private final NativeHandle handle;
    private final Vocabulary vocabulary;
    private final Optional<ChatTemplate> template;

    private NativeTokenizer(
            Path file,
            TokenizersLibrary methods,
            long address,
            Vocabulary vocabulary,
            Optional<ChatTemplate> template) {
        this.file = file;
        this.methods = methods;
        this.handle = new NativeHandle(methods, address);
        this.vocabulary = vocabulary;
        this.template = template;
    }

    /**
     * Reads the files of a model.
     *
     * @throws IllegalArgumentException if one cannot be read; says what to do
     */
    static NativeTokenizer open(ModelFiles files) {
        Path file = files.tokenizer();
        String json = TextFile.read(file);
        Vocabulary vocabulary = Vocabulary.of(file, json);
        Optional<ChatTemplate> template = files.folder().flatMap(ChatTemplate::in);
        TokenizersLibrary methods = TokenizerLibrary.methods();
        long address;
        try {
            address = methods.createTokenizerFromString(json);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(file + " is no tokenizer that can be read here: " + e.getMessage(), e);
        }
        // A file may say that texts are cut or filled up to a length, for those who train with it.
        methods.disableTruncation(address);
        methods.disablePadding(address);
        return new NativeTokenizer(file, methods, address, vocabulary, template);
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
    public boolean hasChatTemplate() {
        return template.isPresent();
    }

    @Override
    public String chat(List<ChatMessage> messages) {
        return template.orElseThrow(() -> new IllegalArgumentException("there is no chat template beside " + file
                        + ": put the model's chat_template.jinja or tokenizer_config.json there"))
                .render(messages);
    }

    @Override
    public void close() {
        handle.close();
    }

    @Override
    public String toString() {
        return "Tokenizer[" + file + "]";
    }

    private int[] encode(String text, boolean asPrompt) {
        String wellFormed = wellFormed(text);
        return narrow(handle.with(address -> ids(address, wellFormed, asPrompt)));
    }

    /** The native way to encode many at a time ends the process where a text cannot be encoded; this way is an exception. */
    private long[] ids(long address, String text, boolean asPrompt) {
        long encoding;
        try {
            encoding = methods.encode(address, text, asPrompt);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(file + " cannot encode a text: " + e.getMessage(), e);
        }
        try {
            return methods.getTokenIds(encoding);
        } finally {
            methods.deleteEncoding(encoding);
        }
    }

    /** Replaces each surrogate without its other half by U+FFFD: the native library takes UTF-8, which has no others. */
    private static String wellFormed(String text) {
        return text.codePoints().noneMatch(NativeTokenizer::isHalf)
                ? text
                : text.codePoints()
                        .map(each -> isHalf(each) ? REPLACEMENT : each)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }

    private static boolean isHalf(int codePoint) {
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
