package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TableTest {

    private final Table table = new Table("lr", "Name", "Size");

    @Test
    void columnsLineUp() {
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
    void aTableWithoutRowsIsNotPrinted() {
        assertThat(table.isEmpty()).isTrue();
        assertThat(printed()).isEmpty();
    }

    @Test
    void aRowOfTheWrongLengthIsRefused() {
        assertThatThrownBy(() -> table.row("only one")).isInstanceOf(IllegalArgumentException.class);
    }

    private String printed() {
        StringWriter text = new StringWriter();
        table.print(new PrintWriter(text, true));
        return text.toString();
    }
}
