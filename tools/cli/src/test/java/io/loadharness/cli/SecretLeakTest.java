// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches the output, the files and the processes of runs for the token of a server. */
@Timeout(600)
class SecretLeakTest {

    private static final String TOKEN = "Quokka-4711-Zebra";

    /** The time between two checks of processes. Each check reads all of /proc. */
    private static final int CHECK_MILLIS = 20;

    private static final Path PROFILE =
            Path.of("src/test/resources/io/loadharness/cli/inferenceperf/constant_chat.yaml");

    @TempDir
    Path folder;

    /** Uses each way to pass a token. FOLDER is a folder with the files of {@link #writeFiles}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--api-key-file FOLDER/token",
                "--header-file FOLDER/headers",
                "--warm-up 1",
                "FOLDER/variable.yaml",
                "FOLDER/literal.yaml",
                "--profile-file FOLDER/profile.yaml",
                "--profile-file PROFILE -o server.api_key=TOKEN",
                "--profile-file PROFILE -o api_key=TOKEN",
                "--profile-file FOLDER/profile.yaml -o x-team=TOKEN",
                "--header Authorization=Bearer_TOKEN"
            })
    void tokenIsOnlyInRequests(String arguments) throws Exception {
        writeFiles();
        Map<String, String> environment = arguments.equals("--warm-up 1")
                ? Map.of("LOADHARNESS_HEADER", "Authorization=Bearer " + TOKEN)
                : Map.of("SECRET_VARIABLE", TOKEN);
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().apiKey(TOKEN).build())) {
            Session session = run(environment, command(server, arguments));

            assertThat(session.out() + session.err()).doesNotContain(TOKEN).contains("VALID");
            assertThat(session.exitCode()).as(session.out() + session.err()).isZero();
        }
        assertFilesWithoutToken();
    }

    /** Options that name variables of the environment, which only a separate JVM can have. */
    @ParameterizedTest
    @ValueSource(strings = {"--api-key-env SECRET_VARIABLE", "--header-env Authorization=SECRET_HEADER"})
    void tokenInTheEnvironmentIsOnlyInRequests(String arguments) throws Exception {
        Path console = folder.resolve("console");
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().apiKey(TOKEN).build())) {
            ProcessBuilder builder = new ProcessBuilder(JavaCommand.harness(List.of(), command(server, arguments)))
                    .redirectErrorStream(true)
                    .redirectOutput(console.toFile());
            builder.environment().putAll(Map.of("SECRET_VARIABLE", TOKEN, "SECRET_HEADER", "Bearer " + TOKEN));
            Process process = builder.start();
            try {
                while (!process.waitFor(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                    assertProcessesWithoutToken();
                }
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }

            assertThat(console).content().doesNotContain(TOKEN).contains("VALID");
            assertThat(process.exitValue()).as(Files.readString(console)).isZero();
        }
        assertFilesWithoutToken();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--url http://me:TOKEN@localhost:8000",
                "--url http://me:TOKEN@localhost:8000 --url http://me:TOKEN@localhost:8000",
                "--url http://me:TOKEN@localhost:8000 --replicas 2",
                "--url http://localhost:8000?key=TOKEN",
                "--url http://localhost:1 --scrape-url http://me:TOKEN@localhost:9400/metrics",
                "--url http://localhost:1 --scrape-url http://localhost:9400/metrics?key=TOKEN",
                "--url http://localhost:1 --proxy me:TOKEN@proxy:3128",
                "--url http://localhost:1 --api-key-env TOKENx",
                "--url http://localhost:1 --header-env Authorization=TOKENx",
                "--url http://localhost:1 --header Authorization:TOKEN",
                "--url http://localhost:1 --header-file FOLDER/invalid",
                "--url http://localhost:1 --api-key-file TOKEN",
                "--url http://localhost:1 --api-key-file TOKEN/TOKEN==",
                "--url http://localhost:1 --header-file TOKEN",
                "--url http://localhost:1 --profile-file PROFILE -o TOKEN",
                "--url http://localhost:1 --profile-file PROFILE --profile-env TOKEN",
                "--url http://localhost:1 --profile-file PROFILE -o server.api_key=a,TOKEN",
                "--url http://localhost:1 --profile-file PROFILE -o server.api_key:TOKEN",
                "--url http://localhost:1 --profile-file FOLDER/profile.yaml -o server.api_key.x=1",
                "--url http://localhost:1 --profile-file PROFILE -o server.api_key='TOKEN"
            })
    void refusedTokenIsNotInTheMessage(String arguments) throws Exception {
        writeFiles();
        Files.writeString(folder.resolve("invalid"), "Bearer " + TOKEN + "\n");
        List<String> command = new ArrayList<>(
                List.of("run", "--output-dir", folder.resolve("run").toString()));
        command.addAll(words(arguments));

        Session session = Session.of(command.toArray(String[]::new));

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).hasSizeBetween(1, 2);
        assertThat(session.out() + session.err()).doesNotContain(TOKEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--header Authorization=Bearer_TOKEN",
                "--header X-Auth=TOKEN",
                "--header Cookie=theme=dark;session=TOKEN",
                "--header-file FOLDER/headers",
                "FOLDER/literal.yaml",
                "--api-key-file FOLDER/token",
                "--profile-file FOLDER/profile.yaml -o api.streaming=false",
                "--profile-file PROFILE -o api.streaming=false,x-team=Scheme_TOKEN"
            })
    void tokenThatTheServerRepeatsIsNotInTheReports(String arguments) throws Exception {
        writeFiles();
        try (RepeatingServer server = new RepeatingServer(TOKEN, 15)) {
            List<String> command = new ArrayList<>(
                    List.of("run", "--url", server.url(), "--model", "m", "--no-streaming", "--no-token-counts"));
            command.addAll(List.of("--output-dir", folder.resolve("run").toString(), "--warm-up", "1"));
            if (arguments.contains("--profile-file")) {
                command.addAll(List.of("--dialect", "openai-chat"));
            } else {
                command.addAll(List.of("--dialect", "openai-completions", "--scenario", "single-stream"));
                command.addAll(List.of("--min-duration", "10ms", "--min-queries", "40", "--max-tokens", "2"));
            }
            command.addAll(LenientClient.OPTIONS);
            command.addAll(words(arguments));

            Session session = Session.of(command.toArray(String[]::new));

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.INVALID);
            assertThat(session.out() + session.err())
                    .contains("Incorrect API key provided: ***")
                    .doesNotContain(TOKEN);
        }
        assertFilesWithoutToken();
    }

    @Test
    void probeDoesNotPrintTheTokenThatTheServerRepeats() throws Exception {
        try (RepeatingServer server = new RepeatingServer(TOKEN, 0)) {
            Session session = Session.of(
                    "probe", "--url", server.url(), "--model", "m", "--header", "Authorization=Bearer " + TOKEN);

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.FAILED);
            assertThat(session.out() + session.err())
                    .contains("Incorrect API key provided: ***")
                    .doesNotContain(TOKEN);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --url http://h:1 -o x-team=TOKEN                        | 0 | -o
            --url http://h:1 -o api.headers.A=1,A=TOKEN             | 0 | A=(not shown)
            --url http://h:1 -- -o x-team=TOKEN                     | 0 | -o
            --url http://h:1 -- -ox-team=TOKEN                      | 0 | -o
            --url http://h:1 -- --override=x-team=TOKEN             | 0 | --override=
            --url http://h:1 -- --header X-Auth=TOKEN               | 0 | --header
            --url http://h:1 -- --header=X-Auth=TOKEN               | 0 | --header=
            --url http://h:1 -- --proxy me:TOKEN@proxy:1            | 0 | --proxy
            --url http://h:1 -- --scrape-url http://me:TOKEN@h:1    | 0 | --scrape-url
            --url http://h:1 -- --scrape-url http://h:1/m?key=TOKEN | 0 | --scrape-url
            --url http://h:1 -c FOLDER/scenario.sh                  | 0 | --override
            --url http://me:TOKEN@h:1                               | 2 | a user or password
            --url http://h:1?key=TOKEN                              | 2 | a query
            """)
    void commandsOfLlmdDoNotShowTheToken(String arguments, int exitCode, String shown) throws Exception {
        writeFiles();
        Files.writeString(
                folder.resolve("scenario.sh"),
                "export LLMDBENCH_HARNESS_EXPERIMENT_PROFILE_OVERRIDES=x-team=" + TOKEN + "\n"
                        + "export LLMDBENCH_OF_MINE=" + TOKEN + "\n");
        List<String> command = new ArrayList<>(List.of("llm-d", "run", "-d", "-m", "m", "-w", PROFILE.toString()));
        command.addAll(words(arguments));

        Session session = Session.of(command.toArray(String[]::new));

        assertThat(session.exitCode()).as(session.err()).isEqualTo(exitCode);
        assertThat(session.out() + session.err()).contains(shown).doesNotContain(TOKEN);
    }

    private String[] command(SimulatedServer server, String arguments) {
        List<String> command =
                new ArrayList<>(List.of("run", "--url", server.uri().toString()));
        command.addAll(List.of("--output-dir", folder.resolve("run").toString()));
        if (!arguments.contains("--profile-file")) {
            command.addAll(List.of("--scenario", "single-stream", "--min-duration", "10ms", "--max-tokens", "2"));
        }
        command.addAll(LenientClient.OPTIONS);
        command.addAll(words(arguments));
        return command.toArray(String[]::new);
    }

    /** Runs a command, and searches the command lines of the processes that it starts. */
    private static Session run(Map<String, String> environment, String... command) throws Exception {
        CompletableFuture<Session> session = Session.start(() -> Session.of(environment, command));
        while (true) {
            try {
                return session.get(CHECK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                assertProcessesWithoutToken();
            }
        }
    }

    private static void assertProcessesWithoutToken() {
        assertThat(ProcessHandle.current().descendants().map(SecretLeakTest::commandLine))
                .noneMatch(each -> each.contains(TOKEN));
    }

    private List<String> words(String arguments) {
        return Stream.of(arguments.split(" +"))
                .map(each -> each.replace("FOLDER", folder.toString())
                        .replace("PROFILE", PROFILE.toString())
                        .replace("Bearer_", "Bearer ")
                        .replace("Scheme_", "Scheme ")
                        .replace("TOKEN", TOKEN))
                .toList();
    }

    private void writeFiles() throws IOException {
        Files.writeString(folder.resolve("token"), TOKEN + "\n");
        Files.writeString(folder.resolve("headers"), "# of the server\n\nAuthorization: Bearer " + TOKEN + "\n");
        Files.writeString(
                folder.resolve("variable.yaml"), "server: {header: {Authorization: 'Bearer ${SECRET_VARIABLE}'}}\n");
        Files.writeString(
                folder.resolve("literal.yaml"), "server: {header: {Authorization: 'Bearer " + TOKEN + "'}}\n");
        Files.writeString(
                folder.resolve("profile.yaml"),
                Files.readString(PROFILE).replace("api_key: sesame-and-more", "api_key: " + TOKEN));
    }

    private void assertFilesWithoutToken() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("run"))) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().allSatisfy(each -> assertThat(
                            Files.readString(each, StandardCharsets.ISO_8859_1))
                    .doesNotContain(TOKEN));
        }
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", String.valueOf(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // the process has ended
        }
    }
}
