// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramTest {

    @Test
    void outputIsReturned() throws Exception {
        assertThat(Program.run(List.of("sh", "-c", "echo 42"))).isEqualTo("42\n");
    }

    @Test
    void failureIsReportedWithTheLastLine() {
        assertThatThrownBy(() -> Program.run(List.of("sh", "-c", "echo trace; echo no space left >&2; exit 3")))
                .isInstanceOf(IOException.class)
                .hasMessage("sh failed: no space left");
    }

    @Test
    void failureWithoutOutputIsReportedWithTheExitCode() {
        assertThatThrownBy(() -> Program.run(List.of("sh", "-c", "exit 3"))).hasMessage("sh failed: exit code 3");
    }
}
