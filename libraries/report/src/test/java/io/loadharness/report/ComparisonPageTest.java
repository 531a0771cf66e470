// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Verdict;
import io.loadharness.report.compare.ComparableRuns;
import io.loadharness.report.compare.ComparedRun;
import io.loadharness.report.compare.Comparison;
import io.loadharness.report.compare.ComparisonPage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Tag("browser")
class ComparisonPageTest {

    @TempDir
    private Path folder;

    @Test
    @EnabledIf(value = "io.loadharness.report.Browser#isEnabled", disabledReason = "there is no Chromium on the PATH")
    void thePageDrawsAllRunsInOneChart(@TempDir Path profile) throws IOException {
        List<ComparedRun> runs = new ArrayList<>();
        runs.addAll(run("a", 30, Verdict.VALID));
        runs.addAll(run("b", 60, Verdict.INVALID));
        Path foreign = Files.writeString(folder.resolve("<b>vllm.json"), """
                {"completed": 10, "failed": 1, "request_throughput": 9.5, "median_ttft_ms": 25.0, "p99_ttft_ms": 70.0}
                """);
        runs.addAll(ComparableRuns.in(foreign));
        Path file = folder.resolve("comparison.html");
        try (OutputStream out = Files.newOutputStream(file)) {
            ComparisonPage.write(new Comparison(runs), Optional.of(List.of("a <i>finding</i>")), out);
        }

        try (Browser browser = Browser.start(profile)) {
            browser.show(360, 740, true);
            browser.open(file);

            assertThat(browser.errors()).isEmpty();
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isEqualTo(360);
            assertThat(browser.evaluate("document.querySelector('#verdict').innerText")
                            .asText())
                    .contains("Check failed", "a <i>finding</i>");
            assertThat(browser.evaluate("document.querySelector('#runs').innerText")
                            .asText())
                    .contains("<b>vllm.json", "INVALID", "no verdict");
            assertThat(browser.evaluate("document.querySelector('#figures').innerText")
                            .asText())
                    .contains("ttft.p50", "latency_scheduled.p99", "+30 ms (+30 ms to +30 ms)", " *");
            assertThat(browser.evaluate("document.querySelector('#phases').innerText")
                            .asText())
                    .contains("The mean latency of B is 30.00 ms higher than that of A", "First token", "All phases");
            assertThat(browser.evaluate("document.querySelectorAll('#phases .chart').length")
                            .asInt())
                    .isEqualTo(2);
            assertThat(browser.evaluate("[...document.querySelectorAll('.chart')].map(each =>"
                            + " each.querySelectorAll('svg path').length)"))
                    .hasSizeGreaterThan(10)
                    .allSatisfy(paths -> assertThat(paths.asInt()).isGreaterThan(3));
        }
    }

    private List<ComparedRun> run(String name, int lasting, Verdict verdict) throws IOException {
        RunFolder run = new RecordedRun(folder.resolve(name)).lasting(lasting).of(100, 0);
        RecordedRun.end(run, verdict, "of <b>reason</b>");
        return ComparableRuns.in(run.path());
    }
}
