// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.inference.Tensor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccuracyLogTest {

    @TempDir
    Path folder;

    private List<LoggedAnswer> read(String json) throws IOException {
        Path file = folder.resolve(AccuracyLog.FILE_NAME);
        Files.writeString(file, json);
        List<LoggedAnswer> answers = new ArrayList<>();
        try (AccuracyLog log = AccuracyLog.open(file)) {
            for (Optional<LoggedAnswer> next = log.next(); next.isPresent(); next = log.next()) {
                answers.add(next.get());
            }
        }
        return answers;
    }

    @Test
    void readsTokensAndTheirCount() throws IOException {
        List<LoggedAnswer> answers = read("[\n{ \"seq_id\" : 0, \"qsl_idx\" : 7566, \"data\" :"
                + " \"762100000B00000002000000\", \"token_data\" : \"76210000\", \"token_count\" : 3 },\n{ \"seq_id\" : 1,"
                + " \"qsl_idx\" : 2, \"data\" : \"ff\" }\n]\n");

        assertThat(answers).hasSize(2);
        LoggedAnswer first = answers.get(0);
        assertThat(first.sample()).isEqualTo(7566);
        assertThat(first.count(Tensor.Type.INT32)).isEqualTo(3);
        assertThat(first.number(Tensor.Type.INT32, 0)).isEqualTo(0x2176);
        assertThat(first.number(Tensor.Type.INT32, 2)).isEqualTo(2);
        assertThat(first.firstTokens().orElseThrow().remaining()).isEqualTo(4);
        assertThat(first.tokenCount()).hasValue(3);
        assertThat(first.place()).endsWith("mlperf_log_accuracy.json, line 2");
        assertThat(answers.get(1).tokenCount()).isEmpty();
    }

    @Test
    void readsAnEmptyLog() throws IOException {
        assertThat(read("[\n]\n")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[\\n{ \"seq_id\" : 0, \"qsl_idx\" : 0, \"da | line 2: the log ends in the middle",
                "[\\n{ \"qsl_idx\" : 0, \"data\" : \"00\" },\\n | line 3: the log ends in the middle",
                "[\\n{ \"qsl_idx\" : 0, \"data\" : \"00\" },\\n\\n...\\n | line 4: the log is damaged or was truncated",
                "{ \"qsl_idx\" : 0 } | line 1: the log is not LoadGen's accuracy log",
                "`` | the log is not LoadGen's accuracy log",
                "[ 1 ] | an entry is not an object",
                "[ { \"qsl_idx\" : 0 } ] | an entry has no \"data\"",
                "[ { \"data\" : \"00\" } ] | an entry has no \"qsl_idx\"",
                "[ { \"qsl_idx\" : -1, \"data\" : \"00\" } ] | must be the index of a sample, from 0: got -1",
                "[ { \"qsl_idx\" : 9999999999, \"data\" : \"00\" } ] | got 9999999999",
                "[ { \"qsl_idx\" : \"1\", \"data\" : \"00\" } ] | \"qsl_idx\" is not an integer",
                "[ { \"qsl_idx\" : 1, \"data\" : 5 } ] | \"data\" is not a string",
                "[ { \"qsl_idx\" : 1, \"data\" : \"012\" } ] | it has 3 characters",
                "[ { \"qsl_idx\" : 1, \"data\" : \"0X\" } ] | pairs of hexadecimal digits",
                "[ ] [ ] | the file continues after the end of the list",
            })
    void refusesDamagedLogsInOneSentence(String json, String message) {
        assertThatThrownBy(() -> read(json.replace("\\n", "\n")))
                .isInstanceOf(AccuracyException.class)
                .hasMessageContaining("mlperf_log_accuracy.json, line ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void refusesAMissingLog() {
        assertThatThrownBy(() -> AccuracyLog.open(folder.resolve("mlperf_log_accuracy.json")))
                .isInstanceOf(AccuracyException.class)
                .hasMessageContaining("does not exist: give the folder of a run");
    }

    /** The answers have 50 MB in total. Each of them is garbage after it was read. */
    @Test
    void readsAnswersOneByOne() throws IOException {
        Path file = folder.resolve(AccuracyLog.FILE_NAME);
        byte[] half = "00".repeat(500_000).getBytes(StandardCharsets.US_ASCII);
        int count = 100;
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < count; i++) {
                String start =
                        (i == 0 ? "[" : ",") + "\n{ \"seq_id\" : " + i + ", \"qsl_idx\" : " + i + ", \"data\" : \"";
                out.write(start.getBytes(StandardCharsets.US_ASCII));
                out.write(half);
                out.write("\" }".getBytes(StandardCharsets.US_ASCII));
            }
            out.write("\n]\n".getBytes(StandardCharsets.US_ASCII));
        }
        long bytes = 0;
        long most = 0;
        try (AccuracyLog log = AccuracyLog.open(file)) {
            for (Optional<LoggedAnswer> next = log.next(); next.isPresent(); next = log.next()) {
                bytes += next.get().data().remaining();
                if (next.get().sample() % 25 == 24) {
                    System.gc();
                    most = Math.max(
                            most,
                            Runtime.getRuntime().totalMemory()
                                    - Runtime.getRuntime().freeMemory());
                }
            }
        }
        assertThat(bytes).isEqualTo(count * 500_000L);
        assertThat(most).isLessThan(40_000_000L);
    }
}
