// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Tag("browser")
class SweepReportTest {

    @TempDir
    Path path;

    /** Creates a sweep of a server that saturates above 40 requests/s. */
    private SweepReport sweep(double... rates) throws IOException {
        List<RunReport> stages = new ArrayList<>();
        for (double rate : rates) {
            RunFolder stage = SweepReport.stage(path, stages.size() + 1);
            new RecordedRun(stage.path())
                    .at(rate)
                    .lasting(rate <= 40 ? 30 : 3000)
                    .of(100, 0);
            RecordedRun.end(stage, rate <= 40 ? Verdict.VALID : Verdict.INVALID, "of <b>" + rate + "</b>");
            stages.add(RunReport.of(stage));
        }
        return new SweepReport(path, stages);
    }

    @Test
    void theKneeIsTheLastStageBeforeLatencyGrowsFasterThanThroughput() throws IOException {
        SweepReport sweep = sweep(10, 20, 40, 60);

        assertThat(sweep.knee()).contains(sweep.stages().get(2));
    }

    @Test
    void aSweepWithoutSaturationHasNoKnee() throws IOException {
        assertThat(sweep(10, 20, 40).knee()).isEmpty();
        assertThat(new SweepReport(path, List.of()).knee()).isEmpty();
    }

    @Test
    void aFolderWithAStageIsASweep() throws IOException {
        assertThat(SweepReport.isSweep(path)).isFalse();
        sweep(10);
        assertThat(SweepReport.isSweep(path)).isTrue();
    }

    @Test
    @EnabledIf(value = "io.loadharness.report.Browser#isEnabled", disabledReason = "there is no Chromium on the PATH")
    void thePageShowsTheKneeAndEachStage(@TempDir Path profile) throws IOException {
        SweepReport sweep = sweep(10, 20, 40, 60);
        sweep.write();

        try (Browser browser = Browser.start(profile)) {
            browser.show(360, 740, true);
            browser.open(sweep.file());
            browser.evaluate("document.querySelector('[data-option=output_tokens_per_second]').click()");

            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isEqualTo(360);
            assertThat(browser.evaluate("document.querySelector('#verdict').innerText")
                            .asText())
                    .startsWith("The knee is at ");
            assertThat(browser.evaluate("document.querySelector('#stages').innerText")
                            .asText())
                    .contains("stage-3 knee", "stage-4", "of <b>60.0</b>");
            assertThat(browser.evaluate("[...document.querySelectorAll('.chart')].map(each =>"
                            + " [...each.querySelectorAll('svg text')].map(text => text.textContent).join(' '))"))
                    .hasSize(4)
                    .filteredOn(each -> each.asText().contains("knee"))
                    .hasSize(3);
            assertThat(browser.errors()).isEmpty();
        }
    }

    @Test
    @EnabledIf(value = "io.loadharness.report.Browser#isEnabled", disabledReason = "there is no Chromium on the PATH")
    void aSweepWithoutStagesHasAPage(@TempDir Path profile) throws IOException {
        SweepReport sweep = new SweepReport(path, List.of());
        sweep.write();

        try (Browser browser = Browser.start(profile)) {
            browser.open(sweep.file());

            assertThat(browser.evaluate("document.body.innerText").asText()).contains("No stage was started.");
            assertThat(browser.errors()).isEmpty();
        }
    }
}
