// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuspectedPaddingTest {

    private static final int WIDTH = 16;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0,0,5,6; 0,7,8,9; 4,5,6,7            | true  | 0 | 2 | 1
            0,0,1,5; 0,1,6,7; 1,8,9,4; 0,0,0,1   | true  | 0 | 3 | 2
            5,6,2,2; 5,6,7,2; 7,2,2,2; 8,9,4,6   | false | 2 | 3 | 2
            1,5,2,2; 1,6,7,2; 1,2,2,2; 1,9,4,6   | false | 2 | 3 | 2
            3,3,5,6; 3,3,7,8; 3,3,9,4            | true  | 3 | 3 | 3
            0,0; 0,0,0,5; 0,0,7; 9               | true  | 0 | 3 | 3
            0,5,1; 0,7,8; 0,0,6; 4,5,6; 7,8,9    | true  | 0 | 3 | 1
            0,0,5                                | true  | 0 | 1 | 1
            """)
    void repeatedIdsAtOneEndAreSuspected(String lists, boolean isAtStart, int id, int prompts, int repeating)
            throws IOException {
        assertThat(suspected(List.of(lists.split("; ", -1)))).hasValueSatisfying(padding -> assertThat(padding)
                .isEqualTo(new SuspectedPadding(
                        "input_ids", id, isAtStart, prompts, repeating, lists.split("; ", -1).length, false)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,5,6,7; 1,8,9,4; 1,3,4,6", // a start token
                "1,5,6,2; 1,8,9,2; 1,3,4,2", // a start and an end token
                "0,0,5,6; 0,0,0,7; 4,5,6,7; 8,9,4,5", // half of the rows
                "0,0,5; 0,7,8,9; 0,5,6,7; 0,4", // lists of different lengths, of which few repeat the id
                "5,6,7,8; 9,4,3,2",
                "1,5,4; 1,7,8; 1,9,6; 4,5,6; 7,8,9", // the same start in three of five rows
                "5; 5; 5"
            })
    void otherIdsAreNotSuspected(String lists) throws IOException {
        assertThat(suspected(List.of(lists.split("; ", -1)))).isEmpty();
    }

    @Test
    void arrayPaddedOnTheLeftIsSuspectedWithItsNumberOfRows() throws IOException {
        Optional<SuspectedPadding> padding = suspected(rows(100, row -> row < 87 ? 1 + row % 4 : 0));

        assertThat(padding)
                .get()
                .hasToString("87 of 100 rows of input_ids begin with id 0, 65 of them with several. If this is padding,"
                        + " remove it before you save the file: --pad-id applies only to NumPy arrays.");
    }

    @Test
    void startTokenThatAFewPromptsRepeatIsNotSuspected() throws IOException {
        assertThat(suspected(rows(100, row -> row % 10 == 0 ? 2 : 1))).isEmpty();
        assertThat(suspected(rows(100, row -> row % 9 == 0 ? 2 : 1))).isPresent();
    }

    /** Returns lists of the same length, each with the given number of zeros at its start. */
    private static List<String> rows(int count, IntFunction<Integer> zeros) {
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            int pads = zeros.apply(row);
            int first = 100 * (row + 1);
            rows.add(IntStream.range(0, WIDTH)
                    .mapToObj(i -> String.valueOf(i < pads ? 0 : first + i))
                    .collect(Collectors.joining(",")));
        }
        return Collections.unmodifiableList(rows);
    }

    private Optional<SuspectedPadding> suspected(List<String> lists) throws IOException {
        List<String> lines =
                lists.stream().map(each -> "{\"input_ids\": [" + each + "]}").toList();
        return Dataset.read(Files.write(folder.resolve("ids.jsonl"), lines)).suspectedPadding();
    }
}
