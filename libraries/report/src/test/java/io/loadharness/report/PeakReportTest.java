// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loadharness.Verdict;
import io.loadharness.report.PeakReport.MeasuredPoint;
import io.loadharness.report.PeakReport.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Tag("browser")
class PeakReportTest {

    @TempDir
    Path path;

    private static MeasuredPoint point(int number, String kind, double rate, double ttft) {
        boolean isKept = ttft <= 2;
        return new MeasuredPoint(
                "point-0" + number,
                kind,
                rate,
                isKept ? "kept" : "exceeded",
                isKept ? "" : "TTFT is <b>" + ttft + " s</b>",
                ttft / 2,
                rate * ttft,
                ttft,
                kind.equals("probe") ? Optional.of(53.0) : Optional.empty(),
                isKept ? Verdict.VALID : Verdict.INVALID,
                Math.min(rate, 53),
                Optional.of(isKept ? rate : 10),
                Map.of("ttft_scheduled.p50", ttft / 4, "ttft_scheduled.p90", ttft / 2, "ttft_scheduled.p99", ttft));
    }

    private static PeakReport report() {
        return new PeakReport(
                "1.0",
                "tiny, peak",
                "rate",
                Map.of("--ttft-bound", "2s"),
                Map.of("ttft_scheduled", 2.0),
                List.of(
                        point(1, "probe", 0, 5),
                        point(2, "short", 45, 0.4),
                        point(3, "short", 58, 3.5),
                        point(4, "short", 52, 1.2),
                        point(5, "full", 51.8, 1.5)),
                Optional.of(new Result(
                        Optional.of(51.8),
                        51.8,
                        Optional.of(53.0),
                        true,
                        true,
                        "TTFT is 3.5 s",
                        "The peak is 51.8/s.")));
    }

    @Test
    void theStateIsReadAsItWasWritten() throws IOException {
        assertThat(PeakReport.isIn(path)).isFalse();
        report().write(path);

        assertThat(PeakReport.isIn(path)).isTrue();
        assertThat(PeakReport.read(path)).isEqualTo(report());
    }

    @Test
    void theKneeHasTheBestRatioOfThroughputToLatency() {
        assertThat(report().knee()).contains(45.0);
        PeakReport one = report();
        assertThat(new PeakReport(
                                one.version(),
                                one.title(),
                                one.load(),
                                one.settings(),
                                one.limits(),
                                one.points().subList(0, 2),
                                Optional.empty())
                        .knee())
                .isEmpty();
    }

    @Test
    void damagedFilesAreRejected() throws IOException {
        assertThatExceptionOfType(ReportException.class)
                .isThrownBy(() -> PeakReport.read(path))
                .withMessage(path + " is not the folder of a run: it has no peak.json");
        Files.writeString(path.resolve("peak.json"), "{");
        assertThatExceptionOfType(ReportException.class)
                .isThrownBy(() -> PeakReport.read(path))
                .withMessageStartingWith(path.resolve("peak.json") + " has invalid content: ");
        Files.writeString(
                path.resolve("peak.json"),
                "{\"title\":\"t\",\"load\":\"rate\",\"settings\":{},\"limits\":{},\"points\":[{\"level\":1}]}");
        assertThatExceptionOfType(ReportException.class)
                .isThrownBy(() -> PeakReport.read(path))
                .withMessageEndingWith("a point has no folder, kind, outcome or reason");
    }

    @Test
    @EnabledIf(value = "io.loadharness.report.Browser#isEnabled", disabledReason = "there is no Chromium on the PATH")
    void thePageShowsThePeakTheLimitAndEachRun(@TempDir Path profile) throws IOException {
        report().write(path);

        try (Browser browser = Browser.start(profile)) {
            browser.show(360, 740, true);
            browser.open(PeakReport.page(path));

            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isEqualTo(360);
            assertThat(browser.evaluate("document.querySelector('#verdict').innerText")
                            .asText())
                    .startsWith("The peak is 51.8/s.");
            assertThat(browser.evaluate("document.querySelector('#points').innerText")
                            .asText())
                    .contains("point-05", "limits kept", "TTFT is <b>3.5 s</b>", "saturated");
            assertThat(browser.evaluate("[...document.querySelectorAll('.chart')].map(each =>"
                            + " [...each.querySelectorAll('svg text')].map(text => text.textContent).join(' '))"))
                    .hasSize(2)
                    .allMatch(each -> each.asText().contains("peak"))
                    .allMatch(each -> each.asText().contains("knee"));
            assertThat(browser.errors()).isEmpty();
        }
    }

    @Test
    @EnabledIf(value = "io.loadharness.report.Browser#isEnabled", disabledReason = "there is no Chromium on the PATH")
    void aSearchWithoutRunsHasAPage(@TempDir Path profile) throws IOException {
        new PeakReport("1.0", "tiny, peak", "concurrency", Map.of(), Map.of(), List.of(), Optional.empty()).write(path);

        try (Browser browser = Browser.start(profile)) {
            browser.open(PeakReport.page(path));

            assertThat(browser.evaluate("document.body.innerText").asText()).contains("No run is complete.");
            assertThat(browser.errors()).isEmpty();
        }
    }
}
