// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.dataset.MlperfDataset;
import io.loadharness.inference.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The input of the first sample is {@code [CLS] who won ? [SEP] denver bron ##cos won in santa cl ##ara ( california ) . [SEP]}, so
 * "denver" is at position 5. The text of the second question has 600 words, and two windows with several more behind them.
 */
class SquadLogitsTest {

    private static final int DENVER = 5;
    private static final int INPUT = 384;

    @TempDir
    Path folder;

    private Path targets;

    @BeforeEach
    void writeTargets() throws IOException {
        targets = folder.resolve("dev-v1.1.json");
        String words = IntStream.range(0, 600).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
        Files.writeString(targets, """
                {"version": "1.1", "data": [{"title": "t", "paragraphs": [
                {"context": "Denver Broncos won in Santa Clara (California).", "qas": [
                {"id": "1", "question": "Who won?", "answers": [{"text": "the Denver Broncos", "answer_start": 0}]}]},
                {"context": "%s", "qas": [
                {"id": "2", "question": "Who won?", "answers": [{"text": "w300 w301", "answer_start": 0}]}]}]}]}
                """.formatted(words));
        List<String> pieces = List.of(
                "[UNK]",
                "[CLS]",
                "[SEP]",
                "who",
                "won",
                "?",
                "denver",
                "bron",
                "##cos",
                "in",
                "santa",
                "cl",
                "##ara",
                "(",
                ")",
                ".",
                "california");
        Files.writeString(
                folder.resolve("vocab.txt"),
                String.join("\n", pieces) + "\n"
                        + IntStream.range(0, 600).mapToObj(i -> "w" + i).collect(Collectors.joining("\n")));
    }

    private AccuracyResult score(String metric, Logs logs) throws IOException {
        return Accuracy.builder().metric(metric).targets(targets).build().score(logs.write(folder));
    }

    /** Creates start scores and end scores that are 0 but for two positions. */
    private static double[] logits(int start, int end, double score) {
        double[] logits = new double[2 * INPUT];
        Arrays.fill(logits, -1);
        logits[start] = score;
        logits[INPUT + end] = score;
        return logits;
    }

    private static Logs add(Logs logs, int sample, double... logits) {
        return logs.numbers(sample, Tensor.Type.FLOAT32, logits);
    }

    /** The windows of the second question start at the pieces 0, 128 and 256. The first word of a window is at position 5. */
    private static Logs rest(Logs logs) {
        add(logs, 1, logits(6, 7, 1));
        add(
                logs,
                2,
                logits(
                        5 + 172, 5 + 173,
                        3)); // w300 has the context 172 on its left in this window, and 44 in the next one
        return add(logs, 3, logits(5 + 2, 5 + 3, 2));
    }

    @Test
    void findsTheAnswerWithItsOriginalText() throws IOException {
        AccuracyResult result = score("squad-logits", rest(add(new Logs(), 0, logits(DENVER, DENVER + 2, 5))));

        assertThat(result.referenceLine()).isEqualTo("{\"exact_match\": 100.0, \"f1\": 100.0}");
        assertThat(result.samples()).isEqualTo(4);
    }

    /** "Santa Clara (California" has no word in common with the answer; "Broncos" alone has an F1 of 2/3. */
    @Test
    void scoresAPartOfTheAnswer() throws IOException {
        assertThat(score("squad-logits", rest(add(new Logs(), 0, logits(DENVER + 5, DENVER + 9, 5))))
                        .totals()
                        .get("f1"))
                .isEqualTo(50.0);
        assertThat(score("squad-logits", rest(add(new Logs(), 0, logits(DENVER + 1, DENVER + 2, 5))))
                        .totals()
                        .get("f1"))
                .isEqualTo(100.0 * (2.0 / 3 + 1) / 2);
    }

    @Test
    void ignoresAnswersThatEndBeforeTheyStart() throws IOException {
        double[] backwards = logits(DENVER + 3, DENVER + 2, 5);
        backwards[DENVER] = 4; // the best start before the end

        assertThat(score("squad-logits", rest(add(new Logs(), 0, backwards))).totals())
                .containsEntry("f1", 100.0);
    }

    @Test
    void readsInterleavedScores() throws IOException {
        double[] transposed = logits(DENVER, DENVER + 2, 5);
        double[] interleaved = new double[2 * INPUT];
        for (int i = 0; i < INPUT; i++) {
            interleaved[2 * i] = transposed[i];
            interleaved[2 * i + 1] = transposed[INPUT + i];
        }
        Logs logs = add(new Logs(), 0, interleaved);
        Logs.writeDetail(folder, "AccuracyOnly", 1);

        assertThat(score("squad-logits-interleaved", logs).totals()).containsEntry("f1", 100.0);
        assertThat(score("squad-logits", logs).totals().get("f1")).isLessThan(100);
    }

    @Test
    void takesTheOriginalTextIfItsCharactersDiffer() {
        QuestionWindow.Text text = new QuestionWindow.Text(
                List.of("Zürich's", "\u00e6\ufb01x", "(1895-1943)."),
                List.of("zurich", "'", "s", "\u00e6\ufb01x", "(", "1895", "-", "1943", ")", "."),
                List.of(0, 0, 0, 1, 2, 2, 2, 2, 2, 2));
        QuestionWindow window = new QuestionWindow(0, text, 0, 0, 10, List.of(new int[] {0, 10}));

        assertThat(window.answer(0, 0)).isEqualTo("Zürich");
        assertThat(window.answer(5, 5)).isEqualTo("1895");
        assertThat(window.answer(5, 7)).isEqualTo("1895-1943"); // the pieces "1895 - 1943" are found as words
        assertThat(window.answer(0, 2)).isEqualTo("Zürich's");
    }

    @Test
    void dividesWordsIntoPieces() throws IOException {
        WordPieces pieces = WordPieces.read(folder.resolve("vocab.txt"));

        assertThat(pieces.pieces("Denver  BRONCOS, Clára?"))
                .containsExactly("denver", "bron", "##cos", "[UNK]", "cl", "##ara", "?");
        assertThat(pieces.pieces("w" + "1".repeat(100))).containsExactly("[UNK]");
        assertThat(WordPieces.words("a\u4e2d\u6587b\u0000c\tD\u00a0e\u2014f"))
                .containsExactly("a", "中", "文", "bc", "d", "e", "—", "f");
    }

    @Test
    void refusesOtherAnswersAndTargets() throws IOException {
        assertThatThrownBy(() -> score("squad-logits", add(new Logs(), 0, 1, 2, 3)))
                .isInstanceOf(AccuracyException.class)
                .hasMessageContaining("line 2: the response to sample 0 has 3 numbers");
        assertThatThrownBy(() -> score("squad-logits", add(new Logs(), 0, new double[2 * INPUT + 2])))
                .hasMessageContaining("has 770 numbers");
        Files.writeString(folder.resolve("vocab.txt"), "a\nb\n");
        assertThatThrownBy(() -> score("squad-logits", new Logs())).hasMessageContaining("has no line [UNK]");
        Files.delete(folder.resolve("vocab.txt"));
        assertThatThrownBy(() -> score("squad-logits", new Logs())).hasMessageContaining("vocab.txt does not exist");
        Files.writeString(targets, "[{\"answers\": \"a\"}]");
        assertThatThrownBy(() -> score("squad-logits", new Logs()))
                .hasMessageContaining("is not SQuAD's dev-v1.1.json");
    }

    @Test
    void hasTheBoundOfBert() {
        assertThat(ModelAccuracy.of(MlperfDataset.BERT_99).bounds())
                .containsExactly(new AccuracyBound("f1", 89.96526, AccuracyBound.EXACT));
    }
}
