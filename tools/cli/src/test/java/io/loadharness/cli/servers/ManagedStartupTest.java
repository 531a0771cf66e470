// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Harness;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import io.loadharness.servers.LaunchedServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers with startup logs: the simulator, started by a shell that first prints a log of vLLM. */
@Tag("load")
@Timeout(300)
class ManagedStartupTest {

    private static final Path LOG = Path.of(
                    "../../libraries/startup/src/test/resources/io/loadharness/startup/vllm-0.9.txt")
            .toAbsolutePath();

    @TempDir
    Path folder;

    private String serverFile(String script) throws IOException {
        return serverFile("command", script, "exec \"$@\"", "{port}");
    }

    /** The shell reads the port from the same argument as {@code vllm serve}. */
    private String vllmFile(String script) throws IOException {
        return serverFile("vllm", script, "exec \"$1\" \"$2\" \"$3\" \"$4\" \"$${10}\"");
    }

    private String serverFile(String backend, String script, String exec, String... port) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                script + "; " + exec,
                "server",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Harness.class.getName(),
                "simulate",
                "--port"));
        command.addAll(List.of(port));
        Path file = folder.resolve("server.yaml");
        new ObjectMapper()
                .writeValue(
                        file.toFile(),
                        Map.of(
                                "backend",
                                backend,
                                "model",
                                "any",
                                "executable",
                                command,
                                "environment",
                                Map.of("CLASSPATH", System.getProperty("java.class.path")),
                                "log_folder",
                                folder.resolve("servers").toString()));
        return file.toString();
    }

    private Session run(String script) throws IOException {
        return runOn(serverFile(script));
    }

    private Session runOn(String file) {
        return Session.of(
                ("run --load constant --rate 50 --requests 20 --max-tokens 2 " + String.join(" ", LenientClient.OPTIONS)
                                + " --server-config " + file + " --output-dir " + folder.resolve("run"))
                        .split(" "));
    }

    @Test
    void runHasTheStartupReport() throws Exception {
        Session session = run("cat " + LOG);

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        Path page = folder.resolve("run/startup-replica-0.html");
        String readyLine = session.outLines().stream()
                .filter(line -> line.startsWith("Replica 0: Ready after 96.00 s: "))
                .findFirst()
                .orElseThrow();
        assertThat(readyLine).contains("Model Loading ");
        assertThat(session.outLines())
                .contains("Start-up report: " + page, "- " + readyLine, "- File: startup-replica-0.html");
        assertThat(page).content().contains("<title>Start of acme/large");
        assertThat(folder.resolve("run/startup-replica-0.json")).content().contains("loadharness-startup");
        assertThat(folder.resolve("run/report.html"))
                .content()
                .contains("\"page\":\"startup-replica-0.html\"", "{\"title\":\"Model Loading\"");
    }

    @Test
    void secretOfAServerIsOnlyInItsLog() throws Exception {
        String secret = "Quokka-4711/Zebra";
        String file = secretFile(secret, "cat " + LOG);

        Session session = runOn(file);

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("--api-key ***").doesNotContain(secret);
        assertThat(folder.resolve("run/startup-replica-0.json")).content().contains("\"api_key\" : \"***\"");
        assertThat(folder.resolve("run/run.json")).content().contains("--api-key ***");
        try (Stream<Path> files = Files.walk(folder.resolve("run"))) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().allSatisfy(each -> assertThat(
                            Files.readString(each, StandardCharsets.ISO_8859_1))
                    .doesNotContain(secret));
        }
        try (Stream<Path> files = Files.walk(folder.resolve("servers"))) {
            assertThat(files.filter(each -> each.endsWith("replica-0.log")))
                    .singleElement()
                    .satisfies(each -> assertThat(each).content().contains(secret));
        }
    }

    @Test
    void logsCommandDoesNotPrintTheSecretOfAServer() throws Exception {
        String secret = "Quokka-4711/Zebra";
        String file = secretFile(secret, "echo The key is " + secret);
        try {
            Session start = Session.of("server", "start", file);
            assertThat(start.exitCode()).as(start.out() + start.err()).isEqualTo(ExitCode.OK);

            Session logs = Session.of("server", "logs", file);

            assertThat(start.out() + start.err() + logs.out() + logs.err()).doesNotContain(secret);
            assertThat(logs.outLines())
                    .anyMatch(each -> each.contains("'api_key': ['***'], 'seed': 1"))
                    .contains("The key is ***");
        } finally {
            Session.of("server", "stop", file);
        }
    }

    @Test
    void failedStartDoesNotPrintTheSecretOfAServer() throws Exception {
        String secret = "Quokka-4711/Zebra";

        Session session = runOn(secretFile(secret, "echo The key is " + secret + "; exit 3"));

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.out() + session.err()).contains("The key is ***").doesNotContain(secret);
    }

    /** The script prints the line in which vLLM repeats its arguments before the lines of another script. */
    private String secretFile(String secret, String script) throws IOException {
        Path file = Path.of(vllmFile("echo \"INFO 01-15 10:00:00 [utils.py:326] non-default args:"
                + " {'model': 'any', 'api_key': ['" + secret + "'], 'seed': 1}\"; " + script));
        Map<String, Object> description = new ObjectMapper().readValue(file.toFile(), new TypeReference<>() {});
        description.put("engine_args", List.of("--api-key", secret));
        new ObjectMapper().writeValue(file.toFile(), description);
        return file.toString();
    }

    @Test
    void startCommandWritesTheStartupReport() throws Exception {
        String file = serverFile("cat " + LOG);
        try {
            Session session = Session.of("server", "start", file);

            assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
            assertThat(session.outLines()).anyMatch(line -> line.startsWith("Replica 0: Ready after 96.00 s: "));
            assertThat(LaunchedServers.in(folder.resolve("servers")).get(0).folder())
                    .isDirectoryContaining("glob:**startup-replica-0.html")
                    .isDirectoryContaining("glob:**startup-replica-0.json");
        } finally {
            Session.of("server", "stop", file);
        }
    }

    @Test
    void ignoresLogsOfOtherServers() throws Exception {
        Session session = run("echo loading");

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).doesNotContain("start-up", "startup-", "not understood");
    }

    @Test
    void unknownVllmLogCausesOneMessage() throws Exception {
        Session session = runOn(vllmFile("echo loading"));

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines().stream().filter(line -> line.contains("start-up")))
                .singleElement()
                .asString()
                .startsWith("No start-up report: replica-0.log is not a known start-up log: ");
        assertThat(folder.resolve("run/startup-replica-0.html")).doesNotExist();
    }

    @Test
    void neverPrintsValuesOfTheEnvironment() throws Exception {
        Session session = run(": ${PATH}");

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("/bin/sh -c : ${PATH}; exec").doesNotContain(System.getenv("PATH"));
        assertThat(folder.resolve("run/run.json")).content().contains("/bin/sh -c : ${PATH}; exec");
        try (Stream<Path> files = Files.walk(folder.resolve("run"))) {
            assertThat(files.filter(Files::isRegularFile)).allSatisfy(file -> assertThat(file)
                    .content(StandardCharsets.ISO_8859_1)
                    .doesNotContain(System.getenv("PATH")));
        }
    }

    @Test
    void hugeLogOfOneReplicaDoesNotAffectOthers() throws Exception {
        Path first = folder.resolve("first");
        String file = serverFile("if mkdir " + first + "; then head -c 9000000 /dev/zero | tr '\\0' x; else cat " + LOG
                + "; fi 2> /dev/null");
        Files.writeString(Path.of(file), Files.readString(Path.of(file)).replaceFirst("\\{", "{\"replicas\": 2, "));

        Session session = runOn(file);

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .anyMatch(line -> line.startsWith("The start-up report cannot be created: "))
                .anyMatch(line -> line.matches("Replica [01]: Ready after 96.00 s: .*"));
    }

    @Test
    void doesNotReadAHugeLog() throws Exception {
        Session session = run("cat " + LOG + "; head -c 9000000 /dev/zero | tr '\\0' x");

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .anyMatch(line -> line.matches(
                        "The start-up report cannot be created: .*/replica-0.log was longer than 8 MiB when the"
                                + " server was ready; 'harness nop LOG' parses it"));
    }
}
