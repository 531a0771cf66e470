// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLinesTest {

    @TempDir
    private Path directory;

    @Test
    void returnsLinesWithoutTheirEnd() throws Exception {
        assertThat(linesOf("one\n\nthree ü\n")).containsExactly("one", "", "three ü");
    }

    @Test
    void omitsTheContentOfLists() throws Exception {
        String longList = "1234567,".repeat(1 << 18);

        assertThat(linesOf("{\"value\": [" + longList + "8], x}\nnext\n"))
                .containsExactly("{\"value\": [], x}", "next");
    }

    @Test
    void keepsBracketsInText() throws Exception {
        assertThat(linesOf("{\"value\": \"a [1] b\"}\n")).containsExactly("{\"value\": \"a [1] b\"}");
    }

    @Test
    void rejectsALastLineWithoutEnd() {
        assertThatThrownBy(() -> linesOf("one\ntwo"))
                .isInstanceOf(UnreadableLogException.class)
                .hasMessage(file() + ", line 2: the file ends in the middle of the line");
    }

    @Test
    void rejectsALineThatIsTooLong() {
        assertThatThrownBy(() -> linesOf("one\n" + "x".repeat(1 << 21)))
                .isInstanceOf(UnreadableLogException.class)
                .hasMessage(file() + ", line 2: the line is longer than 1048576 bytes, which LoadGen never writes");
    }

    private List<String> linesOf(String text) throws IOException, UnreadableLogException {
        Files.writeString(file(), text);
        List<String> all = new ArrayList<>();
        try (LogLines lines = new LogLines(file())) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                all.add(line.get());
                assertThat(lines.number()).isEqualTo(all.size());
            }
        }
        return all;
    }

    private Path file() {
        return directory.resolve("detail.txt");
    }
}
