// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFollowerTest {

    @TempDir
    Path folder;

    private Path log;

    private LogFollower follow(String written, int lines) throws IOException {
        log = Files.writeString(folder.resolve("log"), written);
        return new LogFollower(new LogFile(log, UnaryOperator.identity()), lines);
    }

    private void write(String more) throws IOException {
        Files.writeString(log, more, StandardOpenOption.APPEND);
    }

    @Test
    void startsWithTheLastLinesAndFollowsNewOnes() throws IOException {
        LogFollower follower = follow("a\nb\nc\n", 2);

        assertThat(follower.next()).containsExactly("b", "c");
        assertThat(follower.next()).isEmpty();
        write("d\ne");
        assertThat(follower.next()).containsExactly("d");
        write("f\n");
        assertThat(follower.next()).containsExactly("ef");
    }

    @Test
    void charactersThatChangeTheTerminalAreReplaced() throws IOException {
        String line = "\u001b[31mred\u001b[0m \u009b2Jclear\u0085 \u202eright\u2066 \u200f \u001b]0;title\u0007";
        LogFollower follower = follow(line + "\n", 1);

        List<String> followed = follower.next();

        assertThat(followed).hasSize(1).isEqualTo(new LogFile(log, UnaryOperator.identity()).tail(1));
        assertThat(followed.get(0))
                .startsWith("red clear ")
                .contains("right", "title")
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
    }

    @Test
    void incompleteLineIsReturnedAtTheEnd() throws IOException {
        LogFollower follower = follow("a\nb", 1);

        assertThat(follower.next()).isEmpty();
        assertThat(follower.rest()).containsExactly("b");
        assertThat(follower.rest()).isEmpty();
    }

    @Test
    void truncatedLogIsReadFromItsStart() throws IOException {
        LogFollower follower = follow("a long line\n", 1);
        assertThat(follower.next()).containsExactly("a long line");

        Files.writeString(log, "b\n");

        assertThat(follower.next()).containsExactly("b");
    }

    @Test
    void veryLongLineIsSplitWithoutDamagingOtherLines() throws IOException {
        LogFollower follower = follow("", 1);
        write("x".repeat(200_000) + "\nä\n");

        List<String> lines = List.of();
        while (!lines.contains("ä")) {
            lines = follower.next();
            assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThan(600));
        }
        assertThat(follower.next()).isEmpty();
    }

    @Test
    void missingLogHasNoLines() {
        assertThat(new LogFollower(new LogFile(folder.resolve("none"), UnaryOperator.identity()), 5).next())
                .isEmpty();
    }
}
