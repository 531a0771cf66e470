// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.llmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioFileTest {

    @TempDir
    Path folder;

    @Test
    void readsAssignments() throws IOException {
        Path file = Files.writeString(folder.resolve("a.sh"), """
                #!/usr/bin/env bash

                export A=one   # a comment
                B="two words ${A}"; # both
                  export C='$A'
                export D=${A}/${HOME_OF_TEST}/$A
                export E=${MISSING:-default}
                export F=
                export G="a\\"b"
                """);

        assertThat(read(file, Map.of("HOME_OF_TEST", "home")).values())
                .containsExactly(
                        Map.entry("A", "one"),
                        Map.entry("B", "two words one"),
                        Map.entry("C", "$A"),
                        Map.entry("D", "one/home/one"),
                        Map.entry("E", "default"),
                        Map.entry("F", ""),
                        Map.entry("G", "a\"b"));
    }

    @Test
    void readsWhatShellsRead() throws IOException {
        Path file = Files.writeString(folder.resolve("a.sh"), """
                export A=1 B=2; C=3
                export D=~/data E=~ F="~" G=x~
                export H="[\\
                --a____\\
                --b____'{\\"k\\":1}'\\
                ]"
                export I=${MISSING:-"two words"} J=${A:-$(id)} K=a"b"'c'\\ d
                export L=one\\
                two
                """);

        assertThat(read(file, Map.of("HOME", "/home/me")).values())
                .containsExactly(
                        Map.entry("A", "1"),
                        Map.entry("B", "2"),
                        Map.entry("C", "3"),
                        Map.entry("D", "/home/me/data"),
                        Map.entry("E", "/home/me"),
                        Map.entry("F", "~"),
                        Map.entry("G", "x~"),
                        Map.entry("H", "[--a____--b____'{\"k\":1}']"),
                        Map.entry("I", "two words"),
                        Map.entry("J", "1"),
                        Map.entry("K", "abc d"),
                        Map.entry("L", "onetwo"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"export A=$(touch /tmp/x)", "A=`id`", "A=\"$(id)\"", "A=${B%.sh}", "B=$(id); A=x$B"})
    void neverExecutesPrograms(String line) throws IOException {
        Path file = Files.writeString(folder.resolve("a.sh"), "B=1\n" + line + "\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScenarioFile.read(file, Map.of(), "A"::equals))
                .withMessage(file + " line 2: A would execute a program: write the value itself");
        assertThat(read(file, Map.of()).values()).doesNotContainKey("A");
        assertThat(read(file, Map.of()).messages())
                .contains(file + " line 2: A is set by a program, which is not executed; it has no effect here");
    }

    @Test
    void skipsTextsForFilesWithOneMessagePerVariable() throws IOException {
        Path file = Files.writeString(folder.resolve("a.sh"), """
                export A=$(mktemp)
                cat << 'END' > ${A}
                if true; then
                END
                cat <<EOF >$C
                x: 1
                EOF
                export B=1
                """);

        ScenarioFile scenario = read(file, Map.of());

        assertThat(scenario.values()).containsExactly(Map.entry("B", "1"));
        assertThat(scenario.messages())
                .containsExactly(
                        file + " line 1: A is set by a program, which is not executed; it has no effect here",
                        file + " line 5: C names a file that the script writes; LoadHarness does not write it");
    }

    @Test
    void reportsReferencesToVariablesThatAreNotSet() throws IOException {
        Path file = Files.writeString(folder.resolve("a.sh"), "A=x$B${C:-}${D}\n");

        assertThat(read(file, Map.of("D", "")).messages())
                .containsExactly(file + " line 1: A refers to B, which is not set and is replaced by an empty text");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            if true; then   | must be a comment or assignments, such as export NAME=VALUE
            source other.sh | must be a comment or assignments, such as export NAME=VALUE
            A=1 command     | must be a comment or assignments, such as export NAME=VALUE
            A=1 && B=2      | must be a comment or assignments, such as export NAME=VALUE
            A='two          | a quotation mark has no end
            A="two          | a quotation mark has no end
            A=${B           | a reference has no end
            A=$(id          | a program in the value has no end
            cat << EOF > $A | the text has no end: write EOF on a line of its own
            """)
    void rejectsOtherCommands(String line, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("a.sh"), line + "\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(file, Map.of()))
                .withMessage(file + " line 1: " + message);
    }

    private static ScenarioFile read(Path file, Map<String, String> environment) throws IOException {
        return ScenarioFile.read(file, environment, variable -> false);
    }
}
