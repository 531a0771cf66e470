// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import io.loadharness.inference.Tokenizer;
import java.math.BigInteger;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Expected values that {@code src/test/python/fixtures.py} created with the Python packages of Hugging Face. */
final class Fixtures {

    static final List<String> MODELS = List.of("byte-level-bpe", "unigram", "word-piece");

    /** Tokenizers whose tokens are partly in the files next to {@code tokenizer.json}, with the ids of {@code transformers}. */
    static final List<String> CONFIGURED = List.of(
            "llama-style", "qwen-style", "legacy-style", "bert-style", "t5-style", "roberta-style", "gemma-style");

    /** Tokenizers with a class that changes {@code tokenizer.json}, with the ids of {@code AutoTokenizer}. */
    static final List<String> CLASSES = List.of("llama-class", "gpt2-class", "bert-class");

    static final List<String> ALL =
            Stream.of(MODELS, CONFIGURED, CLASSES).flatMap(List::stream).toList();

    /**
     * A text and the values that the Python package returns for it.
     *
     * @param ids the ids without special tokens
     * @param prompt the ids with special tokens
     * @param decoded the ids decoded to text
     */
    record Row(String text, List<Integer> ids, List<Integer> prompt, String decoded) {

        int[] idArray() {
            return ids.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    private Fixtures() {}

    static Path folder(String model) {
        return file(model);
    }

    static Tokenizer open(String model) {
        return Tokenizer.open(folder(model));
    }

    static List<Row> rows(String model) {
        return objects(expected(model).get("rows"))
                .map(row -> new Row((String) row.get("text"), ints(row.get("ids")), ints(row.get("prompt")), (String)
                        row.get("decoded")))
                .toList();
    }

    static Map<String, Object> expected(String model) {
        return json(model + "/expected.json");
    }

    static Map<String, Object> json(String name) {
        Path file = file(name);
        return JsonReader.object(file, TextFile.read(file));
    }

    @SuppressWarnings("unchecked")
    static Stream<Map<String, Object>> objects(Object list) {
        return ((List<Object>) list).stream().map(each -> (Map<String, Object>) each);
    }

    static List<Integer> ints(Object list) {
        return ((List<?>) list)
                .stream().map(each -> ((BigInteger) each).intValueExact()).toList();
    }

    private static Path file(String name) {
        try {
            return Path.of(Fixtures.class.getResource(name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
