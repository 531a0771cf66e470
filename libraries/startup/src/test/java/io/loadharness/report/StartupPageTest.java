// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.startup.LogTime;
import io.loadharness.startup.PatternPack;
import io.loadharness.startup.Startup;
import io.loadharness.startup.StartupJson;
import io.loadharness.startup.StartupLog;
import io.loadharness.startup.StartupPage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Tag("browser")
@EnabledIf(value = "io.loadharness.report.Browser#isEnabled", disabledReason = "there is no Chromium on the PATH")
class StartupPageTest {

    @TempDir
    private Path folder;

    @Test
    void pageShowsAllPhasesAndGaps(@TempDir Path profile) throws IOException {
        Path page = page("vllm-0.21.txt", "");

        try (Browser browser = Browser.start(profile)) {
            browser.show(360, 740, true);
            browser.open(page);

            assertThat(browser.errors()).isEmpty();
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isEqualTo(360);
            assertThat(text(browser, "#verdict")).startsWith("Ready after 54.5 s.");
            assertThat(text(browser, "#phases"))
                    .contains(
                            "Model Loading",
                            "2 processes: Worker_TP0 pid=31 10.5 s to Worker_TP1 pid=32 12 s",
                            "Dynamo");
            assertThat(text(browser, "#reported")).contains("24.5 GiB", "2 GiB/s");
            assertThat(drawn(browser, "#timeline")).contains("Model Loading", "CUDA Graph Capture", "Uncategorized");
            assertThat(browser.evaluate("document.querySelectorAll('#timeline svg path[fill]:not([fill=none])').length")
                            .asInt())
                    .isGreaterThan(10);
        }
    }

    @Test
    void pageOfAFailedStartEscapesMarkup(@TempDir Path profile) throws IOException {
        Path page = page(
                "vllm-0.18.txt",
                "server-b  | (EngineCore pid=90) ERROR 05-06 10:00:41 [core.py:8]"
                        + " torch.OutOfMemoryError: <img src=x onerror=alert(1)>\n");

        try (Browser browser = Browser.start(profile)) {
            browser.open(page);

            assertThat(browser.errors()).isEmpty();
            assertThat(text(browser, "#verdict")).contains("Not ready: the log ends after 40 s.", "OutOfMemoryError");
            assertThat(browser.evaluate("document.querySelectorAll('img').length")
                            .asInt())
                    .isZero();
        }
    }

    @Test
    void runReportShowsServerStarts(@TempDir Path profile) throws IOException {
        RunFolder run = new RecordedRun(folder).of(20, 0);
        RecordedRun.endUnder(
                "nsys",
                run,
                "startup-replica-0.html",
                "startup-replica-0.json",
                "startup-replica-1.json",
                "startup-replica-2.json");
        try (Writer json = Files.newBufferedWriter(folder.resolve("startup-replica-0.json"))) {
            StartupJson.write(startup("vllm-0.21.txt", ""), json);
        }
        Files.writeString(
                folder.resolve("startup-replica-1.json"), "{\"schema\": \"loadharness-startup\", \"phases\": 7}");
        RunReport.of(run).write(ReportFormats.named("html"));

        try (Browser browser = Browser.start(profile)) {
            browser.show(360, 740, false);
            browser.open(folder.resolve("report.html"));

            assertThat(browser.errors()).isEmpty();
            assertThat(text(browser, "#starts")).contains("Shown: 1 of 3.", "Replica 0: ready after 54.5 s");
            assertThat(browser.evaluate("document.querySelector('#starts a').getAttribute('href')")
                            .asText())
                    .isEqualTo("./startup-replica-0.html");
            assertThat(drawn(browser, "#starts")).contains("Model Loading", "CUDA Graph Capture", "Uncategorized");
            assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                    .isEqualTo(360);
        }
    }

    private static String drawn(Browser browser, String section) {
        return browser.evaluate("[...document.querySelectorAll('" + section
                        + " svg text')].map(each => each.textContent).join('|')")
                .asText();
    }

    private static String text(Browser browser, String selector) {
        return browser.evaluate("document.querySelector('" + selector + "').innerText")
                .asText();
    }

    private Path page(String log, String before) throws IOException {
        Path page = folder.resolve("start.html");
        try (OutputStream out = Files.newOutputStream(page)) {
            StartupPage.write(startup(log, before), out);
        }
        return page;
    }

    private static Startup startup(String log, String before) throws IOException {
        String text = before + Files.readString(Path.of("src/test/resources/io/loadharness/startup", log));
        LogTime time = new LogTime(ZoneOffset.UTC, Optional.empty(), Instant.parse("2026-06-15T12:00:00Z"));
        var starts = StartupLog.read(
                log, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), time, PatternPack.builtIn());
        return starts.get(starts.size() - 1);
    }
}
