// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loadharness.Scenario;
import io.loadharness.TestSettings;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.JavaCommand;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import io.loadharness.report.PeakReport;
import io.loadharness.report.PeakReport.MeasuredPoint;
import io.loadharness.schedule.PeakSearch;
import io.loadharness.simulator.OutputLength;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import io.loadharness.simulator.TimingModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code harness find-peak}. */
@Tag("load")
@Timeout(1800)
class FindPeakTest {

    private static final int TERMINATED = 143;
    private static final int TOKENS = 40;
    private static final int MAX_BATCH = 32;

    /** A search of a few seconds, in which each run takes half a second. */
    private static final String SHORT_SEARCH =
            "--load concurrent --require latency.p99<1h --confirm-duration 500ms --max-runs 4 --warm-up 1";

    @TempDir
    Path parent;

    private Path folder() {
        return parent.resolve("peak");
    }

    private static SimulatedServer server() {
        return SimulatedServer.start(config().build());
    }

    private static SimulatorConfig.Builder config() {
        return SimulatorConfig.builder().pace(new Pace(Duration.ofMillis(20), Duration.ofMillis(1)));
    }

    private static TimingModel batches(double factor) {
        return new TimingModel(
                micros(3000 * factor), Duration.ZERO, micros(8000 * factor), micros(150 * factor), MAX_BATCH);
    }

    private static Duration micros(double micros) {
        return Duration.ofNanos((long) (micros * 1000));
    }

    /** Returns the rate at which the batch is always full: in a step, 32/40 requests join, and the others decode. */
    private static double capacity(TimingModel timing) {
        double joining = (double) MAX_BATCH / TOKENS;
        return 1e9
                * joining
                / (joining * timing.prefillBase().toNanos()
                        + timing.decodeBase().toNanos()
                        + (MAX_BATCH - joining) * timing.decodePerSequence().toNanos());
    }

    private String[] arguments(String url, String options) {
        List<String> all = new ArrayList<>(List.of(
                "find-peak",
                "--url",
                url,
                "--output-dir",
                folder().toString(),
                "--max-tokens",
                "" + TOKENS,
                "--quiet"));
        all.addAll(LenientClient.OPTIONS);
        all.addAll(Arrays.asList(options.split(" ")));
        return all.toArray(String[]::new);
    }

    private Session find(SimulatedServer server, String options) {
        return Session.of(arguments(server.uri().toString(), options));
    }

    private List<MeasuredPoint> points() throws IOException {
        return PeakReport.read(folder()).points();
    }

    private List<String> folders() throws IOException {
        try (Stream<Path> all = Files.list(folder())) {
            return all.filter(Files::isDirectory)
                    .map(each -> each.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void findsThePeakOfTheBatchModel() throws IOException {
        TimingModel timing = batches(0.5);
        try (SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder()
                .timing(timing)
                .outputLength(OutputLength.fixed(TOKENS))
                .build())) {
            Session session = find(
                    server, "--scenario server --ttft-bound 2s --tpot-bound 100ms --confirm-duration 8s --warm-up 1");

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            PeakReport report = PeakReport.read(folder());
            PeakReport.Result result = report.result().orElseThrow();
            assertThat(result.confirmed()).isTrue();
            assertThat(result.level().orElseThrow() / capacity(timing))
                    .as(session.out())
                    .isBetween(0.6, 1.2); // a busy machine slows the simulator down
            assertThat(report.limits()).containsEntry("ttft_scheduled", 2.0).containsEntry("tpot_scheduled", 0.1);
            assertThat(report.points()).first().extracting(MeasuredPoint::kind).isEqualTo("probe");
            assertThat(report.points()).last().extracting(MeasuredPoint::kind).isEqualTo("full");
            assertThat(session.plainOut())
                    .containsPattern("(?m)^point-01 +probe +- +[\\d.,]+ ")
                    .containsPattern("(?m)^point-0\\d +full +[\\d.]+ +[\\d.]+ +.*KEPT$")
                    .containsPattern("(?m)^\\*\\*VALID\\*\\*: The peak is [\\d.]+/s: a run of 8 s met all limits\\.")
                    .contains("Curves: " + folder().resolve("peak.html"));
            assertThat(folder().resolve("peak.html")).content().contains("point-01", "ttft_scheduled.p99");
        }
    }

    @Test
    void aCompleteSearchIsNotRepeated() throws IOException {
        try (SimulatedServer server = server()) {
            Session first = find(server, SHORT_SEARCH);
            assertThat(first.exitCode()).as(first.out() + first.err()).isEqualTo(ExitCode.OK);
            assertThat(first.out())
                    .contains("Every measured concurrency met all limits, thus the limit is higher.")
                    .contains("Load: find-peak, concurrent. This is not MLPerf LoadGen.");
            List<MeasuredPoint> points = points();
            assertThat(points).hasSize(5).extracting(MeasuredPoint::level).startsWith(8.0, 16.0, 64.0);

            Session again = find(server, SHORT_SEARCH);
            assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(again.err())
                    .contains(folder() + " has the runs of an earlier search: continue it with resume (--resume), or"
                            + " use another folder");

            Session changed = find(server, SHORT_SEARCH.replace("<1h", "<2h") + " --resume");
            assertThat(changed.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(changed.err())
                    .contains("the search in " + folder() + " has another setting: --require was 'latency.p99<1h', now"
                            + " it is 'latency.p99<2h'; use the same settings, or another folder");

            Session resumed = find(server, SHORT_SEARCH + " --resume");
            assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isEqualTo(ExitCode.OK);
            assertThat(points()).isEqualTo(points);
            assertThat(folders()).hasSize(5);
        }
    }

    @Test
    void aKilledSearchContinuesWithoutRepeatingRuns() throws Exception {
        String options = SHORT_SEARCH.replace("500ms", "2s");
        try (SimulatedServer server = server()) {
            Process search = start(server, options);
            awaitPoints(2, search);
            search.destroyForcibly().waitFor();
            List<MeasuredPoint> points = points();
            Files.createDirectories(folder().resolve("point-0" + (points.size() + 1)));

            Session resumed = find(server, options + " --resume");

            assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isEqualTo(ExitCode.OK);
            assertThat(points()).hasSize(5).startsWith(points.toArray(MeasuredPoint[]::new));
            assertThat(resumed.out())
                    .contains("The search continues after " + points.size() + " runs")
                    .doesNotContain("point-01: short run");
            assertThat(folders()).contains("point-0" + (points.size() + 1) + ".stopped-1", "point-05");
        }
    }

    @Test
    void aTerminatedSearchReportsTheBestResultSoFar() throws Exception {
        String options = SHORT_SEARCH.replace("500ms", "2s");
        try (SimulatedServer server = server()) {
            Process search = start(server, options);
            awaitPoints(1, search);
            search.toHandle().destroy();
            String out = new String(search.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(search.waitFor()).as(out).isEqualTo(TERMINATED);
            assertThat(out)
                    .contains("**ABORTED**: The search is not complete. So far, ")
                    .contains("The search was stopped: stopped by Ctrl-C or a signal. Continue it with --resume");
            int points = points().size();

            Session resumed = find(server, options + " --resume");

            assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isEqualTo(ExitCode.OK);
            assertThat(resumed.out()).contains("The search continues after " + points + " runs");
            assertThat(points()).hasSize(5);
        }
    }

    private Process start(SimulatedServer server, String options) throws IOException {
        return new ProcessBuilder(JavaCommand.harness(
                        List.of("-XX:-UsePerfData"), arguments(server.uri().toString(), options)))
                .redirectErrorStream(true)
                .start();
    }

    private void awaitPoints(int count, Process search) throws Exception {
        while (!PeakReport.isIn(folder()) || points().size() < count) {
            assertThat(search.isAlive()).isTrue();
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void theMaximumTimeEndsTheSearchWithoutALongRun() throws IOException {
        try (SimulatedServer server = server()) {
            Session session = find(server, SHORT_SEARCH.replace("500ms", "1h") + " --max-time 30s");

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.ABORTED);
            assertThat(session.out())
                    .contains("The search was stopped: the next run of 180.0 s would exceed the maximum time"
                            + " (--max-time)")
                    .contains("**ABORTED**: The search is not complete.");
            assertThat(points()).isEmpty();
        }
    }

    @Test
    void aDeadServerStopsTheSearchUntilItIsBack() throws Exception {
        String options = SHORT_SEARCH.replace("500ms", "2s");
        SimulatedServer mortal = server();
        int port = mortal.uri().getPort();
        Thread stopper = new Thread(() -> {
            try (mortal) {
                while (!Files.exists(folder().resolve("point-02/records.cbor"))) {
                    Thread.sleep(10);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        stopper.start();
        Session session = find(mortal, options);
        stopper.join();
        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.INVALID);
        assertThat(session.out())
                .contains("**INVALID**: The search is not complete. So far, 8 in flight is the highest concurrency")
                .contains("The search was stopped: a server fails even a single request after the run: ");
        assertThat(points()).hasSize(1);

        try (SimulatedServer server = SimulatedServer.start(config().port(port).build())) {
            Session resumed = find(server, options + " --resume");

            assertThat(resumed.exitCode()).as(resumed.out() + resumed.err()).isEqualTo(ExitCode.OK);
            assertThat(points()).hasSize(5);
            assertThat(folders()).contains("point-02", "point-02.stopped-1");
        }
    }

    @Test
    void aServerThatIsTooSlowAloneHasNoPeak() throws IOException {
        try (SimulatedServer server = server()) {
            Session session = find(
                    server,
                    "--scenario server --ttft-bound 1ms --tpot-bound 100ms --confirm-duration 1s --first-rate 90"
                            + " --warm-up 1");

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.INVALID);
            assertThat(session.out())
                    .contains("**INVALID**: No rate meets the limits: even one request at a time exceeds them (the 99th"
                            + " percentile of TTFT (scheduled) is ");
            assertThat(points()).extracting(MeasuredPoint::kind).containsExactly("short", "short", "short", "single");
            assertThat(points().get(0).reason()).isNotEmpty();
        }
    }

    @Test
    void aTargetRateIsNotUsed() throws IOException {
        try (SimulatedServer server = server()) {
            Session session = find(
                    server,
                    "--scenario server --target-qps 3 --ttft-bound 5s --tpot-bound 5s --min-duration 1s --max-runs 2"
                            + " --first-rate 100 --warm-up 1");

            assertThat(session.out())
                    .contains("--target-qps 3 is not used: the search chooses the rates. --first-rate sets the first"
                            + " one.")
                    .contains("run of 1 s met all limits");
            assertThat(points()).first().extracting(MeasuredPoint::level).isEqualTo(100.0);
        }
    }

    @Test
    void anOfflineRunWithoutATargetLastsItsMinimumDuration() throws IOException {
        try (SimulatedServer server = server()) {
            List<String> arguments =
                    new ArrayList<>(List.of(arguments(server.uri().toString(), "--warm-up 1")));
            arguments.set(0, "run");
            arguments.addAll(List.of("--scenario", "offline", "--min-duration", "3s", "--concurrency", "4"));

            Session session = Session.of(arguments.toArray(String[]::new));

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.out())
                    .contains(
                            "Offline: estimating the rate of the servers for about 500.00 ms, because the run must last"
                                    + " 3.0 s")
                    .containsPattern("Offline: the servers complete about [\\d.]+ samples/s: the run is sized for ");
            arguments.set(0, "validate");
            arguments.set(
                    arguments.indexOf("--output-dir") + 1,
                    parent.resolve("other").toString());
            assertThat(Session.of(arguments.toArray(String[]::new)).outLines())
                    .contains("Plan: short runs estimate the rate, which determines the number of samples");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --max-tokens 5                                      | no load is given: give --scenario server to search for a rate, or --load concurrent to search for a concurrency.
            --scenario offline                                  | a search for a rate needs the scenario SERVER and no other scenario: got [OFFLINE].
            --scenario server --accuracy                        | a search for the peak needs performance runs, but this is an accuracy run: remove the mode.
            --load poisson --rate 5                             | find-peak searches for the rate of --scenario=server or for the concurrency of --load=concurrent: got --load=poisson.
            --load concurrent                                   | a search for a concurrency needs a limit: set require (--require), such as ttft.p99<2s.
            --load concurrent --require ttft.p99<1s --duration 5s | --duration does not apply to find-peak, which chooses the length of its runs: use --confirm-duration.
            --load concurrent --require ttft.p99<1s --concurrency 5 | --concurrency does not apply to find-peak --load=concurrent, which searches for the concurrency: leave it out.
            --load concurrent --scenario server                 | --scenario is for LoadGen and cannot be combined with --load: give only one of them.
            --scenario server --precision 2                     | Invalid value for option '--precision': '2' is not a percentage: write for example 5%.
            --scenario server --precision 90%                   | the precision must be between 0.1 % and 50 %: got 90 %.
            --scenario server --max-runs 1                      | the maximum number of short runs must be between 2 and 1000: got 1.
            --scenario server --first-rate 0                    | the first rate must be more than 0 and at most 10000000 per second: got 0.0.
            --scenario server --resume                          | --resume needs the folder of the search: give it with --output-dir.
            --scenario server --resume --output-dir missing     | missing has no search to resume, because it has no peak.json: leave out resume (--resume), or give the folder of the search.
            --scenario server --slice 0/2                       | --slice does not apply to find-peak, whose loads depend on earlier runs.
            """)
    void reportsWrongOptionInOneSentence(String options, String sentence) {
        Session session = Session.of(("find-peak --url http://127.0.0.1:1 " + options).split(" "));

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).first().isEqualTo(sentence);
    }

    @Test
    void aChangedStateFileIsRejected() throws IOException {
        try (SimulatedServer server = server()) {
            find(server, SHORT_SEARCH + " --max-time 1h");
            Path file = folder().resolve("peak.json");
            String json = Files.readString(file);
            Files.writeString(file, json.replace("\"short\"", "\"brief\""));
            assertThat(find(server, SHORT_SEARCH + " --resume").err())
                    .contains("peak.json was changed: a point has the kind 'brief'");
            Files.writeString(file, json.substring(0, json.length() / 2));
            Session broken = find(server, SHORT_SEARCH + " --resume");
            assertThat(broken.err()).contains("peak.json has invalid content: ");
            assertThat(broken.exitCode()).isNotEqualTo(ExitCode.OK);
        }
    }

    @Test
    void theApiRejectsSettingsThatContradictASearch() {
        PeakSearch search = PeakSearch.builder().build();
        Benchmark.Builder builder = Benchmark.builder().endpoint("http://127.0.0.1:1");

        assertThatIllegalStateException()
                .isThrownBy(() ->
                        builder.scenario(Scenario.SERVER).peak(search).build().run())
                .withMessage("a search for the peak is set: call findPeak() instead of run()");
        assertThatIllegalStateException()
                .isThrownBy(() -> Benchmark.builder()
                        .endpoint("http://127.0.0.1:1")
                        .scenario(Scenario.SERVER)
                        .targetQps(1)
                        .build()
                        .findPeak())
                .withMessage("no search is set: set peak(...) before build()");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.testSettings(
                                TestSettings.builder(Scenario.SERVER).build())
                        .build())
                .withMessageStartingWith("a search for the peak changes the rate, which testSettings fixes");
    }

    /** Measures the simulator for 14 minutes. The machine must be idle. */
    @Test
    @EnabledIfSystemProperty(named = "loadharness.peak", matches = "exact")
    void findsTheExactPeakOfTheBatchModel() throws IOException {
        TimingModel timing = batches(1);
        try (SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder()
                .timing(timing)
                .outputLength(OutputLength.fixed(TOKENS))
                .build())) {
            Session session = find(server, "--scenario server --ttft-bound 2s --tpot-bound 100ms");

            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            System.out.println(session.plainOut());
            PeakReport report = PeakReport.read(folder());
            double found = report.result().orElseThrow().level().orElseThrow();
            MeasuredPoint full = report.points().get(report.points().size() - 1);
            double peak = peak(timing, arrivals(folder().resolve(full.folder())), full.level());
            System.out.println("computed peak: " + peak + "/s, capacity " + capacity(timing) + "/s, found " + found
                    + "/s after " + report.points().size() + " runs");
            assertThat(found / peak).isBetween(0.98, 1.02);
            assertThat(report.points())
                    .filteredOn(each -> each.kind().equals("full"))
                    .hasSize(1);
            assertThat(report.points()).hasSizeLessThanOrEqualTo(13);
        }
    }

    private static long[] arrivals(Path run) throws IOException {
        LongStream.Builder times = LongStream.builder();
        try (RecordReader records = RecordReader.open(run.resolve("records.cbor"))) {
            for (SampleRecord each = records.next(); each != null; each = records.next()) {
                times.add(each.times().scheduled());
            }
        }
        long[] sorted = times.build().sorted().toArray();
        return LongStream.of(sorted).map(each -> each - sorted[0]).toArray();
    }

    /** Returns the highest rate at which 99 % of the first tokens arrive within 2 s, for the same arrivals at another rate. */
    private static double peak(TimingModel timing, long[] arrivals, double rate) {
        double low = rate / 2;
        double high = rate * 2;
        while (high > low * 1.0005) {
            double middle = (low + high) / 2;
            long[] scaled = LongStream.of(arrivals)
                    .map(each -> (long) (each * rate / middle))
                    .toArray();
            long[] first = firstTokens(timing, scaled);
            long slow = LongStream.range(0, first.length)
                    .filter(i -> first[(int) i] - scaled[(int) i] > 2_000_000_000L)
                    .count();
            if (slow <= first.length / 100) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static long[] firstTokens(TimingModel timing, long[] arrivals) {
        long[] first = new long[arrivals.length];
        int[] left = new int[arrivals.length];
        List<Integer> running = new ArrayList<>();
        long now = 0;
        int next = 0;
        while (next < arrivals.length || !running.isEmpty()) {
            now = running.isEmpty() ? Math.max(now, arrivals[next]) : now;
            int decoding = running.size();
            while (running.size() < MAX_BATCH && next < arrivals.length && arrivals[next] <= now) {
                left[next] = TOKENS;
                running.add(next++);
            }
            now += (running.size() - decoding) * timing.prefillBase().toNanos()
                    + (decoding == 0
                            ? 0
                            : timing.decodeBase().toNanos()
                                    + decoding * timing.decodePerSequence().toNanos());
            long end = now;
            running.removeIf(i -> {
                first[i] = left[i] == TOKENS ? end : first[i];
                return --left[i] == 0;
            });
        }
        return first;
    }
}
