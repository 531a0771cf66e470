// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Progress displays on a pseudo-terminal, which {@code script} creates, and without one. */
@Timeout(600)
class LiveViewTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ENDING = Pattern.compile("constant: ended after ([\\d.]+) s, ");
    private static final String LOOSE = " " + String.join(" ", LenientClient.OPTIONS);

    @TempDir
    Path folder;

    private SimulatedServer server;

    @BeforeEach
    void startServer() {
        server = SimulatedServer.start(SimulatorConfig.builder()
                .pace(new Pace(Duration.ofMillis(5), Duration.ofMillis(1)))
                .build());
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @ParameterizedTest
    @Tag("timing")
    @ValueSource(ints = {80, 200})
    void panelIsAsWideAsTheTerminal(int columns) throws Exception {
        try (WatchedProcess run = onTerminal(columns, "xterm", run("--load constant --rate 50 --duration 3s"))) {
            String shown = run.output();

            assertThat(run.exitCode()).as(shown).isZero();
            assertThat(shown)
                    .contains("Plan: 150 samples at 50 per second: about 3 s")
                    .containsPattern("\u001b\\[\\d+Aconstant   \\[#+-*] +\\d+ %   \\d+:\\d\\d of about 0:03   running")
                    .containsPattern("Rate +[\\d.]+/s sent   [\\d.]+/s done   target 50/s   [\\d.,]+ tokens/s")
                    .containsPattern("Last \\d+ s +TTFT p50 [\\d.]+ (ms|s), p99 [\\d.]+ (ms|s)   TPOT p50 [\\d.]+")
                    .containsPattern("Client +schedule delay p99 [\\d.]+ [mµ]?s   CPU [\\d.]+ %   GC")
                    .containsPattern("\u001b\\[Jconstant: ended after [\\d.]+ s, 150 done\r\n");
            assertLasted(shown, 2.9);
            isPanel(shown, columns);
        }
    }

    /** Checks that the panel fits into the terminal and uses its width. */
    private static void isPanel(String shown, int columns) {
        assertThat(panelLines(shown))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(columns))
                .anySatisfy(line -> assertThat(line.length()).isGreaterThan(columns == 80 ? 70 : 100));
    }

    @Test
    @Tag("timing")
    void dumbTerminalGetsLines() throws Exception {
        try (WatchedProcess run = onTerminal(80, "dumb", run("--load constant --rate 50 --duration 1s"))) {
            assertThat(run.output())
                    .doesNotContain("\u001b")
                    .contains("constant: started\r\n")
                    .containsPattern("constant: ended after [\\d.]+ m?s, 50 done\r\n");
        }
    }

    @Test
    @Tag("timing")
    void ctrlCAbortsTheRunAndReportsIt() throws Exception {
        InterruptSignal.assumeHandled();
        try (WatchedProcess run = onTerminal(80, "xterm", run("--load constant --rate 50 --duration 10m"))) {
            run.await("tokens/s");
            run.type("\u0003");
            String shown = run.output();

            assertThat(run.exitCode()).as(shown).isEqualTo(ExitCode.ABORTED);
            assertThat(shown.replace("\r", ""))
                    .contains(
                            "constant: ended after",
                            "**ABORTED**: constant 50/s for 600 s\n\n- stopped by Ctrl-C or a signal");
        }
        JsonNode result = JSON.readTree(folder.resolve("logs/result.json").toFile());
        assertThat(result.get("verdict").asText()).isEqualTo("ABORTED");
    }

    @Test
    void readsIgnoredSignalsOfAProcess() {
        assertThat(InterruptSignal.isIgnored("Name:\tjava\nSigIgn:\t0000000000000002\n"))
                .isTrue();
        assertThat(InterruptSignal.isIgnored("SigIgn:\tffffffffffffffff\n")).isTrue();
        assertThat(InterruptSignal.isIgnored("SigIgn:\t0000000000001000\nSigCgt:\t0000000000000002\n"))
                .isFalse();
    }

    @Test
    @Tag("timing")
    void printsLinesWithoutATerminal() {
        Session session =
                Session.of(run("--load constant --rate 20 --duration 1s").split(" "));

        assertThat(session.out())
                .contains("Plan: 20 samples at 20 per second: about 1 s\nconstant: started\n")
                .containsPattern("\nconstant: ended after [\\d.]+ m?s, 20 done\n");
    }

    /** Checks the time at the end of a run. It has only a lower bound, because a busy machine can take longer than planned. */
    private static void assertLasted(String shown, double minSeconds) {
        Matcher ending = ENDING.matcher(shown);
        assertThat(ending.find()).as(shown).isTrue();
        assertThat(Double.parseDouble(ending.group(1))).isGreaterThanOrEqualTo(minSeconds);
    }

    @Test
    @Tag("timing")
    void quietShowsNoProgress() {
        Session session = Session.of(
                run("--load constant --rate 20 --duration 1s --quiet").split(" "));

        assertThat(session.out()).contains("Total token throughput", "VALID").doesNotContain("constant: ");
    }

    @Test
    @Tag("timing")
    void jsonPrintsOneObjectPerLine() throws IOException {
        Session session = Session.of(
                Map.of("LOADHARNESS_WARM_UP", "9"),
                run("--load constant --rate 20 --duration 3s --json").split(" "));

        List<JsonNode> events = new ArrayList<>();
        for (String line : session.outLines()) {
            events.add(JSON.readTree(line));
        }
        assertThat(events)
                .extracting(each -> each.get("event").asText())
                .startsWith("started", "progress")
                .endsWith("ended");
        JsonNode progress = events.get(events.size() - 2);
        assertThat(progress.get("target_per_second").asDouble()).isEqualTo(20);
        assertThat(progress.get("expected_s").asDouble()).isEqualTo(3);
        assertThat(progress.get("issued").asInt()).isPositive();
        assertThat(progress.at("/ttft_ns/p50").asLong()).isPositive();
        assertThat(progress.at("/latency_ns/count").asLong()).isPositive();
        assertThat(progress.get("failures")).isEmpty();
        JsonNode ended = events.get(events.size() - 1);
        assertThat(ended.get("verdict").asText()).isEqualTo("VALID");
        assertThat(ended.get("completed").asInt()).isEqualTo(60);
        assertThat(session.err())
                .contains(
                        "The environment variable LOADHARNESS_WARM_UP sets",
                        "Plan: 60 samples at 20 per second: about 3 s",
                        "Total token throughput");
    }

    @Test
    void rejectsQuietTogetherWithJson() {
        Session session = Session.of(
                run("--load constant --rate 20 --duration 1s --quiet --json").split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines().get(0))
                .isEqualTo("--quiet and --json contradict each other: give only one of them.");
        assertThat(folder.resolve("logs")).doesNotExist();
    }

    private String run(String load) {
        return run(server.uri(), load);
    }

    private String run(URI url, String load) {
        return "run --url " + url + " --max-tokens 16 " + load + LOOSE + " --output-dir " + folder.resolve("logs");
    }

    private static WatchedProcess onTerminal(int columns, String type, String arguments) throws IOException {
        String command = "stty cols " + columns + "; exec " + JavaCommand.JAVA + " --enable-native-access=ALL-UNNAMED "
                + String.join(" ", JavaCommand.SHORT_LIVED) + " " + Harness.class.getName() + " " + arguments;
        ProcessBuilder script =
                new ProcessBuilder("script", "--quiet", "--flush", "--return", "-c", command, "/dev/null");
        script.environment().putAll(Map.of("TERM", type, "CLASSPATH", System.getProperty("java.class.path")));
        return WatchedProcess.start(script);
    }

    /** Returns the lines of the redrawn panel, without control sequences. */
    private static List<String> panelLines(String shown) {
        return shown.lines()
                .filter(line -> line.endsWith("\u001b[K"))
                .map(line -> line.replaceAll("\u001b\\[\\d*[A-Zm]|\r", ""))
                .toList();
    }
}
