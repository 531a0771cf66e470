// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            harness va          | validate
            harness run --scen  | --scenario
            harness dataset in  | inspect
            """)
    void bashCompletes(String typed, String completed) throws IOException {
        Path script = Files.writeString(
                folder.resolve("completion"), Session.of("completion", "bash").out());
        String ask = "source " + script + "; COMP_LINE='" + typed + "'; COMP_POINT=${#COMP_LINE}; COMP_WORDS=(" + typed
                + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _complete_harness; echo \"${COMPREPLY[@]}\"";
        Process bash =
                new ProcessBuilder("bash", "-c", ask).redirectErrorStream(true).start();

        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .strip()
                        .split("\\s+"))
                .contains(completed);
    }

    @Test
    void zshUsesTheScriptOfBashWithAPrefix() {
        assertThat(Session.of("completion", "zsh").outLines()).first().isEqualTo("autoload -Uz compinit && compinit");
    }

    @Test
    void rejectsUnknownShell() {
        Session session = Session.of("completion", "fish");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).first().asString().contains("unknown shell 'fish'. Allowed: bash");
    }
}
