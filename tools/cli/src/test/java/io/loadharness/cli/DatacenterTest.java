// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs under {@code --rules datacenter}, and the commands of {@code docs/guides/datacenter.md}. */
@Timeout(600)
class DatacenterTest {

    private static final Path PAGE = Path.of("../../docs/guides/datacenter.md");
    private static final String URL = "http://localhost:8000";
    private static final Pattern SHELL = Pattern.compile("(?s)```(?:bash)?\n((?:export|\\./harness run).*?)```");
    private static final Pattern EXPORT = Pattern.compile("(?m)^export (\\w+)=(\\S+)$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^\\./harness (run .+)$");
    private static final Pattern WORD = Pattern.compile("[^\\s\"]+|\"([^\"]*)\"");

    private static final Pattern SIZED = Pattern.compile("the servers complete about ([\\d.]+) samples/s, more than the"
            + " target of 1: the run is sized for ([\\d.]+) samples/s, to last at least 1.0 s");

    @TempDir
    Path parent;

    @Test
    void validatesWithNothingButTheUrl() {
        Session session = Session.of("validate", "--rules", "datacenter", "--url", "http://127.0.0.1:1");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .contains(
                        "Load: MLPerf LoadGen, server, 1.0 queries/s", "Load: MLPerf LoadGen, offline, 10.0 queries/s")
                .containsPattern("(?m)^--scenario +server, offline +rules datacenter$")
                .containsPattern("(?m)^--server-target-qps +1.0 +rules datacenter$")
                .containsPattern("(?m)^--offline-target-qps +10.0 +rules datacenter$")
                .containsPattern("(?m)^--max-tokens +64 +rules datacenter$")
                .containsPattern("(?m)^--warm-up +10 +rules datacenter$")
                .contains("Required: failure_rate<=1%, samples>=100, duration>=60s, latency_scheduled.p99<=1000ms\n")
                .contains("Required: failure_rate<=1%, samples>=100, duration>=60s\n")
                .containsPattern(
                        "(?m)^--model +the only model of the server, or meta-llama/Llama-3.1-8B-Instruct +rules datacenter$")
                .containsPattern("(?m)^NODE_NAME +\\S+ +(host name|environment NODE_NAME)$")
                .containsPattern("(?m)^HF_TOKEN +(not set|set) +environment$");
    }

    @Test
    void validateShowsTheWarmUpsThatTheRulesNeed() {
        assertThat(Session.of("validate", "--rules=datacenter", "--url=http://h:1", "--warm-up=3", "--model=m")
                        .plainOut())
                .containsPattern("(?m)^--warm-up +10, in place of 3 +rules datacenter$")
                .containsPattern("(?m)^--model +m +flag$");
    }

    @Test
    void otherSourcesOverrideTheDefaultsOfTheRules() {
        Session session = Session.of(
                Map.of("MAX_TOKENS", "32", "OFFLINE_TARGET_QPS", "20"),
                "validate",
                "--rules=datacenter",
                "--url=http://127.0.0.1:1",
                "--server-target-qps=2");

        assertThat(session.plainOut())
                .containsPattern("(?m)^--server-target-qps +2.0 +flag$")
                .containsPattern("(?m)^--offline-target-qps +20.0 +environment OFFLINE_TARGET_QPS$")
                .containsPattern("(?m)^--max-tokens +32 +environment MAX_TOKENS$");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --load=constant --rate=5 --duration=60s | a schedule, constant
            --scenario=single-stream                | SingleStream
            --accuracy                              | an accuracy run
            """)
    void rulesRefuseRunsThatAreNotOfTheBenchmark(String options, String refused) {
        Session session = Session.of(("validate --rules=datacenter --url=http://h:1 " + options).split(" "));

        assertThat(session.errLines())
                .first()
                .isEqualTo("the rules 'datacenter' (--rules) apply only to performance runs of the scenarios Server and"
                        + " Offline: got " + refused + ".");
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void warnsThatLoadGenNeedsMoreQueriesForEarlyStopping() {
        assertThat(Session.of("validate", "--rules=datacenter", "--url=http://h:1")
                        .out())
                .contains(
                        "Warning: The run can become VALID by datacenter, but not by MLPerf LoadGen: about 100 queries"
                                + " are planned, but early stopping at the 99th percentile needs at least 459. For both, set"
                                + " --min-queries to 459, or --min-duration to 459s\n");
        String[] plain = {"validate", "--url=http://h:1", "--scenario=server", "--target-qps=20", "--min-duration=10s"};
        assertThat(Session.of(plain).out())
                .contains(
                        "Warning: The run cannot become VALID: about 201 queries are planned, but early stopping at the"
                                + " 99th percentile needs at least 459; set --min-queries to 459, or --min-duration to 23s\n");
        assertThat(Session.of(Stream.concat(Stream.of(plain), Stream.of("--min-queries=459"))
                                .toArray(String[]::new))
                        .out())
                .doesNotContain("Warning");
    }

    @Test
    void warnsThatFasterServersEndAnOfflineRunEarly() {
        assertThat(Session.of("validate", "--url=http://h:1", "--scenario=offline", "--target-qps=10")
                        .out())
                .contains(
                        "Warning: Servers that complete more than 11",
                        " end the run before its minimum duration of 10");
    }

    @Test
    void warnsAboutPercentilesOfFewSamples() {
        assertThat(Session.of(
                                "validate",
                                "--url=http://h:1",
                                "--load=constant",
                                "--rate=10",
                                "--requests=50",
                                "--require=ttft.p99<1s",
                                "--require=ttft.p90<1s")
                        .out())
                .contains("Warning: The requirement ttft.p99<1s limits only the slowest of about 50 samples: a 99th"
                        + " percentile needs at least 100 samples\n")
                .doesNotContain("p90<1s limits");
    }

    @Test
    @Tag("load")
    void rulesAllowOnePercentOfFailuresAndSlowFirstTokens() throws IOException {
        Path folder = parent.resolve("run");
        String load = "--scenario server --target-qps 100 --min-duration 2s";

        Session session =
                run(folder, slowAndFaulty(), "--rules datacenter --require latency_scheduled.p99<=1h " + load);

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out())
                .contains("VALID by datacenter (relaxed: duration>=2s, latency_scheduled.p99<=1h), INVALID by MLPerf"
                        + " LoadGen: 1 of ")
                .contains("time to first token is ", "over its bound of 100 ms")
                .contains("are too few for early stopping")
                .contains("The verdict of the rules 'datacenter' decides. It also determines the exit code.");
        assertThat(json(folder.resolve("result.json")).at("/outcome/verdict").asText())
                .isEqualTo("INVALID");
        JsonNode result = benchmarkFile(folder);
        assertThat(result.at("/benchmark_info/benchmark").asText())
                .isEqualTo("MLPerf Inference v5.0 Datacenter (relaxed: duration>=2s, latency_scheduled.p99<=1h)");
        assertThat(result.at("/scenarios/Server/valid").asBoolean()).isTrue();
        assertThat(result.at("/scenarios/Server/accuracy").asDouble()).isBetween(0.99, 0.999);
        assertThat(result.at("/scenarios/Server/latency_p99").asDouble())
                .isGreaterThanOrEqualTo(150)
                .isCloseTo(
                        json(folder.resolve("result.json"))
                                        .at("/metrics/latency_scheduled/p99")
                                        .asDouble()
                                / 1e6,
                        within(0.001));
        assertThat(Session.of("report", folder.toString()).exitCode()).isEqualTo(ExitCode.OK);

        Session plain = run(parent.resolve("plain"), slowAndFaulty(), load);
        assertThat(plain.exitCode()).as(plain.out()).isEqualTo(ExitCode.INVALID);
    }

    /** The 100 samples of the rules take at least a second, because the server has 8 slots of 80 ms. */
    @Test
    @Tag("load")
    void offlineIsSizedByAnEstimate() throws IOException {
        Path folder = parent.resolve("run");
        Session session = run(
                folder,
                serverWith(Duration.ofMillis(80)),
                "--rules datacenter --scenario offline --target-qps 1 --min-duration 1s --concurrency 8");

        assertThat(session.out()).contains("Offline: estimating the rate of the servers");
        Matcher sized = SIZED.matcher(session.out());
        assertThat(sized.find()).as(session.out()).isTrue();
        double estimate = Double.parseDouble(sized.group(1));
        double expected = Double.parseDouble(sized.group(2));
        assertThat(expected).isCloseTo(1.5 * estimate, within(0.13)); // both are rounded to tenths
        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        assertThat(folder.resolve("estimate-1/mlperf_log_summary.txt")).exists();
        JsonNode result = json(folder.resolve("result.json"));
        assertThat(result.at("/rates/duration").asDouble()).isGreaterThanOrEqualTo(1);
        assertThat(result.at("/counts/completed").asDouble())
                .as("the expected rate for the minimum duration of 1 s")
                .isGreaterThanOrEqualTo(Math.floor(expected));
        assertThat(benchmarkFile(folder).at("/scenarios/Offline").fieldNames())
                .toIterable()
                .containsExactly("valid", "achieved_qps", "throughput_tokens_per_sec");
    }

    @Test
    @Tag("load")
    void commandsOfThePageRun() throws IOException {
        List<String> blocks = SHELL.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(3);
        for (int i = 0; i < blocks.size(); i++) {
            Map<String, String> environment = new HashMap<>();
            EXPORT.matcher(blocks.get(i)).results().forEach(found -> environment.put(found.group(1), found.group(2)));
            MatchResult command =
                    COMMAND.matcher(blocks.get(i)).results().findFirst().orElseThrow();
            Path folder = parent.resolve("block-" + i);
            try (SimulatedServer server = SimulatedServer.start(serverWith(Duration.ofMillis(50)))) {
                List<String> words = new ArrayList<>(WORD.matcher(command.group(1))
                        .results()
                        .map(word -> word.group(1) == null ? word.group() : word.group(1))
                        .map(word -> word.equals(URL) ? server.uri().toString() : word)
                        .toList());
                if (!words.contains("--min-duration")) {
                    words.add("--min-duration=1s");
                }
                words.addAll(List.of("--min-queries=2", "--concurrency=4", "--output-dir=" + folder));
                words.addAll(LenientClient.OPTIONS);

                Session session = Session.of(environment, words.toArray(String[]::new));

                List<String> unmet = unmet(folder.resolve("server"));
                unmet.addAll(unmet(folder.resolve("offline")));
                assertThat(session.exitCode())
                        .as(session.out() + session.err())
                        .isEqualTo(unmet.isEmpty() ? ExitCode.OK : ExitCode.UNMET);
                assertThat(unmet)
                        .allMatch(each -> each.startsWith("latency_scheduled.p99") || each.startsWith("duration"));
                assertThat(benchmarkFile(folder).at("/scenarios")).hasSize(2);
            }
        }
    }

    /** Returns the requirements that a run did not meet. A busy machine can miss those for times. */
    private static List<String> unmet(Path run) throws IOException {
        List<String> unmet = new ArrayList<>();
        for (JsonNode each : json(run.resolve("result.json")).get("requirements")) {
            if (!each.get("met").asBoolean()) {
                unmet.add(each.get("text").asText());
            }
        }
        return unmet;
    }

    private static SimulatorConfig serverWith(Duration firstToken) {
        return SimulatorConfig.builder()
                .pace(new Pace(firstToken, Duration.ofMillis(1)))
                .build();
    }

    private static SimulatorConfig slowAndFaulty() {
        return SimulatorConfig.builder()
                .pace(new Pace(Duration.ofMillis(150), Duration.ofMillis(1)))
                .fault(FaultRule.every(150, Fault.HTTP_500))
                .build();
    }

    private static Session run(Path folder, SimulatorConfig config, String options) {
        try (SimulatedServer server = SimulatedServer.start(config)) {
            List<String> arguments = new ArrayList<>(List.of(
                    "run", "--url", server.uri().toString(), "--max-tokens", "6", "--output-dir", folder.toString()));
            arguments.addAll(List.of(options.split(" ")));
            arguments.addAll(LenientClient.OPTIONS);
            return Session.of(arguments.toArray(String[]::new));
        }
    }

    private static JsonNode benchmarkFile(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return json(files.filter(each -> each.getFileName().toString().startsWith("mlperf_datacenter_"))
                    .findFirst()
                    .orElseThrow());
        }
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }
}
