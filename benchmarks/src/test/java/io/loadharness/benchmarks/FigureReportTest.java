// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class FigureReportTest {

    private final StringWriter text = new StringWriter();
    private final List<FigureSpread> spreads = List.of(
            FigureSpread.of(LoadGenFigures.SERVER_RATIO, List.of(0.9, 0.94), "94 / 100 per second"),
            FigureSpread.of(LoadGenFigures.ADDED_NS, List.of(120.0, 140.0)));

    @Test
    void tableShowsWhichGoalsAreMet() {
        FigureReport.printTable(new PrintWriter(text), spreads);

        assertThat(BenchSession.plain(text.toString()).lines().filter(line -> !line.startsWith(":")))
                .satisfiesExactly(
                        head -> assertThat(head).startsWith("Figure ").endsWith("Goal"),
                        line -> assertThat(line)
                                .matches(
                                        "Server.* 0\\.920 +0\\.900 +0\\.940 +>= 0\\.950 +not met +94 / 100 per second"),
                        line -> assertThat(line).matches("Time.* 130 ns +120 ns +140 ns +<= 150 +met"));
    }

    @Test
    void jsonHasOneObjectPerLine() {
        FigureReport.printJson(new PrintWriter(text), spreads);

        assertThat(text.toString().lines())
                .containsExactly(
                        "{\"figure\": \"server_ratio\", \"median\": 0.9200, \"min\": 0.9000, \"max\": 0.9400,"
                                + " \"pairs\": 2, \"unit\": \"ratio\", \"goal\": 0.95}",
                        "{\"figure\": \"added_ns\", \"median\": 130.0000, \"min\": 120.0000, \"max\": 140.0000,"
                                + " \"pairs\": 2, \"unit\": \"ns\", \"goal\": 150.0}");
    }

    @Test
    void failedFigureHasAReasonAndNoValue() {
        List<FigureSpread> failed = List.of(FigureSpread.failed(LoadGenFigures.ADDED_NS, "not installed"));

        FigureReport.printTable(new PrintWriter(text), failed);
        FigureReport.printJson(new PrintWriter(text), failed);

        assertThat(BenchSession.plain(text.toString()).lines().skip(2))
                .satisfiesExactly(
                        line -> assertThat(line).matches("Time.* failed +<= 150 +not installed"),
                        line -> assertThat(line)
                                .isEqualTo("{\"figure\": \"added_ns\", \"median\": null, \"min\": null, \"max\": null,"
                                        + " \"pairs\": 0, \"unit\": \"ns\", \"goal\": 150.0}"));
    }
}
