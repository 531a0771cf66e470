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
    void theWidthIsWhatSttySays(String said, int width) {
        assertThat(Terminal.width(said)).isEqualTo(width);
    }

    @Test
    void aDumbTerminalAndOneWithoutANameCannotMoveTheirCursor() {
        assertThat(Terminal.canMove("dumb")).isFalse();
        assertThat(Terminal.canMove("")).isFalse();
        assertThat(Terminal.canMove("xterm-256color")).isTrue();
    }

    @Test
    void noColorTakesTheColoursAway() {
        assertThat(Terminal.isColoured(Map.of("NO_COLOR", "1"))).isFalse();
        assertThat(Terminal.isColoured(Map.of("NO_COLOR", ""))).isTrue();
        assertThat(Terminal.isColoured(Map.of())).isTrue();
    }
}
