// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.OutputLength;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import io.loadharness.simulator.TimingModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code harness run --load}. */
@Timeout(600)
class RunLoadTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            constant --rate 200 --requests 40                              | constant 200/s, 40 samples
            poisson --rate 200 --duration 200ms --seed 3                   | poisson 200/s for 0.2 s
            gamma --rate 200 --shape 0.5 --requests 40 --busy-wait         | gamma 200/s of shape 0.5, 40 samples
            ramp --rate 400 --duration 200ms                               | ramp from 0/s to 400/s in 0.2 s for 0.2 s
            ramp --from-rate 10 --rate 90 --duration 1s --requests 9       | ramp from 10/s to 90/s in 1 s, 9 samples for 1 s
            burst --requests 40                                            | burst of 40
            concurrent --concurrency 4 --requests 40 --think-time 1ms      | 4 at a time, thinking for 0.001 s, 40 samples
            """)
    void runsEveryLoadWithoutLoadGen(String options, String schedule) {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, options);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.outLines()).contains("Load: " + schedule + ". This is not MLPerf LoadGen.");
            assertThat(session.plainOut())
                    .doesNotContain(" is VALID", "VALID after")
                    .containsPattern("(?m)^" + options.split(" ", 2)[0] + ": started$")
                    .containsPattern("\\n\\*\\*VALID\\*\\*: .*\\n+$")
                    .containsPattern("(?m)^Output token throughput, tokens/s +[\\d,]+")
                    .containsPattern("(?m)^\\*\\*VALID\\*\\*: " + Pattern.quote(schedule) + ", [\\d.,]+ samples/s$");
            assertThat(folder.resolve("loadharness_schedule_summary.txt"))
                    .content()
                    .contains("Schedule", schedule);
        }
    }

    @Test
    void showsTheIssueDelay() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "constant --rate 100 --requests 10 --no-streaming");

            assertThat(session.plainOut()).containsPattern("(?m)^Schedule delay, (ns|s|ms|µs)( +(-|[.\\d]+)){6}$");
        }
    }

    @Tag("load")
    @Test
    void sweepRunsAProbeAndThenEachRate() throws IOException {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = run(server, "sweep --requests 100 --stages 2 --duration 3s --ladder geometric --seed 1");

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut())
                    .contains("probe: constant 20/s, 100 samples")
                    .contains("probe-3: constant 320/s, 1600 samples") // this simulator has no limit
                    .contains("their real limit is higher: give the probe more requests")
                    .containsPattern("(?m)^Saturation: [\\d.]+ samples/s$")
                    .containsPattern("(?m)^stage-3: poisson [\\d.]+/s for 3 s$")
                    .containsPattern("(?m)^ *[\\d.]+( +[\\d.,]+)( +[\\d.,]+ (ns|µs|ms|s)){5} +VALID$");
            assertThat(session.outLines()).endsWith("Load: sweep. This is not MLPerf LoadGen.");
            assertThat(folder.resolve("stage-2/loadharness_schedule_summary.txt"))
                    .isNotEmptyFile();
            Path page = folder.resolve("sweep.html");
            assertThat(session.outLines()).contains("Curves: " + page);
            assertThat(page).content().contains("stage-3").doesNotContain("stage-4");

            Files.delete(page);
            Session again = Session.of("report", folder.toString());
            assertThat(again.exitCode()).as(again.err()).isEqualTo(ExitCode.OK);
            assertThat(again.outLines())
                    .containsSubsequence("# stage-1", "# stage-2", "# stage-3")
                    .filteredOn(line -> line.startsWith("**VALID**: "))
                    .hasSize(3);
            assertThat(page).isNotEmptyFile();
        }
    }

    @Tag("load")
    @Test
    void aSweepReachesTheSaturationAndOneStageBeyond() throws IOException {
        TimingModel batches = new TimingModel(
                Duration.ofMillis(3), Duration.ZERO, Duration.ofMillis(8), Duration.ofNanos(150_000), 32);
        double capacity = 53.05; // a full batch: in a step, 32/40 requests join, and the others decode
        try (SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder()
                .timing(batches)
                .outputLength(OutputLength.fixed(40))
                .build())) {
            Session session = run(server, "sweep --requests 200 --stages 2 --duration 4s", "--max-tokens", "40");

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.out())
                    .contains("The probe did not saturate the servers: the next probe has more requests")
                    .contains("probe-2: constant 160/s, 800 samples")
                    .doesNotContain("probe-3");
            double saturation = session.outLines().stream()
                    .filter(line -> line.startsWith("Saturation: "))
                    .map(line -> line.substring("Saturation: ".length(), line.indexOf(" samples")))
                    .mapToDouble(Double::parseDouble)
                    .findFirst()
                    .orElseThrow();
            assertThat(saturation).isBetween(0.6 * capacity, 1.1 * capacity); // a busy machine slows the simulator down
            assertThat(session.outLines())
                    .filteredOn(line -> line.startsWith("stage-3: poisson "))
                    .hasSize(1);
            assertThat(folder.resolve("sweep.html")).content().contains("\"knee\":true");
        }
    }

    @Test
    void failedRequestsMakeTheRunInvalidAndHaveNoLatency() {
        SimulatorConfig.Builder half = SimulatorConfig.builder().fault(FaultRule.every(2, Fault.HTTP_500));
        try (SimulatedServer server = server(half)) {
            Session session = run(server, "burst --requests 20 --warm-up 0 --dialect vllm-chat");

            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.INVALID);
            assertThat(session.plainOut())
                    .containsPattern("(?m)^E2EL \\(scheduled\\), ")
                    .containsPattern("\\d+ of 20 samples failed: HTTP_ERROR \\d+ \\(first: ")
                    .doesNotContain("LoadGen counts");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --max-tokens 5                                             | no load is given: give --scenario for MLPerf LoadGen, for example --scenario server, or --load for a schedule, for example --load poisson.
            --load poison                                              | Invalid value for option '--load': unknown load 'poison'; did you mean 'poisson'? Allowed: constant, poisson, gamma, ramp, burst, concurrent, replay, sessions, sweep.
            --load poisson                                             | --load=poisson needs --rate, for example --rate 20.
            --load poisson --rate 5                                    | --load=poisson needs an end: give --duration, for example --duration 60s, or --requests.
            --load ramp --rate 5 --requests 9                          | --load=ramp needs an end: give --duration, for example --duration 60s.
            --load gamma --rate 5 --requests 9                         | --load=gamma needs --shape, for example --shape 0.5.
            --load burst --requests 9 --duration 1s                    | --duration does not apply to --load=burst, which sends all requests at once.
            --load burst                                               | --load=burst needs --requests, for example --requests 1000.
            --load concurrent --requests 9                             | --load=concurrent needs --concurrency, for example --concurrency 16.
            --load concurrent --requests 9 --concurrency 2 --rate 3    | --rate does not apply to --load=concurrent.
            --load constant --rate 5 --requests 9 --shape 2            | --shape does not apply to --load=constant, only to --load=gamma.
            --load constant --rate 5 --requests 9 --from-rate 2        | --from-rate does not apply to --load=constant, only to --load=ramp.
            --load constant --rate 5 --requests 9 --think-time 2s      | --think-time does not apply to --load=constant, only to --load=concurrent and --load=sessions.
            --load constant --rate 0 --requests 9                      | --rate must be more than 0 requests per second: got 0.0.
            --load constant --rate 5 --requests 0                      | the number of samples must be between 1 and 100000000: got 0.
            --load constant --rate 5 --duration 0s                     | the duration must be more than zero.
            --load constant --rate 5 --requests 9 --batch-size 2       | --batch-size does not apply to 'constant', where a query has one sample: leave out --batch-size.
            --load constant --rate 5 --requests 9 --scenario server    | --scenario is for LoadGen and cannot be combined with --load: give only one of them.
            --load constant --rate 5 --requests 9 --target-qps 2       | --target-qps is for LoadGen and cannot be combined with --load: use --rate.
            --load constant --rate 5 --requests 9 --accuracy           | --accuracy is for LoadGen and cannot be combined with --load: leave out --accuracy.
            --load burst --requests 9 --stages 3                       | --stages does not apply to --load=burst, only to --load=sweep.
            --load sweep --rate 9                                      | --rate does not apply to --load=sweep.
            --load sweep --stages 0                                    | the number of stages must be between 1 and 1000: got 0.
            --load sweep --ladder linea                                | Invalid value for option '--ladder': unknown ladder 'linea'; did you mean 'linear'? Allowed: linear, geometric.
            --scenario server --target-qps 2 --requests 4              | --requests needs --load; with --scenario, use --min-queries.
            --scenario server --target-qps 2 --seed 4                  | --seed needs --load or --workload.
            """)
    void reportsWrongOptionInOneSentence(String options, String sentence) {
        Session session = Session.of(("run --url http://127.0.0.1:1 " + options).split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).first().isEqualTo(sentence);
        assertThat(session.plainOut()).isEmpty();
    }

    private static SimulatedServer server(SimulatorConfig.Builder config) {
        Pace pace = new Pace(Duration.ofMillis(5), Duration.ofMillis(1));
        return SimulatedServer.start(config.pace(pace).build());
    }

    private Session run(SimulatedServer server, String load) {
        return run(server, load, "--max-tokens", "6");
    }

    private Session run(SimulatedServer server, String load, String... tokens) {
        List<String> arguments =
                new ArrayList<>(List.of("run", "--url", server.uri().toString(), "--output-dir", folder.toString()));
        arguments.addAll(List.of(tokens));
        arguments.addAll(LenientClient.OPTIONS);
        arguments.add("--load");
        arguments.addAll(Arrays.asList(load.split(" ")));
        return Session.of(arguments.toArray(String[]::new));
    }
}
