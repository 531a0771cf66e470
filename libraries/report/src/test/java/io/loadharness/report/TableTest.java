// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TableTest {

    private final Table table = new Table("lr", "Name", "Size");

    @Test
    void columnsAreAligned() {
        table.row("a long name", "5");

        assertThat(printed()).isEqualToNormalizingNewlines("""
                | Name        | Size |
                |:------------|-----:|
                | a long name |    5 |
                """);
    }

    @Test
    void aCellCannotBreakTheTable() {
        table.row("a|b\nc", "µ");

        assertThat(printed()).isEqualToNormalizingNewlines("""
                | Name   | Size |
                |:-------|-----:|
                | a\\|b c |    µ |
                """);
    }

    @Test
    void aCellCannotControlATerminal() {
        table.row("a\u001b]0;title\u0007\u009b31m\u202e", "\r");

        assertThat(printed())
                .contains("| a\ufffd]0;title\ufffd\ufffd31m\ufffd |")
                .doesNotContainPattern("[\\p{Cc}&&[^\n]]");
    }

    @Test
    void aTableWithoutRowsIsNotPrinted() {
        assertThat(table.isEmpty()).isTrue();
        assertThat(printed()).isEmpty();
    }

    @Test
    void aRowOfTheWrongLengthIsRejected() {
        assertThatThrownBy(() -> table.row("only one")).isInstanceOf(IllegalArgumentException.class);
    }

    private String printed() {
        StringWriter text = new StringWriter();
        table.print(new PrintWriter(text, true));
        return text.toString();
    }
}
