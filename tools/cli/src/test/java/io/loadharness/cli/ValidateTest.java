// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Output of {@code validate} for run files, which {@code run} reads in the same way. */
class ValidateTest {

    private static final String SERVER_RUN = """
            server:
              url: http://127.0.0.1:1
            loadgen:
              scenario: server
              target-qps: ${QPS:-20}
              min-duration: 60s
            """;

    @TempDir
    Path folder;

    @Test
    void showsThePlanAndItsDuration() throws IOException {
        Session session = validate(Map.of(), SERVER_RUN);

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .contains(
                        "Servers: http://127.0.0.1:1",
                        "Data: built-in prompts, 128 samples",
                        "Load: MLPerf LoadGen, server, 20.0 queries/s")
                .anyMatch(line -> line.matches("Plan: 1,2\\d\\d samples at 20 per second: about 6\\d s"));
    }

    @Test
    void theRequirementsOfASliceAreThoseOfTheWholeLoad() {
        Session session = Session.of(
                "validate",
                "--url=http://127.0.0.1:1",
                "--load=constant",
                "--rate=50",
                "--requests=300",
                "--slice=0/3",
                "--require=samples>=300",
                "--require=ttft.p99<1s");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut()).contains("Plan: 100 samples").doesNotContain("Warning");
    }

    @Test
    void showsTheDurationOfASchedule() throws IOException {
        String head = "server: {url: 'http://127.0.0.1:1'}\nschedule:\n";

        assertThat(validate(Map.of(), head + "  load: poisson\n  rate: 2\n  duration: 90s")
                        .plainOut())
                .contains("Load: LoadHarness schedule, ", "Plan: about 180 samples at 2 per second: about 90 s");
        assertThat(validate(Map.of(), head + "  load: sweep\n  stages: 4").plainOut())
                .contains("Plan: a probe and then 5 stages");
        assertThat(validate(Map.of(), head + "  load: concurrent\n  requests: 9\nspread: {concurrency: 3}")
                        .plainOut())
                .contains("Plan: 9 samples");
    }

    @Test
    void warnsIfAScheduleHasTooFewSamplesForARequirement() throws IOException {
        String run = "server: {url: 'http://127.0.0.1:1'}\nschedule: {load: constant, rate: 5, duration: 4s}\n";

        assertThat(validate(Map.of(), run, "--require", "samples>=100").outLines())
                .contains(
                        "Plan: 20 samples at 5 per second: about 4 s",
                        "Warning: The run cannot meet the requirement samples>=100: about 20 samples are planned; change"
                                + " the size of the run or the requirement");
        assertThat(validate(Map.of(), run, "--require", "samples>=20").out()).doesNotContain("Warning: The run");
    }

    @Test
    void warnsIfTheMaximumTimeIsShorterThanThePlan() throws IOException {
        String warning = "Warning: The benchmark cannot become VALID: the plan needs about ";
        String schedule = "server: {url: 'http://127.0.0.1:1'}\nschedule: {load: constant, rate: 10, duration: 60s}\n";

        assertThat(validate(Map.of(), schedule, "--max-time", "10s").out())
                .contains(warning + "60.0 s, but --max-time");
        assertThat(validate(Map.of(), SERVER_RUN, "--max-time", "50s").out()).contains(warning);
        assertThat(validate(Map.of(), SERVER_RUN, "--max-time", "10m").out()).doesNotContain(warning);
    }

    @Test
    void datacenterRunHasTheRequiredDuration() throws IOException {
        String run = "server: {url: 'http://127.0.0.1:1'}\nloadgen: {scenario: server, target-qps: 10}\n";

        assertThat(validate(Map.of(), run, "--rules", "datacenter").plainOut()).contains("Plan: 601 samples");
        assertThat(validate(Map.of(), run, "--rules", "datacenter", "--require", "duration>=30s")
                        .plainOut())
                .contains("Plan: 301 samples");
        assertThat(validate(Map.of(), run, "--rules", "datacenter", "--min-duration", "90s")
                        .plainOut())
                .contains("Plan: 901 samples");
    }

    @Test
    void flagWinsOverEnvironmentThenFileThenDefault() throws IOException {
        Map<String, String> environment =
                Map.of("LOADHARNESS_TARGET_QPS", "30", "LOADHARNESS_MIN_QUERIES", "200", "SERVER_TARGET_QPS", "40");

        Session session = validate(environment, SERVER_RUN, "--min-queries", "300", "--all");

        assertThat(session.err()).isEmpty();
        assertThat(session.plainOut())
                .containsPattern("(?m)^--min-queries +300 +flag$")
                .containsPattern("(?m)^--target-qps +30.0 +environment LOADHARNESS_TARGET_QPS$")
                .containsPattern("(?m)^--min-duration +1m +" + folder + "/run.yaml:6$")
                .containsPattern("(?m)^--max-send-delay +10ms +default$");
    }

    @Test
    void readsVariablesOfTheDatacenterBenchmark() throws IOException {
        Map<String, String> environment =
                Map.of("MAX_TOKENS", "64", "SERVER_TARGET_QPS", "7", "OFFLINE_TARGET_QPS", "8");

        assertThat(validate(environment, SERVER_RUN).plainOut())
                .containsPattern("(?m)^--max-tokens +64 +environment MAX_TOKENS$")
                .containsPattern("(?m)^--server-target-qps +7.0 +environment SERVER_TARGET_QPS$");
        assertThat(validate(environment, SERVER_RUN, "--scenario", "Offline").plainOut())
                .containsPattern("(?m)^--offline-target-qps +8.0 +environment OFFLINE_TARGET_QPS$");
        assertThat(validate(environment, SERVER_RUN, "--scenario", "server,offline")
                        .plainOut())
                .contains("server, 7.0 queries/s", "offline, 8.0 queries/s");
        assertThat(validate(environment, SERVER_RUN, "--target-qps", "9").plainOut())
                .contains("server, 9.0 queries/s");
        assertThat(Session.of(environment, "validate", "--url=http://h:1", "--load=poisson", "--rate=1", "--requests=9")
                        .plainOut())
                .contains("MAX_TOKENS")
                .doesNotContain("TARGET_QPS");
    }

    @Test
    void readsListsMapsFlagsAndReferences() throws IOException {
        Session session = validate(Map.of("HOST", "10.0.0.1", "EMPTY", ""), """
                server:
                  url: ["http://${HOST}:1", "http://${EMPTY:-b}:2"]
                  header:
                    X-Team: blue-team
                    X-Price: 5$${
                  insecure: true
                  http2: false
                loadgen: {scenario: SingleStream}
                spread:
                  routing: weighted
                  weight: [1, 2]
                data:
                """);

        assertThat(session.err()).isEmpty();
        assertThat(session.plainOut())
                .containsPattern("(?m)^--url +http://10.0.0.1:1, http://b:2 +" + folder)
                .containsPattern("(?m)^--header +\\(not shown\\) +" + folder)
                .containsPattern("(?m)^--insecure +true +" + folder)
                .containsPattern("(?m)^--http2 +false +" + folder)
                .containsPattern("(?m)^--scenario +single-stream +" + folder)
                .containsPattern("(?m)^--weight +1, 2 +" + folder)
                .doesNotContain("blue-team", "5${");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            loadgen: {scenrio: server}        | FILE line 1: unknown key 'loadgen.scenrio'; did you mean 'loadgen.scenario'?
            lodgen: {scenario: server}        | FILE line 1: unknown key 'lodgen'; did you mean 'loadgen'?
            url: http://h:1                   | FILE line 1: url is in the wrong place: write it as server.url.
            server: {target-qps: 1}           | FILE line 1: server.target-qps is in the wrong place: write it as loadgen.target-qps.
            server: http://h:1                | FILE line 1: server must be a map of keys: got the string 'http://h:1'.
            server: {url: [http://h:1, [1]]}  | FILE line 1: server.url.1 must be a single value: got a list.
            loadgen: {target-qps: [1]}        | FILE line 1: loadgen.target-qps must be a single value: got a list.
            server: {insecure: 1}             | FILE line 1: server.insecure must be true or false: got '1'.
            server: {url: "${NOWHERE}"}       | FILE line 1: server.url needs the environment variable NOWHERE, which is not set: set it, or write ${NOWHERE:-default}.
            server: {url: "${1}"}             | FILE line 1: server.url has a ${ that is not a reference: write ${NAME} or ${NAME:-default}, or $${ for a literal ${.
            loadgen: {scenario: servr}        | Invalid value for option '--scenario': unknown scenario 'servr'; did you mean 'server'? Allowed: single-stream, multi-stream, server, offline (--scenario comes from FILE:1)
            {loadgen: {scenario: server, target-qps: 0}, server: {url: "http://h:1"}} | --target-qps must be more than 0 and at most 1000000: got 0.0 (--target-qps comes from FILE:1)
            server: {url: a}}                 | FILE line 1: is not YAML: while parsing a block mapping, expected <block end>, but found '}'.
            "server: {url: a, url: b}"        | FILE line 1: the key 'server.url' is repeated.
            """)
    void reportsTheLineOfAWrongFile(String text, String sentence) throws IOException {
        Session session = validate(Map.of(), text);

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines())
                .first()
                .isEqualTo(sentence.replace("FILE", folder.resolve("run.yaml").toString()));
        assertThat(session.out()).isEmpty();
    }

    @Test
    void reportsMissingFile() {
        Session session = Session.of("run", folder + "/nothing.yaml");

        assertThat(session.err()).isEqualToIgnoringNewLines(folder + "/nothing.yaml does not exist.");
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://team:quokka@127.0.0.1:1  | a server URL must not have a user or password: send them in a header.
            http://127.0.0.1:1/?key=quokka  | a server URL must not have a query or fragment: remove the part after ? or #.
            ftp://127.0.0.1:1/quokka        | a server URL must start with http:// or https://, for example http://host:8000.
            """)
    void rejectsAnInvalidUrlWithoutShowingIt(String url, String sentence) {
        Session session = Session.of("validate", "--url", url, "--scenario", "offline", "--target-qps", "1");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).contains(sentence);
        assertThat(session.out() + session.err()).doesNotContain("quokka");
    }

    @Test
    void rejectsASecondFile() {
        assertThat(Session.of("run", "a.yaml", "b.yaml").err()).contains("unexpected argument 'b.yaml': leave it out.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            LOADHARNESS_TRAGET_QPS | 1   | unknown environment variable LOADHARNESS_TRAGET_QPS; did you mean LOADHARNESS_TARGET_QPS?
            LOADHARNESS_INSECURE   | yes | the environment variable LOADHARNESS_INSECURE must be true or false: got 'yes'.
            LOADHARNESS_MAX_TOKENS | x   | Invalid value for option '--max-tokens': 'x' is not a whole number (--max-tokens comes from environment LOADHARNESS_MAX_TOKENS)
            MAX_TOKENS             | 0   | --max-tokens must be at least 1: got 0 (--max-tokens comes from environment MAX_TOKENS)
            """)
    void reportsWrongVariable(String name, String value, String sentence) throws IOException {
        Session session = validate(Map.of(name, value), SERVER_RUN);

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).first().isEqualTo(sentence);
    }

    @Test
    void ignoresVariablesOfTheBuild() throws IOException {
        assertThat(validate(Map.of("LOADHARNESS_CACHE", "/tmp", "LOADHARNESS_URL", ""), SERVER_RUN)
                        .exitCode())
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void readsACommaSeparatedListFromAVariable() throws IOException {
        assertThat(validate(Map.of("LOADHARNESS_URL", "http://a:1, http://b:2"), SERVER_RUN)
                        .plainOut())
                .contains("Servers: http://a:1, http://b:2");
    }

    @Test
    void showsHelpDespiteAWrongFile() throws IOException {
        assertThat(validate(Map.of(), "nonsense", "--help").out()).startsWith("Usage: harness validate [FILE]");
    }

    private Session validate(Map<String, String> environment, String text, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("run.yaml"), text);
        List<String> arguments = new ArrayList<>(List.of("validate", file.toString()));
        arguments.addAll(Arrays.asList(options));
        return Session.of(environment, arguments.toArray(String[]::new));
    }

    /** The key of an override is masked in output. The check of the models must send the key itself. */
    @Test
    void checksTheModelsWithTheKeyOfAnOverride() {
        try (SimulatedServer server = SimulatedServer.start(
                SimulatorConfig.builder().apiKey("key-4711").build())) {
            Session session = Session.of(
                    "validate",
                    "--check-models",
                    "--url",
                    server.uri().toString(),
                    "--profile-file",
                    "src/test/resources/io/loadharness/cli/inferenceperf/constant_chat.yaml",
                    "-o",
                    "server.api_key=key-4711",
                    "--output-dir",
                    folder.resolve("run").toString());

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).isZero();
            assertThat(session.out())
                    .doesNotContain("key-4711")
                    .doesNotContain("HTTP status 401")
                    .containsOnlyOnce("tokenizer.trust_remote_code");
        }
    }
}
