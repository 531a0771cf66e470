// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.JavaCommand;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import io.loadharness.servers.LaunchedServers;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs with profiled servers: the simulator with its profiler endpoints, and scripts instead of nsys and rocprofv3. */
@Tag("load")
@Timeout(300)
class ServerProfileTest {

    private static final String ANY_CLIENT = " " + String.join(" ", LenientClient.OPTIONS);
    private static final String LOAD = "--load constant --rate 50 --requests 60 --max-tokens 2" + ANY_CLIENT;
    private static final String NSYS = """
            case $1 in
            launch) shift; while [ "${1#--}" != "$1" ]; do shift; done; exec "$@" ;;
            start) %s ;;
            stop) %s ;;
            esac
            """;

    @TempDir
    Path folder;

    private Path run() {
        return folder.resolve("run");
    }

    private Session run(String text, String... more) {
        List<String> words = new ArrayList<>(List.of(("run " + text + " --output-dir " + run()).split(" ")));
        words.addAll(List.of(more));
        return Session.of(words.toArray(String[]::new));
    }

    private Path serverFile(String setting) throws IOException {
        return Files.writeString(
                folder.resolve("server.yaml"),
                "{backend: simulator, " + setting + ", log_folder: " + folder.resolve("servers") + "}");
    }

    private Session runStarted(String text, String... more) throws IOException {
        Session session = run(text + " --server-config " + serverFile("engine_args: {first-token-us: 1000}"), more);
        assertThat(LaunchedServers.in(folder.resolve("servers"))).isEmpty();
        return session;
    }

    private String program(String name, String script) throws IOException {
        Path program = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return program.toString();
    }

    private String nsys(String start, String stop) throws IOException {
        return LOAD + " --server-profile nsys --server-profile-program " + program("nsys", NSYS.formatted(start, stop));
    }

    private JsonNode outcome() throws IOException {
        return new ObjectMapper()
                .readTree(run().resolve("result.json").toFile())
                .get("outcome");
    }

    private List<String> files() throws IOException {
        return StreamSupport.stream(outcome().get("files").spliterator(), false)
                .map(JsonNode::asText)
                .filter(each -> each.contains("profiles/"))
                .toList();
    }

    private static long number(JsonNode trace, String name) {
        return trace.at("/traceEvents/0/args/" + name).asLong();
    }

    @Test
    void torchProfilesTheSelectedRequests() throws Exception {
        Session session = run("--load concurrent --concurrency 1 --requests 60 --max-tokens 2 --warm-up 0"
                + " --dialect vllm-chat" + ANY_CLIENT + " --server-profile torch --server-profile-from-request 20"
                + " --server-profile-to-request 40 --server-config "
                + serverFile("executable: [" + JavaCommand.JAVA + ", " + HoldingSimulator.class.getName() + "]"));

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .contains("Profiled with torch: requests are faster without it.")
                .anyMatch(
                        line -> line.matches(
                                "- The profiler 'torch' was active from .* \\([234]\\d requests sent\\) to .* \\(40 requests sent\\)\\."));
        assertThat(outcome().get("profiler").asText()).isEqualTo("torch");
        assertThat(files()).singleElement().asString().startsWith("profiles/replica-0/simulator-");
        JsonNode trace =
                new ObjectMapper().readTree(run().resolve(files().get(0)).toFile());
        assertThat(number(trace, "requests")).isEqualTo(20);
        assertThat(outcome().get("completed").asLong()).isEqualTo(60);
    }

    @Test
    void profiledLoadGenRunIsNeverValid() throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            Session session = run(
                    "--url " + server.uri() + " --scenario single-stream --min-duration 1s --min-queries 10"
                            + ANY_CLIENT + " --server-profile command",
                    "--server-profile-start=echo {url} > {output}/trace");

            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.INVALID);
            assertThat(session.outLines())
                    .anyMatch(line -> line.startsWith("**INVALID**: SingleStream"))
                    .contains("- ran under a profiler: profiled runs do not count for MLPerf")
                    .contains("- File: profiles/server-0/trace");
            assertThat(run().resolve("profiles/server-0/trace")).content().isEqualTo(server.uri() + "\n");
            assertThat(run().resolve("report.html")).content().contains("profiles/server-0/trace", "Use the traces");
        }
    }

    @Test
    void eachRunHasItsOwnProfiles() throws Exception {
        Session session = runStarted("--scenario single-stream,offline --target-qps 5 --min-duration 1s --max-tokens 2"
                + ANY_CLIENT + " --server-profile torch --server-profile-after 100ms --server-profile-duration 200ms");

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.INVALID);
        for (String name : List.of("single-stream", "offline")) {
            assertThat(run().resolve(name).resolve("profiles/replica-0"))
                    .as(session.out())
                    .isDirectoryContaining("glob:**.pt.trace.json");
        }
        assertThat(run().resolve("profiles")).doesNotExist();
    }

    @Test
    void namesServerWithoutProfilerPagesAndKeepsResults() throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            Session session = run("--url " + server.uri() + " " + LOAD + " --server-profile torch");

            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.outLines())
                    .contains("- torch did not start at the server " + server.uri()
                            + ": POST /start_profile: HTTP status 404")
                    .anyMatch(line -> line.startsWith("**VALID**"));
            assertThat(outcome().get("completed").asLong()).isEqualTo(60);
            assertThat(outcome().get("profiler").isNull()).isTrue();
            assertThat(run().resolve("profiles")).doesNotExist();
        }
    }

    @Test
    void runThatWasNotProfiledStaysValid() throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            Session session =
                    run("--url " + server.uri() + " --scenario single-stream --min-duration 1s --min-queries 10"
                            + ANY_CLIENT + " --server-profile torch");

            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.out())
                    .contains("- torch did not start at the server ")
                    .doesNotContainIgnoringCase("ran under");
        }
    }

    @Test
    void failedStartLeavesNoProfileFolder() throws Exception {
        Session session =
                run(LOAD + " --server-profile torch --server-config " + serverFile("engine_args: [--fault, nonsense]"));

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run().resolve("profiles")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            exit 7                | true          | nsys did not start at replica 0: exit code 7
            echo no such session  | exit 1        | nsys did not stop at replica 0: exit code 1; last output: no such session
            true                  | exec sleep 99 | nsys did not stop at replica 0: timeout after 1 s
            true                  | true          | The profiler 'nsys' wrote no file for replica 0.
            """)
    void reportsFailedProfiler(String start, String stop, String sentence) throws Exception {
        Session session = runStarted(nsys(start, stop) + " --server-profile-timeout 1s");

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .anyMatch(line -> line.startsWith("- " + sentence))
                .anyMatch(line -> line.startsWith("Stopped 1 × simulator"));
        assertThat(outcome().get("completed").asLong()).isEqualTo(60);
    }

    @Test
    void reportsRunThatEndsBeforeTheProfile() throws Exception {
        Session session = runStarted(nsys("true", "true") + " --server-profile-from-request 100");

        assertThat(session.outLines())
                .contains("- The profiler 'nsys' was not started: the run sent 60 requests, but profiling was set to"
                        + " start at request 100.");
        assertThat(outcome().get("profiler").asText()).isEqualTo("nsys");
    }

    @Test
    void showsTheCommandOfAWrappedServer() throws Exception {
        runStarted(nsys("true", "true"));

        assertThat(run().resolve("run.json")).content().contains("/nsys launch --session-new=loadharness-");
    }

    @Test
    void reportsProfilesWrittenAtServerExit() throws Exception {
        String rocprof = program("rocprof", """
                while [ "$1" != -- ]; do [ "$1" = --output-directory ] && output=$2; shift; done
                shift
                "$@" & server=$!
                trap 'kill $server; wait $server; echo trace > "$output/1_results.db"; exit' TERM
                wait
                """);
        Session session = runStarted(LOAD + " --server-profile rocprof --server-profile-program " + rocprof);

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines()).contains("Profile: " + run() + "/profiles/replica-0/1_results.db");
        assertThat(files()).containsExactly("profiles/replica-0/1_results.db");
        assertThat(run().resolve("report.html")).content().contains("profiles/replica-0/1_results.db");
    }

    @Test
    void reportsMissingProgramBeforeStarting() throws Exception {
        Session session = runStarted(LOAD + " --server-profile rocprof --server-profile-program " + folder + "/none");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines())
                .containsExactly("the profiler 'rocprof' requires the program " + folder
                        + "/none, which was not found: install it, or set its path.");
    }

    @Test
    void validateReportsMissingProgram() throws Exception {
        Path file = Files.writeString(
                folder.resolve("my.yaml"),
                "{server: {start: {backend: simulator}, server-profile: nsys, server-profile-program: /no/nsys},"
                        + " schedule: {load: constant, rate: 1, requests: 1}}");

        Session session = Session.of("validate", file.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.out()).isEmpty();
        assertThat(session.errLines())
                .singleElement()
                .asString()
                .endsWith(
                        "the profiler 'nsys' requires the program /no/nsys, which was not found: install it, or set its"
                                + " path.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --server-profile-after 1s                                       | --server-profile-after needs --server-profile, which names the profiler.
            --server-profile nsys                                           | --server-profile=nsys records servers from their start: start them with --server-config or server.start.
            --server-profile rocprof --server-profile-to-request 9          | --server-profile-to-request does not apply to 'rocprof', which records each process from its start to its end.
            --server-profile command                                        | --server-profile=command: the profiler 'command' requires a start command.
            --server-profile command --server-profile-start perf{pid}       | {pid} is unknown for servers at --url: leave out {pid}, or start the servers with --server-config or server.start.
            --server-profile torch --server-profile-start x                 | --server-profile=torch: start and stop commands apply only to the profiler 'command'.
            --server-profile torch --server-profile-to-request 1            | the number of the last profiled request must be greater than 1, the number of the first one: got 1.
            --server-profile torch --server-profile-from-request 0          | the first profiled request must be at least 1: got 0.
            --server-profile torch --server-profile-duration 0s             | the profiling duration must be positive, and the delay before profiling must not be negative.
            """)
    void reportsInvalidOptions(String options, String sentence) {
        Session session = run("--url http://127.0.0.1:1 " + LOAD + " " + options);

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).hasSize(1).first().asString().endsWith(sentence);
        assertThat(run()).doesNotExist();
    }
}
