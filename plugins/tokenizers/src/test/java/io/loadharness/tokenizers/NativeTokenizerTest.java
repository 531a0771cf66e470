// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class NativeTokenizerTest {

    @TempDir
    private Path folder;

    @Test
    void manyTextsKeepTheirOrder() {
        try (Tokenizer tokenizer = Fixtures.open("byte-level-bpe")) {
            List<String> texts = IntStream.range(0, 100_000)
                    .mapToObj(i -> "text number " + i)
                    .toList();

            List<int[]> ids = tokenizer.encodeAll(texts);

            assertThat(tokenizer.decodeAll(ids)).containsExactlyElementsOf(texts);
        }
    }

    @Test
    void emptyTextHasNoTokens() {
        try (Tokenizer tokenizer = Fixtures.open("unigram")) {
            assertThat(tokenizer.encode("")).isEmpty();
            assertThat(tokenizer.encodeAll(List.of())).isEmpty();
            assertThat(tokenizer.decode()).isEmpty();
            assertThatNullPointerException().isThrownBy(() -> tokenizer.encode(null));
        }
    }

    @Test
    void unpairedSurrogatesBecomeReplacementCharacters() {
        try (Tokenizer tokenizer = Fixtures.open("byte-level-bpe")) {
            for (String alone : List.of("\uD83D", "\uDE00", "\uDE00\uD83D", "a\uD83Db", "\uD83D\uD83D\uDE00")) {
                String replaced = alone.replace("\uD83D\uDE00", "[pair]")
                        .replaceAll("[\uD800-\uDFFF]", "\uFFFD")
                        .replace("[pair]", "\uD83D\uDE00");

                assertThat(tokenizer.encode(alone)).containsExactly(tokenizer.encode(replaced));
            }
        }
    }

    @Test
    void unknownIdIsRejected() {
        try (Tokenizer tokenizer = Fixtures.open("word-piece")) {
            int size = tokenizer.vocabularySize();

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tokenizer.decode(1, size))
                    .withMessageStartingWith("there is no token with id " + size + " (position 1): the ids of ")
                    .withMessageEndingWith("tokenizer.json are 0 to " + (size - 1));
            assertThatIllegalArgumentException().isThrownBy(() -> tokenizer.decode(-1));
            assertThatIllegalArgumentException().isThrownBy(() -> tokenizer.decode(Integer.MAX_VALUE));
            assertThatIllegalArgumentException().isThrownBy(() -> tokenizer.decode(Integer.MIN_VALUE));
        }
    }

    @Test
    void specialTokensAreRecognizedAndOmittedFromText() {
        try (Tokenizer tokenizer = Fixtures.open("byte-level-bpe")) {
            int[] ids = tokenizer.encode("<|im_start|>user\nHi<|im_end|>\n");

            assertThat(tokenizer.isSpecial(ids[0])).isTrue();
            assertThat(tokenizer.decode(ids)).isEqualTo("user\nHi\n");
        }
    }

    @Test
    void closedTokenizerThrows() {
        Tokenizer tokenizer = Fixtures.open("unigram");
        tokenizer.close();
        tokenizer.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> tokenizer.encode("a"))
                .withMessage("the tokenizer is closed");
        assertThatIllegalStateException().isThrownBy(() -> tokenizer.encodePrompt("a"));
        assertThatIllegalStateException().isThrownBy(() -> tokenizer.decode(1));
        assertThatIllegalStateException().isThrownBy(() -> tokenizer.encodeAll(List.of("a", "b")));
        assertThatIllegalStateException().isThrownBy(() -> tokenizer.decodeAll(List.of(new int[] {1})));
    }

    @Test
    void concurrentEncodingReturnsTheSameIds() throws Exception {
        List<Fixtures.Row> rows = Fixtures.rows("unigram");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (Tokenizer tokenizer = Fixtures.open("unigram")) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(threads.submit(() -> {
                    for (int round = 0; round < 3; round++) {
                        rows.forEach(each ->
                                assertThat(tokenizer.encode(each.text())).containsExactly(each.idArray()));
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void closeDuringEncodingReturnsIdsOrThrows() throws Exception {
        int[] expected;
        try (Tokenizer tokenizer = Fixtures.open("byte-level-bpe")) {
            expected = tokenizer.encode("Closed while it is used.");
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 50; round++) {
                Tokenizer tokenizer = Fixtures.open("byte-level-bpe");
                CountDownLatch used = new CountDownLatch(4);
                List<Future<Integer>> all = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    all.add(threads.submit(() -> encodeUntilClosed(tokenizer, expected, used)));
                }
                used.await();
                tokenizer.close();
                for (Future<Integer> each : all) {
                    assertThat(each.get()).isPositive();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static int encodeUntilClosed(Tokenizer tokenizer, int[] expected, CountDownLatch used) {
        int count = 0;
        while (true) {
            try {
                assertThat(tokenizer.encode("Closed while it is used.")).containsExactly(expected);
            } catch (IllegalStateException e) {
                assertThat(e).hasMessage("the tokenizer is closed");
                return count;
            }
            if (count++ == 0) {
                used.countDown();
            }
        }
    }

    @Test
    void textWithoutTokensInTheModelIsRejected() throws IOException {
        Path file = folder.resolve("tokenizer.json");
        Files.writeString(
                file,
                "{\"version\":\"1.0\",\"truncation\":null,\"padding\":null,\"added_tokens\":[],\"normalizer\":null,"
                        + "\"pre_tokenizer\":{\"type\":\"Whitespace\"},\"post_processor\":null,\"decoder\":null,"
                        + "\"model\":{\"type\":\"WordLevel\",\"vocab\":{\"known\":0},\"unk_token\":\"none\"}}");
        try (Tokenizer tokenizer = Tokenizer.open(file)) {
            assertThat(tokenizer.encode("known known")).containsExactly(0, 0);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tokenizer.encode("unknown"))
                    .withMessageStartingWith(file + " cannot encode text: ");
            assertThatIllegalArgumentException().isThrownBy(() -> tokenizer.encodeAll(List.of("known", "unknown")));
        }
    }

    @Test
    void missingChatTemplateIsReported() {
        try (Tokenizer tokenizer = Fixtures.open("unigram")) {
            assertThat(tokenizer.hasChatTemplate()).isFalse();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tokenizer.chat(List.of(new ChatMessage("user", "Hello"))))
                    .withMessageStartingWith("there is no chat template next to ")
                    .withMessageEndingWith(": put the model's chat_template.jinja or tokenizer_config.json there");
        }
    }
}
