// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.inference.Tokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class ModelFilesTest {

    private static final Path MODEL = Fixtures.folder("word-piece").resolve("tokenizer.json");

    @TempDir
    private Path folder;

    @Test
    void aFileAFolderAndAFolderOfTheCacheAreOpened() throws IOException {
        Path snapshot = Files.createDirectories(folder.resolve("models--org--name/snapshots/abc123"));
        Files.copy(MODEL, snapshot.resolve("tokenizer.json"));

        for (Path each : new Path[] {MODEL, MODEL.getParent(), snapshot, folder.resolve("models--org--name")}) {
            try (Tokenizer tokenizer = Tokenizer.open(each)) {
                assertThat(tokenizer.encode("server")).isNotEmpty();
            }
        }
    }

    @Test
    void ofManyRevisionsTheOneThatIsCalledMainIsOpened() throws IOException {
        Path model = folder.resolve("models--org--name");
        for (String each : new String[] {"aaa", "bbb"}) {
            Path snapshot = Files.createDirectories(model.resolve("snapshots").resolve(each));
            Files.copy(MODEL, snapshot.resolve("tokenizer.json"));
        }
        assertRefused(
                model,
                "there are 2 revisions in " + model.resolve("snapshots") + "; name one, as in "
                        + model.resolve("snapshots/aaa"));

        Files.writeString(Files.createDirectories(model.resolve("refs")).resolve("main"), "bbb");
        try (Tokenizer tokenizer = Tokenizer.open(model)) {
            assertThat(tokenizer).hasToString("Tokenizer[" + model.resolve("snapshots/bbb/tokenizer.json") + "]");
        }
        assertRefused(
                folder, folder + " is a cache of 1 models; name one, as in " + folder.resolve("models--org--name"));
    }

    @Test
    void whatIsNotThereIsSaid() throws IOException {
        assertRefused(
                folder.resolve("nowhere"),
                "there is no file " + folder.resolve("nowhere")
                        + "; a tokenizer is a tokenizer.json or the folder of a model that has one");
        assertRefused(folder, "there is no tokenizer.json in " + folder);
        Files.createSymbolicLink(folder.resolve("tokenizer.json"), folder.resolve("gone"));
        assertRefused(folder, folder.resolve("tokenizer.json") + " is a link to nothing: download it again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tokenizer.model", "vocab.json", "tiktoken.model"})
    void theFormatsOfOthersAreTurnedAwayWithTheWayToConvertThem(String name) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "x");
        String sentence = "there is a " + name + " in " + folder + " and no tokenizer.json: make one in Python, by"
                + " transformers.AutoTokenizer.from_pretrained(\"" + folder + "\").save_pretrained(\"" + folder + "\")";

        assertRefused(folder, sentence);
        assertRefused(file, sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1, 2]|holds no JSON object",
                "12|holds no JSON object",
                "''|holds no JSON object",
                "{\"model\": {\"vocab\": {\"a\": 0}}|ends in the middle: download it again",
                "{\"model\": {\"vocab\": {\"a\": 0}}} {}|holds more than one JSON object",
                "<html>Sign in</html>|is not JSON, line 1, column 1: ",
                "{\"model_type\": \"llama\"}|is JSON and no tokenizer.json: it has no model with a vocabulary",
                "{\"model\": {\"vocab\": {\"a\": -1}}}|line 1: -1 cannot be the id of a token",
                "{\"model\": {\"vocab\": {\"a\": 99999999999999999999}}}|is not JSON, line 1, column ",
                "{\"model\": {\"vocab\": {\"a\": 0}}}|is no tokenizer that can be read here: ",
                "{\"added_tokens\": [[], 3], \"model\": {\"vocab\": {\"a\": 0}}}|is no tokenizer that can be read here: ",
                "version https://git-lfs.github.com/spec/v1|only points to a file of Git LFS: fetch that by \"git lfs pull\""
            })
    void aFileThatIsNoTokenizerIsRefusedInASentence(String text, String why) throws IOException {
        Path file = Files.writeString(folder.resolve("tokenizer.json"), text);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tokenizer.open(folder))
                .withMessageStartingWith(file.toString())
                .withMessageContaining(why);
    }

    @Test
    void bytesThatAreNoTextAreRefused() throws IOException {
        Path file = Files.write(folder.resolve("tokenizer.json"), new byte[] {'{', (byte) 0xFF, (byte) 0xFE});

        assertRefused(file, file + " is no text in UTF-8: download it again");
    }

    @Test
    void noBrokenFileEndsTheProcess() throws IOException {
        Random random = new Random(11);
        int refused = 0;
        for (String model : Fixtures.MODELS) {
            byte[] whole = Files.readAllBytes(Fixtures.folder(model).resolve("tokenizer.json"));
            for (int i = 0; i < 300; i++) {
                Path file = Files.write(folder.resolve("tokenizer.json"), broken(whole, random));
                try (Tokenizer tokenizer = Tokenizer.open(file)) {
                    tokenizer.decode(tokenizer.encodePrompt("Is it still 1 tokenizer? größer 🙂"));
                } catch (IllegalArgumentException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }

    private static byte[] broken(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        if (random.nextInt(4) == 0) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        String[] parts = {"null", "-1", "[]", "{}", "\"\"", "4294967295", "1e9", "true", "0"};
        int at = text.indexOf(':', random.nextInt(random.nextBoolean() ? 2000 : text.length() - 1));
        int end = at < 0 ? -1 : endOfValue(text, at + 1);
        if (end < 0) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(7));
            return bytes;
        }
        return (text.substring(0, at + 1) + parts[random.nextInt(parts.length)] + text.substring(end))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static int endOfValue(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (",}]".indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private static void assertRefused(Path place, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tokenizer.open(place))
                .withMessage(sentence);
    }
}
