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
    void filesFoldersAndCacheFoldersAreOpened() throws IOException {
        Path snapshot = Files.createDirectories(folder.resolve("models--org--name/snapshots/abc123"));
        Files.copy(MODEL, snapshot.resolve("tokenizer.json"));

        for (Path each : new Path[] {MODEL, MODEL.getParent(), snapshot, folder.resolve("models--org--name")}) {
            try (Tokenizer tokenizer = Tokenizer.open(each)) {
                assertThat(tokenizer.encode("server")).isNotEmpty();
            }
        }
    }

    @Test
    void revisionMainIsOpenedOfSeveral() throws IOException {
        Path model = folder.resolve("models--org--name");
        for (String each : new String[] {"aaa", "bbb"}) {
            Path snapshot = Files.createDirectories(model.resolve("snapshots").resolve(each));
            Files.copy(MODEL, snapshot.resolve("tokenizer.json"));
        }
        assertRejected(
                model,
                "there are 2 revisions in " + model.resolve("snapshots") + "; use the folder of one revision, such as "
                        + model.resolve("snapshots/aaa"));

        Files.writeString(Files.createDirectories(model.resolve("refs")).resolve("main"), "bbb");
        try (Tokenizer tokenizer = Tokenizer.open(model)) {
            assertThat(tokenizer).hasToString("tokenizer " + model.resolve("snapshots/bbb/tokenizer.json"));
        }
        assertRejected(
                folder,
                folder + " is a cache with 1 models; use the folder of one model, such as "
                        + folder.resolve("models--org--name"));
    }

    @Test
    void missingFilesAreReported() throws IOException {
        assertRejected(
                folder.resolve("nowhere"),
                "there is no file " + folder.resolve("nowhere")
                        + "; use a tokenizer.json or a folder that contains one");
        assertRejected(folder, "there is no tokenizer.json in " + folder);
        Files.createSymbolicLink(folder.resolve("tokenizer.json"), folder.resolve("gone"));
        assertRejected(folder, folder.resolve("tokenizer.json") + " is a broken link: download it again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tokenizer.model", "vocab.json", "tiktoken.model"})
    void otherFormatsAreRejectedWithTheConversion(String name) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "x");
        String message = "there is a " + name + " in " + folder + " but no tokenizer.json: create one in Python with"
                + " transformers.AutoTokenizer.from_pretrained(\"" + folder + "\").save_pretrained(\"" + folder + "\")";

        assertRejected(folder, message);
        assertRejected(file, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1, 2]|is not a JSON object",
                "12|is not a JSON object",
                "''|is not a JSON object",
                "{\"model\": {\"vocab\": {\"a\": 0}}|is truncated: download it again",
                "{\"model\": {\"vocab\": {\"a\": 0}}} {}|contains more than one JSON object",
                "<html>Sign in</html>|is not JSON, line 1, column 1: ",
                "{\"model_type\": \"llama\"}|is not a tokenizer.json: it has no model with a vocabulary",
                "{\"model\": {\"vocab\": {\"a\": -1}}}|line 1: -1 is not a valid token id",
                "{\"model\": {\"vocab\": {\"a\": 99999999999999999999}}}|is not JSON, line 1, column ",
                "{\"model\": {\"vocab\": {\"a\": 0}}}|is not a supported tokenizer: ",
                "{\"added_tokens\": [[], 3], \"model\": {\"vocab\": {\"a\": 0}}}|is not a supported tokenizer: ",
                "version https://git-lfs.github.com/spec/v1|is only a pointer to a file in Git LFS: fetch the file with \"git lfs pull\""
            })
    void fileWithoutTokenizerIsRejected(String text, String why) throws IOException {
        Path file = Files.writeString(folder.resolve("tokenizer.json"), text);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tokenizer.open(folder))
                .withMessageStartingWith(file.toString())
                .withMessageContaining(why);
    }

    @Test
    void invalidUtf8IsRejected() throws IOException {
        Path file = Files.write(folder.resolve("tokenizer.json"), new byte[] {'{', (byte) 0xFF, (byte) 0xFE});

        assertRejected(file, file + " is not UTF-8 text: download it again");
    }

    @Test
    void brokenFilesDoNotEndTheProcess() throws IOException {
        Random random = new Random(11);
        int rejected = 0;
        for (String model : Fixtures.MODELS) {
            byte[] whole = Files.readAllBytes(Fixtures.folder(model).resolve("tokenizer.json"));
            for (int i = 0; i < 300; i++) {
                Path file = Files.write(folder.resolve("tokenizer.json"), broken(whole, random));
                try (Tokenizer tokenizer = Tokenizer.open(file)) {
                    tokenizer.decode(tokenizer.encodePrompt("Is it still 1 tokenizer? größer 🙂"));
                } catch (IllegalArgumentException e) {
                    rejected++;
                }
            }
        }
        assertThat(rejected).isPositive();
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

    private static void assertRejected(Path path, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tokenizer.open(path))
                .withMessage(message);
    }
}
