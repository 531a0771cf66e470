// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadharness.cluster.LaunchRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that prepares a host, run on this machine. In some tests, another script takes the place of ssh. */
@EnabledOnOs(OS.LINUX)
class SshPreparationTest {

    private static final int ROUNDS = 10;
    private static final int RUNS = 6;

    @TempDir
    Path temporary;

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private Path java;

    @BeforeEach
    void makeJava() throws IOException {
        java = makeProgram("java", "echo ' java.specification.version = 17'");
    }

    private Path makeProgram(String name, String script) throws IOException {
        Path program = Files.writeString(temporary.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program;
    }

    /** Returns the words before a command that make a script take the place of ssh. */
    private List<String> withSsh(String script) throws IOException {
        makeProgram("ssh", script);
        return List.of("env", "PATH=" + temporary + ":" + System.getenv("PATH"));
    }

    private static boolean prepare(SshPreparation preparation, ProgramBundle bundle, Path java) throws Exception {
        return preparation.prepare("n1", bundle, java.toString());
    }

    @Test
    void reportsThatItCopiesTheProgram() throws Exception {
        List<String> here = withSsh("for command; do :; done; HOME='" + temporary + "' exec sh -c \"$command\"");
        Path jar = Files.writeString(temporary.resolve("program.jar"), "x".repeat(2_500_000));
        try (ProgramBundle bundle = ProgramBundle.of(List.of(jar), "exit 0\n")) {
            SshPreparation preparation = new SshPreparation(new SshCommand(here, List.of()), messages::add);
            assertThat(prepare(preparation, bundle, java)).isTrue();
            assertThat(prepare(preparation, bundle, java)).isFalse();
            assertThat(messages).containsExactly("Copying LoadHarness (2 MB) to n1. Later runs use this copy.");
            Path old = makeProgram("old", "echo ' java.specification.version = 1.8'");
            assertThatThrownBy(() -> prepare(preparation, bundle, old))
                    .hasMessageStartingWith("the host n1 has Java 1.8 at `" + old + "`, which is too old: ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "echo 'loadharness: java 17'; ", "echo 'loadharness: missing'; "})
    void refusesAHostThatMakesNoProgress(String script) throws Exception {
        List<String> silent = withSsh(script + "exec sleep 600");
        Path jar = Files.writeString(temporary.resolve("program.jar"), "x".repeat(2_500_000));
        try (ProgramBundle bundle = ProgramBundle.of(List.of(jar), "exit 0\n")) {
            SshPreparation preparation =
                    new SshPreparation(new SshCommand(silent, List.of()), messages::add, Duration.ofSeconds(1));
            assertThatThrownBy(() -> prepare(preparation, bundle, java))
                    .isInstanceOf(IOException.class)
                    .hasMessage("the host n1 made no progress for 1 s while it checked or received the program: check"
                            + " that `ssh n1 ls .cache/loadharness` responds");
        }
    }

    @Test
    void sshAcceptsTheCommandIfTheUserHasConfiguredAnother() throws Exception {
        assumeThat(Path.of("/usr/bin/ssh")).isExecutable();
        Path config = Files.writeString(temporary.resolve("config"), "Host *\nRemoteCommand tmux\n");
        List<String> words = new ArrayList<>(new SshCommand(List.of(), List.of()).words("n1", "true"));
        words.addAll(1, List.of("-G", "-F", config.toString())); // -G prints the options, and does not connect
        Process ssh = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(ssh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(ssh.waitFor()).as(output).isZero();
        assertThat(output).contains("host n1").doesNotContain("tmux");
    }

    @Test
    void saysThatSshIsMissing() throws Exception {
        Path setsid = Path.of("/usr/bin/setsid");
        assumeThat(setsid).isExecutable();
        // Without a prefix, the launcher itself puts setsid before ssh.
        List<String> withoutSsh = List.of("env", "PATH=" + temporary, setsid.toString(), "--wait");
        assertThatThrownBy(() -> new SshLauncher(withoutSsh).start(request("n1")))
                .isInstanceOf(IOException.class)
                .hasMessage("the command `ssh` could not be started: install OpenSSH's client, on Debian and Ubuntu by"
                        + " `sudo apt-get install openssh-client`");
    }

    @Test
    void saysThatTheDiskIsFullWhenAWorkerStarts() throws Exception {
        makeProgram(
                "mktemp",
                "case $2 in */.pipe.*) echo \"mktemp: failed to create directory: No space left on device\" >&2; exit 1;;"
                        + " esac; exec /usr/bin/mktemp \"$@\"");
        List<String> here = withSsh("for command; do :; done; HOME='" + temporary + "' exec sh -c \"$command\"");
        Path jar = Files.writeString(temporary.resolve("program.jar"), "program");
        LaunchRequest request = new LaunchRequest(
                1,
                List.of(jar),
                "Main",
                List.of(),
                "secret",
                Map.of("hosts", "n1", "java", java.toString()),
                temporary,
                messages::add);
        assertThatThrownBy(() -> new SshLauncher(here).start(request))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "n1 could not start the worker (mktemp: failed to create directory: No space left on device):"
                                + " check the space and the permissions of ~/.cache/loadharness there");
    }

    private LaunchRequest request(String hosts) {
        return new LaunchRequest(
                1, List.of(temporary), "Main", List.of(), "secret", Map.of("hosts", hosts), temporary, messages::add);
    }

    @Test
    void namesTheFileThatContainsTheHosts() throws Exception {
        Path hosts = Files.writeString(temporary.resolve("n1"), "h1\nh2\n");
        SshLauncher launcher = new SshLauncher(withSsh("exit 255"));

        assertThatThrownBy(() -> launcher.start(request(hosts.toString()))).isInstanceOf(IOException.class);

        assertThat(messages).containsExactly("--hosts: 2 from the file " + hosts);
        assertThat(launcher.describe(request(hosts.toString()))).startsWith("# Hosts from the file " + hosts + "\n");
        assertThat(launcher.describe(request("n1"))).doesNotContain("from the file");
    }

    @Test
    void anInterruptedStartLeavesNoProcess() throws Exception {
        Path pid = temporary.resolve("pid");
        List<String> silent = withSsh("echo $$ >'" + pid + "'; exec sleep 600");
        LaunchRequest request = request("n1");
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread start = new Thread(() -> {
            try {
                new SshLauncher(silent).start(request);
            } catch (IOException | InterruptedException e) {
                failure.complete(e);
            }
        });
        start.start();
        String ssh = LauncherContract.await(
                () -> Files.exists(pid) ? Files.readString(pid).strip() : "", each -> !each.isEmpty());
        start.interrupt();

        assertThat(failure.join()).isInstanceOf(InterruptedException.class);
        LauncherContract.awaitEnd(List.of(Long.valueOf(ssh)));
    }

    @Test
    @Tag("load")
    void severalRunsCopyTheSameProgram() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            checkThatAllRunsHaveTheProgram(Files.createDirectory(temporary.resolve("home-" + round)), false);
        }
    }

    @Test
    @Tag("load")
    void severalRunsRepairTheSameProgram() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            checkThatAllRunsHaveTheProgram(Files.createDirectory(temporary.resolve("home-" + round)), true);
        }
    }

    private void checkThatAllRunsHaveTheProgram(Path home, boolean damaged) throws Exception {
        Path jar = Files.writeString(temporary.resolve("program.jar"), "program");
        try (ProgramBundle bundle = ProgramBundle.of(List.of(jar), "exit 0\n")) {
            Path program = home.resolve(".cache/loadharness/programs").resolve(bundle.hash());
            if (damaged) {
                Files.createDirectories(program);
                Files.writeString(program.resolve("000-program.jar"), "damaged");
            }
            List<Process> runs = new ArrayList<>();
            for (int run = 0; run < RUNS; run++) {
                runs.add(prepare(home, bundle));
            }
            for (Process run : runs) {
                String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(run.waitFor()).as(output).isZero();
                assertThat(output).containsPattern("loadharness: (present|copied)");
            }
            assertThat(program.resolve("000-program.jar")).hasContent("program");
            assertThat(program.getParent()).isDirectoryNotContaining("glob:**/.copy.*");
        }
    }

    private Process prepare(Path home, ProgramBundle bundle) throws IOException {
        Path archive = temporary.resolve("program.tar");
        if (!Files.exists(archive)) {
            try (var out = Files.newOutputStream(archive)) {
                bundle.writeTar(out);
            }
        }
        String command = new SshPreparation(new SshCommand(List.of(), List.of()), messages::add)
                .remoteCommand(bundle.hash(), java.toString());
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectInput(archive.toFile());
        builder.environment().put("HOME", home.toString());
        return builder.start();
    }
}
