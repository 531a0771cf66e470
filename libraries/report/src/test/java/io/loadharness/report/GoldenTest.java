// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares report formats with golden files. With {@code -Dloadharness.golden=write}, the test rewrites the files. Check the differences.
 */
class GoldenTest {

    private static final boolean REWRITE = "write".equals(System.getProperty("loadharness.golden"));

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "json",
                "text",
                "markdown",
                "csv",
                "junit",
                "inference-perf",
                "inference-perf-stage",
                "inference-perf-requests",
                "llm-d-0.1",
                "llm-d-0.2"
            })
    void aFormatMatchesItsGoldenFile(String format) throws IOException {
        compare("golden", format, FixedRun.report());
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "text", "inference-perf-prometheus", "llm-d-0.2"})
    void aFormatWithServersMatchesItsGoldenFile(String format) throws IOException {
        compare("servers", format, RunReport.of(FixedRun.withServers(folder)));
    }

    private static void compare(String folderName, String format, RunReport report) throws IOException {
        Path golden = FixedRun.RESOURCES
                .resolve(folderName)
                .resolve(ReportFormats.named(format).fileName());
        String written = FixedRun.written(format, report);
        if (REWRITE) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, written);
        }

        assertThat(golden).content().isEqualTo(written);
    }
}
