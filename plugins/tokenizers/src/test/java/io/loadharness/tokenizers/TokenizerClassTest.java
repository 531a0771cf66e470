// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** The ids of these classes are in {@link SameAsPythonTest}. */
class TokenizerClassTest {

    @SuppressWarnings("unused")
    private static final List<String> MODELS = Fixtures.ALL;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @FieldSource("MODELS")
    void noWarningIfBothVersionsAgree(String model) {
        try (Tokenizer tokenizer = Fixtures.open(model)) {
            assertThat(tokenizer.warnings()).isEmpty();
        }
    }

    @Test
    void llama2HasAWarningThatNamesTheClassAndTheRemedy() throws IOException {
        List<String> warnings = warnings("llama-class", "LlamaTokenizer", "\"legacy\": false");

        assertThat(warnings)
                .singleElement()
                .asString()
                .contains(
                        folder.toString(), "LlamaTokenizer", "the normalizer and the pre_tokenizer", "save_pretrained");
    }

    @Test
    void mistralKeepsItsFileInBothVersions() throws IOException {
        Files.writeString(folder.resolve("config.json"), "{\"model_type\": \"mistral\"}");

        assertThat(warnings("llama-class", "LlamaTokenizer", "\"legacy\": false"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "llama-class|LlamaTokenizerFast|\"add_prefix_space\": true, \"legacy\": true|pre_tokenizer",
                "llama-class|LlamaTokenizer|\"add_prefix_space\": true, \"legacy\": false, \"add_bos_token\": false|add_bos_token",
                "llama-class|GemmaTokenizer|\"add_bos_token\": true|normalizer",
                "word-piece|GPT2Tokenizer|\"add_prefix_space\": true|pre_tokenizer",
                "unigram|BertTokenizer|\"do_lower_case\": false|normalizer"
            })
    void versionsThatDifferAreReported(String model, String name, String settings, String reason) throws IOException {
        assertThat(warnings(model, name, settings)).singleElement().asString().contains(reason);
    }

    @Test
    void bertLowersTheCaseByDefault() throws IOException {
        copy("bert-style", "BertTokenizer", "\"clean_up_tokenization_spaces\": false");

        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            assertThat(tokenizer.encode("THE Quick")).containsExactly(tokenizer.encode("the quick"));
        }
    }

    @Test
    void otherClassesKeepTheFile() throws IOException {
        assertThat(warnings("llama-class", "PreTrainedTokenizerFast", "\"add_prefix_space\": true"))
                .isEmpty();
    }

    private List<String> warnings(String model, String name, String settings) throws IOException {
        copy(model, name, settings);
        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            return tokenizer.warnings();
        }
    }

    private void copy(String model, String name, String settings) throws IOException {
        Files.copy(Fixtures.folder(model).resolve("tokenizer.json"), folder.resolve("tokenizer.json"));
        Files.writeString(
                folder.resolve("tokenizer_config.json"), "{\"tokenizer_class\": \"" + name + "\", " + settings + "}");
    }
}
