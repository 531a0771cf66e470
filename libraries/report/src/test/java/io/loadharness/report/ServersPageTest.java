// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Verdict;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Tag("browser")
@EnabledIf(value = "io.loadharness.report.Browser#isEnabled", disabledReason = "there is no Chromium on the PATH")
class ServersPageTest {

    private static final String CHARTS = "[...document.querySelectorAll('#servers .chart')]";

    private static Browser browser;

    @TempDir
    Path path;

    @BeforeAll
    static void startBrowser(@TempDir Path profile) throws IOException {
        browser = Browser.start(profile);
    }

    @AfterAll
    static void closeBrowser() {
        browser.close();
    }

    private Path open(RunFolder folder) throws IOException {
        Path file = path.resolve("report.html");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            HtmlReport.write(RunReport.of(folder), out);
        }
        browser.show(1280, 900, false);
        browser.open(file);
        return file;
    }

    private static RunFolder ended(RunFolder folder) throws IOException {
        RecordedRun.end(folder, Verdict.VALID);
        return folder;
    }

    private static String text() {
        return browser.evaluate("document.querySelector('#servers').innerText").asText();
    }

    private static void press(String option) {
        browser.evaluate("document.querySelector('#servers [data-option=" + option + "]').click()");
    }

    private static String titles() {
        return browser.evaluate(CHARTS + ".map(each => each.ariaLabel).join(', ')")
                .asText();
    }

    private static void everyChartHasContentWithoutErrors() {
        assertThat(browser.evaluate(CHARTS + ".map(each => each.querySelectorAll('svg path').length)"))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.asInt()).isGreaterThan(5));
        assertThat(text()).doesNotContain("NaN", "undefined", "Infinity", "null");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void serverMetricsAreNextToTheClientsValues() throws IOException {
        open(FixedRun.withServers(path));

        assertThat(titles())
                .isEqualTo(
                        "Running requests, Waiting requests, KV cache usage, Generation throughput, Prompt throughput,"
                                + " Preemptions per second, GPU utilization, GPU memory, CPUs used, Process memory,"
                                + " Latency measured by servers and client");
        assertThat(text())
                .contains("1 of 15 scrapes of http://10.0.0.2:8000/metrics failed: HTTP status 500.")
                .contains("http://10.0.0.2:8000 restarted within the window")
                .contains("Client − server");
        everyChartHasContentWithoutErrors();
        for (String option : new String[] {"combined", "latency", "queue_time", "per_server"}) {
            String before = browser.evaluate("document.querySelector('#servers').innerHTML")
                    .asText();
            press(option);
            assertThat(browser.evaluate("document.querySelector('#servers').innerHTML")
                            .asText())
                    .as(option)
                    .isNotEqualTo(before);
            everyChartHasContentWithoutErrors();
        }
    }

    @Test
    void timeAxesMatchThoseOfTheClient() throws IOException {
        open(FixedRun.withServers(path));

        String ends = "charts.filter(each => each.group).map(each => each.instance.getOption().xAxis[0].max)";
        assertThat(browser.evaluate("new Set(" + ends + ").size").asInt()).isEqualTo(1);
        assertThat(browser.evaluate(ends + ".length").asInt()).isEqualTo(4 + 11);
    }

    @Test
    void thereIsALineForEachServerOrACombinedLine() throws IOException {
        open(three());

        String lines = "charts.find(each => each.box.ariaLabel === 'Running requests').instance.getOption().series"
                + ".map(each => each.name).join(' ')";
        assertThat(browser.evaluate(lines).asText()).isEqualTo("http://a http://b http://c");
        press("combined");
        assertThat(browser.evaluate(lines).asText()).isEqualTo("in flight (client) servers");
    }

    private RunFolder three() throws IOException {
        RunFolder folder = ended(new RecordedRun(path).varied().at(10).of(600, 0));
        return new RecordedServers(folder)
                .and("http://a")
                .and("http://b")
                .and("http://c")
                .of(60);
    }

    @Test
    void manyServersHaveACombinedLine() throws IOException {
        RunFolder folder = ended(new RecordedRun(path).varied().at(10).of(100, 0));
        RecordedServers servers = new RecordedServers(folder);
        for (int i = 0; i < 9; i++) {
            servers.and("http://10.0.0." + i);
        }
        open(servers.of(10));

        assertThat(browser.evaluate("document.querySelector('#servers [data-option=per_server]') === null")
                        .asBoolean())
                .isTrue();
        assertThat(text()).contains("http://10.0.0.8", "All servers");
        everyChartHasContentWithoutErrors();
    }

    @Test
    void aTenHourRunHasASmallPage() throws IOException {
        RunFolder folder = ended(new RecordedRun(path).varied().at(0.01).of(360, 0));
        long without = Files.size(open(folder));
        new RecordedServers(folder)
                .and("http://a")
                .and("http://b")
                .and("http://c")
                .of(36_000);

        assertThat(Files.size(open(folder)) - without).isLessThan(150_000);
        everyChartHasContentWithoutErrors();
    }

    @Test
    void thePageFitsAPhone() throws IOException {
        open(three());
        browser.show(360, 740, true);

        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isEqualTo(360);
        everyChartHasContentWithoutErrors();
    }

    @Test
    void serverNamesAreEscaped() throws IOException {
        String hostile = "http://<img src=x onerror='window.taken = 1'></script><script>window.taken = 2</script>{a|b}";
        RunFolder folder = ended(new RecordedRun(path).varied().of(300, 0));
        open(new RecordedServers(folder).and(hostile).and("__proto__").of(10));

        assertThat(browser.evaluate("window.taken === undefined").asBoolean()).isTrue();
        assertThat(text()).contains(hostile, "__proto__");
        everyChartHasContentWithoutErrors();
    }

    @Test
    void aDamagedFileShowsTheCauseAndNoCharts() throws IOException {
        RunFolder folder = ended(new RecordedRun(path).varied().of(50, 0));
        Files.writeString(folder.serverMetrics(), "garbage\n");
        open(folder);

        assertThat(text()).startsWith("Servers").contains("server-metrics.jsonl");
        assertThat(browser.evaluate(CHARTS + ".length").asInt()).isZero();
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void aRunWithoutServerMetricsHasNoServerSection() throws IOException {
        open(ended(new RecordedRun(path).varied().of(50, 0)));

        assertThat(browser.evaluate("document.querySelector('#servers') === null")
                        .asBoolean())
                .isTrue();
        assertThat(browser.evaluate("document.querySelector('nav').innerText").asText())
                .doesNotContain("Servers");
    }
}
