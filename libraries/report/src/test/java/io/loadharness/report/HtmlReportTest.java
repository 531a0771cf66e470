// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadharness.Reason;
import io.loadharness.Verdict;
import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientHealth.Pause;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.Delay;
import io.loadharness.metrics.Metric;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Tag("browser")
@EnabledIf(value = "io.loadharness.report.Browser#isEnabled", disabledReason = "there is no Chromium on the PATH")
class HtmlReportTest {

    private static final String CHARTS = "[...document.querySelectorAll('.chart')]";

    /** Finds labels of percentiles that are missing, outside of their picture, or over another text. */
    private static final String FAULTS_OF_LABELS = """
            charts.filter(chart => chart.box.closest('#distributions')).flatMap(({box}) => {
                const frame = box.getBoundingClientRect();
                const texts = [...box.querySelectorAll('svg text')]
                    .map(each => ({name: each.textContent, at: each.getBoundingClientRect()}));
                const labels = texts.filter(each => ['Median', 'P90', 'P99'].includes(each.name));
                const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
                const inside = a => a.left >= frame.left && a.right <= frame.right && a.top >= frame.top && a.bottom <= frame.bottom;
                const faults = labels.filter(each => !inside(each.at)).map(each => each.name + ' leaves the picture');
                labels.forEach(each => texts.filter(other => other !== each && meet(each.at, other.at))
                    .forEach(other => faults.push(each.name + ' is over ' + other.name)));
                return labels.length === 3 ? faults : [...faults, labels.length + ' labels'];
            })""";

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

    private RunReport open(RunFolder folder) throws IOException {
        RunReport report = RunReport.of(folder);
        Path file = path.resolve("report.html");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            HtmlReport.write(report, out);
        }
        browser.show(1280, 900, false);
        browser.open(file);
        return report;
    }

    private RunFolder ended(RunFolder folder, Verdict verdict, String... reasons) throws IOException {
        RecordedRun.end(folder, verdict, reasons);
        return folder;
    }

    private static String text(String selector) {
        return browser.evaluate("document.querySelector('" + selector + "').innerText")
                .asText();
    }

    private static void everyChartHasContentWithoutErrors() {
        JsonNode marks = browser.evaluate(CHARTS + ".map(each => each.querySelectorAll('svg path').length)");
        assertThat(marks).isNotEmpty().allSatisfy(each -> assertThat(each.asInt())
                .isGreaterThan(5));
        assertThat(browser.evaluate(CHARTS + ".every(each => each.querySelector('svg text'))")
                        .asBoolean())
                .isTrue();
        assertThat(browser.errors()).isEmpty();
    }

    private static void press(String option) {
        browser.evaluate("document.querySelector('[data-option=" + option + "]').click()");
    }

    private static void limit(String metric, long millis) {
        put(".limit:has(#limit-" + metric + ") [type=number]", millis);
    }

    private static void put(String input, long value) {
        browser.evaluate("(it => { it.value = " + value
                + "; it.dispatchEvent(new Event('input')); })(document.querySelector('" + input + "'))");
    }

    @Test
    void aRunThatLostAWorkerDoesNotClaimToBeComplete() throws IOException {
        RunFolder run = ended(new RecordedRun(path).varied().of(50, 0), Verdict.INVALID, "worker-1 was lost");
        String outcome = Files.readString(run.outcome());
        assertThat(outcome).contains("\"partial\" : null");
        Files.writeString(
                run.outcome(),
                outcome.replace(
                        "\"partial\" : null",
                        "\"partial\" : {\"part\" : \"worker\", \"count\" : 3, \"lost\" : [ 1 ]}"));

        open(run);

        assertThat(text("#verdict"))
                .contains(
                        "The results are not complete, and the metrics do not count.",
                        "Partial results: worker-1 was lost");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void everyChartHasContentInEachForm() throws IOException {
        open(ended(new RecordedRun(path).varied().of(500, 0), Verdict.VALID));

        assertThat(browser.evaluate(CHARTS + ".length").asInt()).isEqualTo(9);
        everyChartHasContentWithoutErrors();
        for (String option : new String[] {"histogram", "log", "curve", "ttft", "tpot", "random", "\"100\""}) {
            String before = browser.evaluate("document.body.innerHTML").asText();
            press(option);
            assertThat(browser.evaluate("document.body.innerHTML").asText())
                    .as(option)
                    .isNotEqualTo(before);
            everyChartHasContentWithoutErrors();
        }
        assertThat(browser.evaluate("performance.getEntriesByType('resource').length")
                        .asInt())
                .isZero();
    }

    @Test
    void pageShowsTheAccuracyAndItsBound() throws IOException {
        RunFolder run = new RecordedRun(path).of(10, 0);
        RunReportTest.accuracy(75.7, List.of()).write(path);
        open(ended(run, Verdict.VALID));

        assertThat(browser.evaluate("document.getElementById('accuracy').textContent")
                        .asText())
                .contains("75.0000", "at least 75.7000", "not met", "4 of 4 samples have an answer", "a warning");
        assertThat(browser.evaluate("document.getElementById('verdict').textContent")
                        .asText())
                .contains("INVALID", "the accuracy is too low");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void pageRunsOnlyItsOwnScriptsAndLoadsNothing() throws IOException {
        open(ended(new RecordedRun(path).of(10, 0), Verdict.VALID));
        browser.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=\"x\" onerror=\"window.ran = 1\">')");
        browser.evaluate("(it => { it.textContent = 'window.ran = 2'; document.body.append(it); })"
                + "(document.createElement('script'))");

        assertThat(browser.evaluate("fetch('http://127.0.0.1:1/').then(() => 'sent', e => 'blocked')")
                        .asText())
                .isEqualTo("blocked");
        assertThat(browser.evaluate("String(window.ran)").asText()).isEqualTo("undefined");
        assertThat(String.join("\n", browser.errors()))
                .contains("Content Security Policy", "script-src", "connect-src");
    }

    @Test
    void verdictAndAdviceComeFirst() throws IOException {
        RunFolder folder = new RecordedRun(path)
                .requiring("ttft.p50<1s", "failure_rate<0.01")
                .of(100, 5);
        RecordedRun.endBecause(
                folder, Verdict.INVALID, new Reason(Reason.Code.SAMPLES_FAILED, "5 of 100 samples failed: TIMEOUT 5"));
        open(folder);

        assertThat(text(".card")).startsWith("INVALID").contains("The run completed");
        assertThat(text(".reasons"))
                .contains("5 of 100 samples failed: TIMEOUT 5", "Fix the cause", "Compare the required value");
        assertThat(text("#verdict"))
                .contains(
                        "Causes and remedies of SAMPLES_FAILED, REQUIREMENT_MISSED: docs/guides/my-run-is-invalid.md");
        assertThat(text(".requirements")).contains("met ttft.p50<1s", "not met failure_rate<0.01");
        assertThat(text("#figures")).contains("of 100, 5 %");
        assertThat(text("#failures")).contains("TIMEOUT", "no answer </script>");
        assertThat(browser.evaluate("document.querySelector('[data-option=failed]').ariaPressed")
                        .asText())
                .isEqualTo("true");
        everyChartHasContentWithoutErrors();
    }

    @Test
    void goodputAppliesAllLimitsAndCountsFailures() throws IOException {
        RunReport report = open(ended(new RecordedRun(path).varied().of(400, 40), Verdict.INVALID));
        assertThat(text("#goodput")).contains("failed 10 %");

        for (long millis : new long[] {1, 15, 60, 100_000}) {
            limit("ttft", millis);
            limit("latency", 5 * millis);
            limit("tpot", 1_000_000);

            double share = report.metrics()
                    .goodput()
                    .under(Map.of(Metric.TTFT, millis * 1_000_000, Metric.LATENCY, 5 * millis * 1_000_000))
                    .share();
            assertThat(browser.evaluate("shareOfGood()").asDouble()).isEqualTo(share, within(1e-9));
        }
        assertThat(text("#goodput")).contains("good 90 %", "100 % of the completed requests are within");

        String before = text("#goodput");
        put("#limit-ttft", 300);
        assertThat(text("#goodput")).isNotEqualTo(before).doesNotContain("good 90 %");
    }

    @Test
    void initialGoodputLimitsAreThoseOfTheRun() throws IOException {
        RecordedRun run =
                new RecordedRun(path).varied().requiring("latency_scheduled.p50<1s", "latency_scheduled.p99<=3s");
        open(ended(run.of(400, 0), Verdict.VALID));

        assertThat(limits()).containsEntry("latency", 3000.0).containsEntry("tpot", 20.0);
        assertThat(limits().get("ttft"))
                .isEqualTo(browser.evaluate("Number((Math.max(...data.goodput_values.ttft) / 1e3).toPrecision(4))")
                        .asDouble());
    }

    @Test
    void profilerAndFilesAreShownWithTheVerdict() throws IOException {
        RunFolder folder = new RecordedRun(path).of(20, 0);
        RecordedRun.endUnder("nsys", folder, "profiles/replica-0/a #1?.nsys-rep", "../startup-replica-0.html");
        open(folder);

        assertThat(text(".verdict")).startsWith("VALID").doesNotContain("reliable");
        assertThat(text(".profiler")).isEqualTo("Profiled with nsys: requests are faster without it.");
        assertThat(browser.evaluate(
                        "[...document.querySelectorAll('.files a')].map(a => decodeURI(a.getAttribute('href')))"))
                .map(JsonNode::asText)
                .containsExactly("./profiles/replica-0/a %231%3F.nsys-rep", "./../startup-replica-0.html");
    }

    @Test
    void aLenientLimitIsNamedAndNothingIsCalledReliable() throws IOException {
        RunFolder folder = new RecordedRun(path).of(20, 0);
        ClientHealth health = ClientCheckTest.health(
                Duration.ofSeconds(9), 1900, List.of(new ClientHealth.Reader("reader", Delay.NONE, 0.2)));
        RecordedRun.endWith(folder, health, new ClientLimits(Duration.ofHours(1), Duration.ofMillis(10), 0.9, 1, 0.05));
        open(folder);

        assertThat(text("#verdict"))
                .contains("send delay ≤ 1 h (default 10 ms, measured 1.9 s)", "Not checked: CPU use")
                .doesNotContain("reliable", "bottleneck");
        assertThat(text("#client")).contains("send delay ≤ 1 h").doesNotContain("within its limits");
        assertThat(rows("#client"))
                .contains("Send delay|1.9 s|1.9 s|1.9 s|1.9 s|3,600 s", "Slot wait|0 ns|0 ns|0 ns|–|–")
                .contains("reader|20 %|90 %", "CPUs (2)|35 %|–", "Garbage collection|1 %|5 %");

        RecordedRun.endWith(folder, health, ClientLimits.DEFAULTS);
        open(folder);
        assertThat(text("#verdict")).contains("The client was within its limits. The metrics below are reliable.");
    }

    @Test
    void pausesOfTheClientAreShadedInTheChartsOverTime() throws IOException {
        RunFolder folder = new RecordedRun(path).varied().of(500, 0);
        open(ended(folder, Verdict.VALID));
        assertThat(text("#throughput")).doesNotContain("client paused", "pauses of the client");

        RunReport report = RunReport.of(folder);
        Instant start = report.recorded().plusNanos(report.metrics().startNanos());
        ClientHealth health = ClientCheckTest.health(
                Duration.ofSeconds(9),
                1,
                List.of(new ClientHealth.Reader("reader", Delay.NONE, 0.2)),
                new Pause(start.minusSeconds(9), Duration.ofSeconds(1)),
                new Pause(start.plusSeconds(1), Duration.ofMillis(788)),
                new Pause(start.plusSeconds(3), Duration.ofMillis(12)));
        RecordedRun.endWith(folder, health, ClientLimits.DEFAULTS);
        open(folder);

        assertThat(text("#throughput")).contains("client paused", "pauses of the client, up to 0.788 s");
        assertThat(text("#percentiles")).contains("client paused", "pauses of the client, up to 0.788 s");
        String bands = "charts.filter(each => each.group === 'time').map(each => each.instance.getOption().series"
                + ".flatMap(series => series.markArea?.data ?? []).map(band => band.map(end => end.xAxis.toFixed(3)).join('-')).join())";
        assertThat(browser.evaluate(bands)).hasSize(4).allSatisfy(each -> assertThat(each.asText())
                .isEqualTo("1.000-1.788,3.000-3.012"));
        everyChartHasContentWithoutErrors();
    }

    @Test
    void aP99OfFewerThanHundredValuesIsMarkedAsTheMaximum() throws IOException {
        open(ended(new RecordedRun(path.resolve("few")).of(40, 0), Verdict.VALID));
        assertThat(text("#figures .figures")).contains("P99 (maximum of 40 values)");

        open(ended(new RecordedRun(path.resolve("many")).of(100, 0), Verdict.VALID));
        assertThat(text("#figures .figures")).contains("P99").doesNotContain("maximum");
    }

    @Test
    void theP99OfTheCoordinationIsMarkedAsTheMaximumToo() throws IOException {
        open(ended(byWorkers("few").of(40, 0), Verdict.VALID));
        assertThat(figure("Coordination of the workers")).contains("P99 (maximum of 40 values)");

        open(ended(byWorkers("many").of(100, 0), Verdict.VALID));
        assertThat(figure("Coordination of the workers")).contains("P99").doesNotContain("maximum");
    }

    private RecordedRun byWorkers(String name) {
        return new RecordedRun(path.resolve(name)).byWorkers(1_000_000, 1_500_000);
    }

    /** Returns the text of the figure with a title. */
    private static String figure(String title) {
        return browser.evaluate("[...document.querySelectorAll('#figures .figure')].map(each => each.textContent)"
                        + ".find(text => text.startsWith('" + title + "'))")
                .asText();
    }

    @Test
    void labelsOfPercentilesDoNotOverlap() throws IOException {
        open(ended(new RecordedRun(path.resolve("equal")).of(200, 0), Verdict.VALID));
        requireReadableLabels("equal");

        open(ended(new RecordedRun(path.resolve("varied")).varied().of(500, 0), Verdict.VALID));
        requireReadableLabels("varied");
        for (String shares : List.of("0, 0, 0", "0, .01, .02", ".5, .51, .52", ".1, .1, .9", ".1, .9, .9", "1, 1, 1")) {
            browser.evaluate("MAIN.forEach(id => { const known = metrics[id], bars = data.distributions[id].histogram;"
                    + " const length = Math.min(bars.width * bars.counts.length, known.max - bars.from); bars.beyond = 0;"
                    + " [known.p50, known.p90, known.p99] = [" + shares
                    + "].map(share => bars.from + share * length); })");
            requireReadableLabels(shares);
        }
    }

    private static void requireReadableLabels(String percentiles) {
        for (int width : new int[] {400, 1200}) {
            browser.show(width, 900, false);
            for (String option : new String[] {"histogram", "log", "curve", "value"}) {
                press(option);
                assertThat(browser.evaluate(FAULTS_OF_LABELS))
                        .as("percentiles %s, %d px, %s", percentiles, width, option)
                        .isEmpty();
            }
        }
    }

    @Test
    void unexpectedBytesAreNamedAmongTheFailures() throws IOException {
        RunFolder folder = new RecordedRun(path).of(20, 0);
        RecordedRun.endBecause(folder, Verdict.INVALID, Reason.unexpectedBytes("", 3));
        open(folder);

        assertThat(text("#failures"))
                .contains("No request failed.", "servers sent unexpected bytes after their responses on 3 connections");
    }

    private static List<String> rows(String selector) {
        List<String> rows = new ArrayList<>();
        browser.evaluate("[...document.querySelectorAll('" + selector
                        + " tr')].map(row => [...row.children].map(cell => cell.textContent).join('|'))")
                .forEach(row -> rows.add(row.asText()));
        return rows;
    }

    @Test
    void statisticsOfEnginesAreShown() throws IOException {
        RunFolder folder = new RecordedRun(path).of(20, 0);
        RecordedRun.endWith(folder, new EngineStatistics("engine-0", Map.of("samples with <NaN>", "3")));
        open(folder);

        assertThat(browser.evaluate("[...document.querySelectorAll('#engines td')].map(cell => cell.textContent)"))
                .map(JsonNode::asText)
                .containsExactly("engine-0", "samples with <NaN>", "3");
    }

    private Map<String, Double> limits() {
        Map<String, Double> limits = new TreeMap<>();
        for (String id : List.of("ttft", "tpot", "latency")) {
            String exact = "Number(document.querySelector('#limit-" + id
                    + "').parentNode.querySelector('[type=number]').value)";
            limits.put(id, browser.evaluate(exact).asDouble());
        }
        return limits;
    }

    @Test
    void thePageFollowsTheSystemThemeUntilTheUserChooses() throws IOException {
        open(ended(new RecordedRun(path).varied().of(50, 0), Verdict.VALID));
        String background = "getComputedStyle(document.body).backgroundColor";
        String ink = "document.querySelector('.chart svg text').getAttribute('fill')";
        String light = browser.evaluate(background).asText();
        String lightInk = browser.evaluate(ink).asText();

        browser.show(1280, 900, true);
        assertThat(browser.evaluate(background).asText()).isNotEqualTo(light);
        assertThat(browser.evaluate(ink).asText()).isNotEqualTo(lightInk);

        browser.evaluate("document.querySelector('#theme').click()");
        assertThat(browser.evaluate(background).asText()).isEqualTo(light);
        assertThat(browser.evaluate(ink).asText()).isEqualTo(lightInk);
        everyChartHasContentWithoutErrors();
    }

    @Test
    void thePageFitsAPhone() throws IOException {
        RunFolder folder = new RecordedRun(path)
                .varied()
                .failingWith("aLongWordWithoutAnySpace".repeat(20))
                .of(60, 10);
        open(ended(folder, Verdict.INVALID, "anotherLongWordWithoutAnySpace".repeat(10)));
        browser.show(360, 740, false);

        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .isEqualTo(360);
        everyChartHasContentWithoutErrors();
    }

    @Test
    void thePrintedPageIsLightAndFitsThePaper() throws IOException {
        open(ended(new RecordedRun(path).varied().of(60, 0), Verdict.VALID));
        String light = browser.evaluate("color('ink')").asText();
        browser.show(1280, 900, true);

        browser.evaluate("dispatchEvent(new Event('beforeprint'))");
        assertThat(browser.evaluate("color('ink')").asText()).isEqualTo(light);
        assertThat(browser.evaluate("Math.max(..." + CHARTS + ".map(each => each.querySelector('svg').clientWidth))")
                        .asInt())
                .isBetween(500, 690);
        browser.evaluate("dispatchEvent(new Event('afterprint'))");
        assertThat(browser.evaluate("color('ink')").asText()).isNotEqualTo(light);

        assertThat(browser.print()).startsWith("%PDF".getBytes(StandardCharsets.US_ASCII));
        everyChartHasContentWithoutErrors();
    }

    @Test
    void aRunWithoutSamplesHasAPageWithoutCharts() throws IOException {
        open(ended(new RecordedRun(path).of(0, 0), Verdict.FAILED, "no server answered"));

        assertThat(text("#page")).contains("FAILED", "no server answered", "No request failed.", "no request ended");
        assertThat(browser.evaluate(CHARTS + ".length").asInt()).isZero();
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void aRunWithFailuresOnlyShowsThem() throws IOException {
        open(ended(new RecordedRun(path).of(30, 30), Verdict.INVALID, "30 of 30 samples failed: TIMEOUT 30"));

        assertThat(text("#failures")).contains("TIMEOUT", "30");
        assertThat(text("#page")).doesNotContain("NaN", "undefined", "Infinity");
        everyChartHasContentWithoutErrors();
    }

    @Test
    void aRunOfOneSampleHasAllCharts() throws IOException {
        open(ended(new RecordedRun(path).of(1, 0), Verdict.VALID));

        press("log");
        press("histogram");
        assertThat(text("#page")).doesNotContain("NaN", "undefined", "Infinity");
        everyChartHasContentWithoutErrors();
    }

    @Test
    void aKilledRunShowsItsRecords() throws IOException {
        RunFolder folder = new RecordedRun(path).varied().of(200, 0);
        byte[] whole = Files.readAllBytes(folder.records());
        Files.write(folder.records(), Arrays.copyOf(whole, whole.length / 2));

        RunReport report = open(folder);

        assertThat(report.metrics().counts().completed()).isBetween(10L, 190L);
        assertThat(text("#verdict"))
                .startsWith("FAILED")
                .contains("the process of the run ended", "start the run again");
        assertThat(text("#client")).contains("is not known");
        everyChartHasContentWithoutErrors();
    }

    @Test
    void serverMessagesAreEscaped() throws IOException {
        String hostile = "</script><script>window.taken = 1</script><!-- <img src=x onerror='window.taken = 2'>"
                + " {{data}} {a|b} \u2028 \ud83d\ude00 \u0000 &lt; \"quoted\" \\u003c";
        RunFolder folder = new RecordedRun(path).failingWith(hostile).of(20, 10);
        open(ended(folder, Verdict.INVALID, hostile));

        assertThat(browser.evaluate("window.taken === undefined").asBoolean()).isTrue();
        assertThat(browser.evaluate("[...document.querySelectorAll('#failures td')].pop().textContent")
                        .asText())
                .isEqualTo(hostile);
        assertThat(browser.evaluate("document.querySelector('.reasons li').firstChild.data")
                        .asText())
                .isEqualTo(hostile);
        everyChartHasContentWithoutErrors();
    }

    @Test
    void theSizeOfAPageIsBounded() throws IOException {
        RunReport report = open(ended(new RecordedRun(path).varied().of(40_000, 200), Verdict.INVALID));

        assertThat(Files.size(path.resolve("report.html"))).isLessThan(2_500_000);
        assertThat(text("#goodput")).contains("Computed from 20,000 of the 39,800");
        double share = report.metrics()
                .goodput()
                .under(Map.of(Metric.TTFT, 20_000_000L))
                .share();
        browser.evaluate("LIMITS.forEach(each => each.limit = each.id === 'ttft' ? 20000 : Infinity)");
        assertThat(browser.evaluate("shareOfGood()").asDouble()).isEqualTo(share, within(0.02));
        everyChartHasContentWithoutErrors();
    }
}
