// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A child JVM for tests that would harm the JVM of the tests. */
final class ChildJvm {

    private final Process process;
    private final BufferedReader output;

    ChildJvm(List<String> options, Class<?> main, String... arguments) throws IOException {
        this(Map.of(), options, main, arguments);
    }

    /** Starts a child with additional environment variables. */
    ChildJvm(Map<String, String> environment, List<String> options, Class<?> main, String... arguments)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command(options, main, arguments)).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        process = builder.start();
        output = process.inputReader();
    }

    static List<String> command(List<String> options, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1"); // compiling once is enough for seconds
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs a child until its end, and returns its standard output and its standard error. */
    static String outputOf(List<String> options, Class<?> main, String... arguments) throws IOException {
        Process child = new ProcessBuilder(command(options, main, arguments))
                .redirectErrorStream(true)
                .start();
        return new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reads until the child writes a line. A child that hangs is killed after a while, and the test fails. */
    void awaitLine(String expected) throws IOException {
        CompletableFuture<Void> hanging =
                CompletableFuture.runAsync(this::kill, CompletableFuture.delayedExecutor(100, TimeUnit.SECONDS));
        try {
            String line = output.readLine();
            while (line != null && !line.equals(expected)) {
                line = output.readLine();
            }
            assertThat(line).isEqualTo(expected);
        } finally {
            hanging.cancel(false);
        }
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
    }

    void kill() {
        process.destroyForcibly();
    }

    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
