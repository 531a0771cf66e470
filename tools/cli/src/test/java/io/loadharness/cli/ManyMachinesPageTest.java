// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Executes every command of {@code docs/guides/many-machines.md}. Commands with workers on this machine send a shorter load. Commands for
 * other machines print what they would start; EngineRunTest executes them on hosts in network namespaces.
 */
@Tag("load")
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class ManyMachinesPageTest {

    private static final Path PAGE = Path.of("../../docs/guides/many-machines.md");
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");
    private static final Pattern COUNT = Pattern.compile("--workers (\\d+)");
    private static final Pattern HOSTS = Pattern.compile("--hosts (\\S+)");
    private static final Pattern BY_HAND = Pattern.compile("(?m)^echo \"\\$SECRET\" \\| harness (worker .+)$");
    private static final Pattern ADDRESS = Pattern.compile("http://[\\w.]+:8000");

    /** Replaces the load of {@code run.yaml}. */
    private static final List<String> SHORT_LOAD = List.of("--target-qps=20", "--min-duration=1s", "--min-queries=20");

    @TempDir
    Path folder;

    private Path runFile;

    @BeforeEach
    void writeRunFile() {
        runFile = folder.resolve("run.yaml");
        assertThat(Session.of("init", "server", "--output=" + runFile).exitCode())
                .isEqualTo(ExitCode.OK);
    }

    static List<String> commands() {
        return PageCommands.of(PAGE);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void executesEveryCommandOfThePage(String command) throws IOException {
        if (command.contains("--on local") && !command.contains("--print")) {
            run(command);
        } else {
            print(command.contains("--print") ? command : command + " --print");
        }
    }

    private List<String> words(String command) {
        List<String> words = new ArrayList<>(Arrays.asList(PageCommands.words(command)));
        words.replaceAll(each -> each.equals("run.yaml") ? runFile.toString() : each);
        words.add("--output-dir=" + folder.resolve("run"));
        return words;
    }

    private void run(String command) throws IOException {
        Session session;
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            String url = server.uri().toString();
            String shorter = command.replace("--rate 300", "--rate 30").replace("--duration 5m", "--duration 2s");
            List<String> words = words(ADDRESS.matcher(shorter).replaceAll(url));
            words.addAll(LenientClient.OPTIONS);
            words.addAll(List.of("--start-timeout=5m", "--max-tokens=4"));
            if (command.startsWith("run run.yaml")) {
                words.addAll(SHORT_LOAD);
            }
            session = Session.of(Map.of("SERVER_URL", url), words.toArray(String[]::new));
        }

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isIn(ExitCode.OK, ExitCode.INVALID); // on a busy machine
        JsonNode result =
                new ObjectMapper().readTree(folder.resolve("run/result.json").toFile());
        assertThat(result.at("/counts/failed").asLong()).isZero();
        assertThat(result.at("/counts/completed").asLong()).isGreaterThanOrEqualTo(20);
        assertThat(result.get("workers")).hasSize(Integer.parseInt(found(COUNT, command)));
    }

    private void print(String command) {
        Session session = Session.of(words(command).toArray(String[]::new));

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("WorkerProgram --connect COORDINATOR:PORT");
        if (command.contains("--on ssh")) {
            for (String host : found(HOSTS, command).split(",", -1)) {
                assertThat(session.out()).containsPattern("(?m)^ssh .*\\b" + host + "\\b.*WorkerProgram");
            }
        } else if (command.contains("--on slurm")) {
            assertThat(session.outLines())
                    .contains("#SBATCH --ntasks=" + found(COUNT, command), "#SBATCH --partition=gpu");
        } else {
            IntStream.range(0, Integer.parseInt(found(COUNT, command)))
                    .forEach(rank -> assertThat(session.out()).contains(" --rank " + rank + "\n"));
        }
        assertThat(folder.resolve("run")).doesNotExist();
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return matcher.group(1);
    }

    @Test
    void theKeysOfThePageSelectTheWorkersInARunFile() throws IOException {
        Files.writeString(runFile, "\n" + found(YAML, PageCommands.text(PAGE)), StandardOpenOption.APPEND);

        Session session = Session.of(words("run run.yaml --print").toArray(String[]::new));

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains(" --rank 3\n").doesNotContain(" --rank 4");
    }

    @Test
    void theCommandOfAWorkerWithoutALauncherParses() {
        String[] words = PageCommands.words(found(BY_HAND, PageCommands.text(PAGE)));

        assertThatNoException()
                .isThrownBy(() -> Harness.commandLine(List.of(words)).parseArgs(words));
    }
}
