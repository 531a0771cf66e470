// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportTest {

    private static final Path FIXTURE = Path.of("../../libraries/report/src/test/resources/io/loadharness/report/run");
    private static final Pattern SNIPPET = Pattern.compile("(?s)```python\\n(.*?)```");
    private static final String PERCENTILES = """
            import csv, json, sys
            import numpy
            with open(sys.argv[1], newline="") as file:
                rows = list(csv.DictReader(file))
            found = {}
            for name in rows[0]:
                cells = [row[name] for row in rows if row["outcome"] == "completed" and row[name]]
                if cells and all(cell.lstrip("-").isdigit() for cell in cells):
                    values = numpy.sort(numpy.array(cells, dtype="int64"))
                    found[name] = {f"{p:g}": int(values[int(len(values) * (p / 100))]) for p in (50, 90, 95, 97, 99, 99.9)}
                    found[name]["mean"] = float(values.mean())
            print(json.dumps(found))
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void copyTheRun() throws IOException {
        try (Stream<Path> files = Files.list(FIXTURE)) {
            for (Path each : files.toList()) {
                Files.copy(each, folder.resolve(each.getFileName()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "jsonl", "parquet"})
    void everyFormatHasARowPerRequest(String format) {
        Session session = Session.of("export", folder.toString(), "--format", format);

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        Path file = folder.resolve("requests." + format);
        assertThat(session.out()).isEqualTo(file + ": 150 rows\n");
        Session inspected = Session.of("dataset", "inspect", file.toString());
        assertThat(inspected.plainOut())
                .contains("150 rows")
                .containsPattern("(?m)^ttft_ns +integer +4 ")
                .containsPattern("(?m)^scheduled_ns +integer +0 ");
        if (!format.equals("csv")) {
            assertThat(inspected.plainOut()).containsPattern("(?m)^gaps_ns +list of integers +0 ");
        }
    }

    @Test
    void writesSpansOfOpenTelemetry() throws IOException {
        Path file = folder.resolve("elsewhere.jsonl");

        Session session = Session.of("export", folder.toString(), "--format", "otlp", "--output", file.toString());

        assertThat(session.err()).isEmpty();
        assertThat(session.out()).isEqualTo(file + ": spans of 150 requests\n");
        JsonNode first = new ObjectMapper().readTree(Files.readAllLines(file).get(0));
        assertThat(first.at("/resourceSpans/0/scopeSpans/0/spans/0/name").asText())
                .isEqualTo("chat tiny");
        assertThat(Session.of("export", folder.toString(), "--format", "otlp").out())
                .isEqualTo(folder.resolve("spans.jsonl") + ": spans of 150 requests\n");
        assertThat(folder.resolve("spans.jsonl")).hasSameTextualContentAs(file);
    }

    @Test
    void writesOnlyTheNamedFile() {
        Path file = folder.resolve("elsewhere");

        assertThat(Session.of("export", folder.toString(), "--output", file.toString())
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(file).content().startsWith("sample,endpoint,outcome,");
        assertThat(folder.resolve("requests.csv")).doesNotExist();
    }

    @Test
    void reportsWhatCannotBeExported() throws IOException {
        Session format = Session.of("export", folder.toString(), "--format", "xls");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Session noRun = Session.of("export", empty.toString());
        Session noReport = Session.of("report", folder.toString(), "--format", "jsno");

        assertThat(format.errLines())
                .containsExactly("--format: unknown format 'xls'. Allowed: csv, jsonl, parquet, otlp.");
        assertThat(noRun.errLines()).containsExactly(empty + " is not the folder of a run: it has no records.cbor.");
        assertThat(empty).isEmptyDirectory();
        assertThat(noReport.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(noReport.errLines())
                .first()
                .asString()
                .startsWith("--format: unknown format 'jsno'; did you mean 'json'? Allowed: json, html, text, ");
    }

    @Test
    void aMissingFolderIsNamedWithoutATemporaryFile() {
        for (String format : List.of("csv", "jsonl", "parquet", "otlp")) {
            String file = folder.resolve("missing/x." + format).toString();

            Session session = Session.of("export", folder.toString(), "--format", format, "--output", file);

            assertThat(session.errLines())
                    .containsExactly(
                            file + " cannot be opened: the folder " + folder.resolve("missing") + " does not exist.");
        }
    }

    @Test
    void reportsTheNumberOfFormulas() throws IOException {
        Path records = folder.resolve("records.cbor");
        String changed = new String(Files.readAllBytes(records), StandardCharsets.ISO_8859_1)
                .replace("http://10.0.0.2", "=ttp://10.0.0.2");
        Files.write(records, changed.getBytes(StandardCharsets.ISO_8859_1));
        String file = folder.resolve("requests.csv").toString();

        Session raw = Session.of("export", folder.toString());
        Session escaped = Session.of("export", folder.toString(), "--escape-formulas");
        Session lines = Session.of("export", folder.toString(), "--format", "jsonl");

        assertThat(raw.out())
                .matches("\\Q" + file + "\\E: 150 rows\nWarning: \\Q" + file + "\\E has \\d+ cells that spreadsheet"
                        + " programs treat as formulas, because of =, \\+, -, @ or a tab at the start: before"
                        + " you open it in such a program, write it again with --escape-formulas\n");
        assertThat(escaped.out())
                .matches("\\Q" + file + "\\E: 150 rows\nAn apostrophe was written in front of \\d+ cells that"
                        + " spreadsheet programs would treat as formulas\n");
        assertThat(lines.out()).doesNotContain("formulas");
    }

    @Test
    void escapesFormulasOnlyInCsv() {
        Session session = Session.of("export", folder.toString(), "--escape-formulas");
        Session other = Session.of("export", folder.toString(), "--escape-formulas", "--format", "jsonl");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(other.errLines())
                .containsExactly(
                        "--escape-formulas applies only to CSV files: leave out --escape-formulas, or use --format=csv.");
    }

    @Test
    void printsAFormatWithoutWritingFiles() {
        Session session = Session.of("report", folder.toString(), "--format", "csv");

        assertThat(session.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(session.out()).startsWith("metric,unit,value,count,").contains("\r\nttft,ns,,146,");
        assertThat(folder.resolve("metrics.csv")).doesNotExist();
    }

    @Test
    void writesFormatsOfOtherTools() throws IOException {
        Session usual = Session.of("report", folder.toString());
        assertThat(usual.out()).startsWith("**INVALID**: Server");
        assertThat(folder.resolve("summary.txt")).content().isEqualTo(usual.out());
        assertThat(folder.resolve("llm-d")).doesNotExist();

        assertThat(Session.of("report", folder.toString(), "--all").err()).isEmpty();
        assertThat(folder.resolve("llm-d/benchmark_report_v0.1.yaml")).isNotEmptyFile();
        assertThat(folder.resolve("llm-d/benchmark_report_v0.2.yaml")).isNotEmptyFile();
        assertThat(folder.resolve("inference-perf/summary_lifecycle_metrics.json"))
                .isNotEmptyFile();
        assertThat(folder.resolve("inference-perf/stage_0_lifecycle_metrics.json"))
                .isNotEmptyFile();
    }

    @Tag("network")
    @Test
    void numpyComputesTheSamePercentiles() throws Exception {
        Session.of("report", folder.toString());
        Session.of("export", folder.toString());

        JsonNode found = new ObjectMapper()
                .readTree(Python.outputOf(
                        PERCENTILES, folder.resolve("requests.csv").toString()));

        JsonNode metrics = metrics();
        metrics.fieldNames().forEachRemaining(metric -> {
            JsonNode numpy = found.path(metric.endsWith("_tokens") ? metric : metric + "_ns");
            if (!metric.equals("itl")) {
                for (String percentage : new String[] {"50", "90", "95", "97", "99", "99.9"}) {
                    assertThat(metrics.get(metric).get("p" + percentage))
                            .as(metric + " p" + percentage)
                            .isEqualTo(numpy.get(percentage));
                }
            }
        });
        assertThat(found.size()).isGreaterThan(metrics.size());
    }

    @Tag("network")
    @Test
    void snippetOfTheManualReadsTheRecords() throws Exception {
        Session.of("report", folder.toString());
        Matcher snippet = SNIPPET.matcher(Files.readString(Path.of("../../docs/reference/records.md")));
        assertThat(snippet.find()).isTrue();

        String output =
                Python.outputOf(snippet.group(1), folder.resolve("records.cbor").toString());

        assertThat(output.lines())
                .containsExactly(
                        "ttft p99 " + metrics().at("/ttft/p99").asLong() + " ns",
                        "itl p99 " + metrics().at("/itl/p99").asLong() / 1000 + " us");
    }

    private JsonNode metrics() throws IOException {
        return new ObjectMapper()
                .readTree(folder.resolve("result.json").toFile())
                .get("metrics");
    }
}
