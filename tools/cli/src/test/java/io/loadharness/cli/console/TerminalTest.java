// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {

    @ParameterizedTest
    @CsvSource({"'24 80\n', 80", "'50 200\n', 200", "'0 0\n', 80", "'', 80", "'stty: who knows', 80"})
    void readsTheWidthFromStty(String said, int width) {
        assertThat(Terminal.width(said)).isEqualTo(width);
    }

    @Test
    void dumbAndUnnamedTerminalsHaveNoCursorControl() {
        assertThat(Terminal.canMoveCursor("dumb")).isFalse();
        assertThat(Terminal.canMoveCursor("")).isFalse();
        assertThat(Terminal.canMoveCursor("xterm-256color")).isTrue();
    }

    @Test
    void noColorDisablesColors() {
        assertThat(Terminal.isColored(Map.of("NO_COLOR", "1"))).isFalse();
        assertThat(Terminal.isColored(Map.of("NO_COLOR", ""))).isTrue();
        assertThat(Terminal.isColored(Map.of())).isTrue();
    }
}
