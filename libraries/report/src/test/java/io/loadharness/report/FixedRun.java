// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The synthetic run of {@code src/test/python/fixture.py}. */
final class FixedRun {

    static final Path RESOURCES = Path.of("src/test/resources/io/loadharness/report");
    static final RunFolder FOLDER = new RunFolder(RESOURCES.resolve("run"));

    private FixedRun() {}

    static RunReport report() throws IOException {
        return RunReport.of(FOLDER);
    }

    /** Returns the report with another verdict. */
    static RunReport report(Verdict verdict) throws IOException {
        RunReport report = report();
        return new RunReport(
                report.folder(),
                report.description(),
                report.outcome(),
                report.recorded(),
                verdict,
                verdict == Verdict.VALID ? List.of() : report.reasons(),
                report.requirements(),
                report.metrics(),
                report.servers(),
                report.accuracy());
    }

    /** Returns a copy that a test may change. */
    static RunFolder copiedTo(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(FOLDER.path())) {
            for (Path each : files.toList()) {
                Files.copy(each, folder.resolve(each.getFileName()));
            }
        }
        return new RunFolder(folder);
    }

    /** Returns a copy with the synthetic server metrics of {@code src/test/python/server_metrics.py}. */
    static RunFolder withServers(Path folder) throws IOException {
        RunFolder copy = copiedTo(folder);
        Files.copy(RESOURCES.resolve("servers/server-metrics.jsonl"), copy.serverMetrics());
        return copy;
    }

    static String written(String format, RunReport report) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportFormats.named(format).write(report, out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
