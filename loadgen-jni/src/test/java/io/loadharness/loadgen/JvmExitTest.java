package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LogSettings;
import io.loadharness.Scenario;
import io.loadharness.TestRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The JVM is told to exit while a run goes on, by every way there is. */
@DisabledOnOs(OS.WINDOWS)
class JvmExitTest {

    @TempDir
    Path logs;

    @Test
    void aTerminatedJvmAbortsItsRun() throws Exception {
        Child child = new Child("wait");
        child.awaitLine("running");
        child.signal("TERM");
        child.awaitLine("ABORTED [the JVM was told to exit]");
        assertThat(child.exitCode()).isEqualTo(143);
        assertLogsAreWhole();
    }

    @Test
    void anInterruptedJvmAbortsItsRun() throws Exception {
        Child child = new Child("wait");
        child.awaitLine("running");
        child.signal("INT");
        child.awaitLine("ABORTED [the JVM was told to exit]");
        assertThat(child.exitCode()).isEqualTo(130);
        assertLogsAreWhole();
    }

    @Test
    void anExitInACallbackEndsTheJvm() throws Exception {
        Child child = new Child("exit");
        child.awaitLine("ABORTED [the JVM was told to exit, and the run has not come to its end since]");
        assertThat(child.exitCode()).isEqualTo(7);
        assertThat(Files.readString(logs.resolve("mlperf_log_detail.txt"))).contains("effective_scenario");
    }

    @Test
    void aKilledJvmLeavesNothingBehind() throws Exception {
        Child child = new Child("wait");
        child.awaitLine("running");
        child.process.destroyForcibly();
        assertThat(child.exitCode()).isEqualTo(137);
        try (var left = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(left.map(Path::getFileName).map(Path::toString))
                    .noneMatch(name -> name.startsWith("loadgen-engine"));
        }
    }

    private void assertLogsAreWhole() throws IOException {
        assertThat(Files.readString(logs.resolve("mlperf_log_detail.txt")))
                .contains("effective_scenario")
                .endsWith("\n");
    }

    /** A JVM that runs {@link Main}. */
    private final class Child {

        private final Process process;
        private final BufferedReader output;

        Child(String what) throws IOException {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                    Main.class.getName(),
                    what,
                    logs.toString()));
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            output = process.inputReader();
        }

        void awaitLine(String expected) throws IOException {
            String line = output.readLine();
            while (line != null && !line.equals(expected)) {
                line = output.readLine();
            }
            assertThat(line).isEqualTo(expected);
        }

        void signal(String name) throws IOException, InterruptedException {
            new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
        }

        int exitCode() throws InterruptedException {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        }
    }

    /** What the child runs: a run without an end. */
    static final class Main {

        private Main() {}

        public static void main(String[] arguments) throws Exception {
            boolean exits = arguments[0].equals("exit");
            TestRun run = new MlperfLoadGen()
                    .start(
                            QuickRuns.system(query -> {
                                query.completeAll();
                                if (exits) {
                                    System.exit(7);
                                }
                            }),
                            QuickRuns.LIBRARY,
                            QuickRuns.endless(Scenario.SERVER).build(),
                            LogSettings.in(Path.of(arguments[1])));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> print(run)));
            while (run.progress().completed() == 0) {
                Thread.onSpinWait();
            }
            System.out.println("running");
            run.await();
        }

        private static void print(TestRun run) {
            try {
                var result = run.await();
                System.out.println(result.verdict() + " " + result.reasons());
            } catch (Exception e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
