// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.WritableFormat;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RequestTableTest {

    @TempDir
    Path folder;

    @Test
    void eachRequestHasARow() throws IOException {
        List<String> lines = Files.readAllLines(exported("csv"));

        assertThat(lines).hasSize(151);
        assertThat(lines.get(0))
                .startsWith("sample,endpoint,outcome,failure,message,scheduled_ns,issued_ns,")
                .doesNotContain("gaps_ns");
        assertThat(lines)
                .filteredOn(line -> line.contains(",failed,"))
                .hasSize(4)
                .anySatisfy(
                        line -> assertThat(line).startsWith("20,,failed,CONNECTION_ERROR,the connection was refused,"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Metric.class,
            names = {"ITL", "COORDINATION_TTFT", "COORDINATION"},
            mode = EnumSource.Mode.EXCLUDE)
    void columnPercentilesMatchTheReport(Metric metric) throws IOException {
        String name = metric.id() + (metric.unit() == Metric.Unit.NANOSECONDS ? "_ns" : "");
        List<Long> values = column(name).stream()
                .filter(cell -> !cell.isEmpty())
                .map(Long::valueOf)
                .sorted()
                .toList();
        Distribution reported = FixedRun.report().metrics().distribution(metric).orElseThrow();

        assertThat(reported.count()).isEqualTo(values.size());
        for (double percentage : Distribution.SHOWN) {
            assertThat(reported.percentile(percentage)).isEqualTo(values.get((int) (values.size() * percentage / 100)));
        }
    }

    @Test
    void eachRowHasAListOfGaps() throws IOException {
        assertThat(Files.readAllLines(exported("jsonl"))).hasSize(150).allSatisfy(line -> assertThat(
                        RunJson.MAPPER.readTree(line).get("gaps_ns").isArray())
                .isTrue());
    }

    @Test
    void textsThatLookLikeFormulasAreEscapedOnRequest() throws IOException {
        RunFolder run =
                new RecordedRun(folder).failingWith("=HYPERLINK(\"http://x\")").of(2, 1);
        Path file = folder.resolve("requests.csv");

        assertThat(RequestTable.export(run, WritableFormat.named("csv"), file, true)
                        .formulas())
                .isPositive();
        assertThat(file).content().contains(",\"'=HYPERLINK(\"\"http://x\"\")\",");

        RequestTable.export(run, WritableFormat.named("csv"), file, false);
        assertThat(file).content().contains(",\"=HYPERLINK(\"\"http://x\"\")\",");
    }

    private List<String> column(String name) throws IOException {
        List<String> lines = Files.readAllLines(exported("csv"));
        int column = List.of(lines.get(0).split(",")).indexOf(name);
        List<String> cells = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            if (line.contains(",completed,")) {
                cells.add(line.split(",", -1)[column]);
            }
        }
        return cells;
    }

    private Path exported(String format) throws IOException {
        Path file = folder.resolve("requests." + format);
        assertThat(RequestTable.export(FixedRun.FOLDER, WritableFormat.named(format), file, false)
                        .rows())
                .isEqualTo(150);
        return file;
    }
}
