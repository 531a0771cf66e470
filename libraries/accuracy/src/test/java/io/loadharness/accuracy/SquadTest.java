// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SquadTest {

    @TempDir
    Path folder;

    private AccuracyResult score(String targets, String... answers) throws IOException {
        Path file = folder.resolve("targets.json");
        Files.writeString(file, targets);
        Logs logs = new Logs();
        for (int i = 0; i < answers.length; i++) {
            logs.text(i, answers[i]);
        }
        return Accuracy.builder().metric("squad").targets(file).build().score(logs.write(folder));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "The  Cat!| cat",
                "a an the| ``",
                "A.B.C-D_e's| abcdes",
                "Theory of the Mind| theory of mind",
                "l’été| l’été",
                "one\u00a0two| one two",
            })
    void normalizesTexts(String text, String words) {
        assertThat(String.join(" ", SquadScores.words(text))).isEqualTo(words);
    }

    /** Prediction "cat sat on mat" and answer "cat on big mat": 3 of 4 words each, so F1 is 0.75. Words count as often as they occur. */
    @Test
    void computesF1OfWords() {
        assertThat(SquadScores.f1(List.of("cat", "sat", "on", "mat"), List.of("cat", "on", "big", "mat")))
                .isEqualTo(0.75);
        assertThat(SquadScores.f1(List.of("a", "a", "a"), List.of("a"))).isEqualTo(0.5);
        assertThat(SquadScores.f1(List.of("x"), List.of("y"))).isZero();
        assertThat(SquadScores.f1(List.of(), List.of())).isZero();
    }

    /** The answers have an F1 of 1, 4/7 (two of three and two of four words are common) and 0; only the first one matches exactly. */
    @Test
    void takesTheBestOfSeveralAnswers() throws IOException {
        AccuracyResult result = score(
                "[{\"answers\": [\"Denver\", \"Denver Broncos\"]}, {\"answers\": [\"in 1987\", \"on May 5, 1987\"]},"
                        + " {\"answers\": [\"x\"]}]",
                "the Denver Broncos",
                "May 1987 again",
                "y");

        assertThat(result.totals().get("exact_match")).isEqualTo(100.0 / 3);
        assertThat(result.referenceLine())
                .isEqualTo("{\"exact_match\": 33.333333333333336, \"f1\": 52.38095238095239}");
    }

    @Test
    void readsSquadAndItsColumns() throws IOException {
        String[] answers = {"Denver", "1987"};
        AccuracyResult ofSquad = score(
                "{\"version\": \"1.1\", \"data\": [{\"title\": \"t\", \"paragraphs\": [{\"qas\": [{\"id\": \"1\","
                        + " \"question\": \"Who?\", \"answers\": [{\"answer_start\": 0, \"text\": \"Denver\"}]},"
                        + " {\"question\": \"When?\", \"answers\": [{\"text\": \"1988\"}, {\"text\": \"1987\"}]}],"
                        + " \"context\": \"Denver won in 1987\"}]}]}",
                answers);
        AccuracyResult ofObjects = score(
                "[{\"answers\": {\"text\": [\"Denver\"], \"answer_start\": [0]}}, {\"answers\": {\"text\": [\"1987\"],"
                        + " \"answer_start\": [1]}}]",
                answers);
        AccuracyResult ofTexts = score("[{\"targets\": \"Denver\"}, {\"targets\": \"1987\"}]", answers);

        assertThat(List.of(ofSquad, ofObjects, ofTexts))
                .allSatisfy(each -> assertThat(each.totals()).containsEntry("f1", 100.0));
    }

    @Test
    void countsMissingAnswersAsWrong() throws IOException {
        AccuracyResult result = score("[{\"answers\": [\"a b\"]}, {\"answers\": [\"c\"]}]", "b");

        assertThat(result.totals()).containsEntry("f1", 50.0);
        assertThat(result.passed()).isFalse();
    }

    @Test
    void refusesTargetsAndAnswersThatAreNotText() throws IOException {
        assertThatThrownBy(() -> score("[{\"answers\": []}]", "a")).hasMessageContaining("row 1: the target must be");
        assertThatThrownBy(() -> score("[{\"x\": \"1\", \"y\": \"2\"}]", "a"))
                .hasMessageContaining("has no column of targets, such as \"answers\"")
                .hasMessageContaining("x, y");
        assertThatThrownBy(() -> score("{\"data\": [{\"paragraphs\": [{\"qas\": [{\"question\": \"q\"}]}]}]}", "a"))
                .hasMessageContaining("the question 'q' has no answer");
        assertThatThrownBy(() -> score("{\"data\": [{\"paragraphs\": 5}]}", "a"))
                .hasMessageContaining("targets.json, line 1: expected a list");

        Files.writeString(folder.resolve("targets.json"), "[{\"answers\": \"a\"}]");
        new Logs().bytes(0, (byte) 0xff, (byte) 0xff).write(folder);
        assertThatThrownBy(() -> Accuracy.builder()
                        .metric("squad")
                        .targets(folder.resolve("targets.json"))
                        .build()
                        .score(folder))
                .hasMessageContaining("line 2: the response to sample 0 is not text in UTF-8");
    }

    @Test
    void printsNumbersAsPython() {
        assertThat(FloatText.shortest(100)).isEqualTo("100.0");
        assertThat(FloatText.shortest(0)).isEqualTo("0.0");
        assertThat(FloatText.shortest(2.0 / 3)).isEqualTo("0.6666666666666666");
        assertThat(FloatText.shortest(90.874 * 0.99)).isEqualTo("89.96526");
        assertThat(FloatText.fixed(0.0005, 3)).isEqualTo("0.001"); // the double is a little more than 0.0005
        assertThat(FloatText.fixed(0.0625, 3)).isEqualTo("0.062"); // a tie: to even
        assertThat(FloatText.fixed(76.456, 3)).isEqualTo("76.456");
    }
}
