// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadharness.cli.JavaCommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A run in a separate JVM with limited resources. This class starts the run, and reads the facts that it prints. */
final class ChildRun {

    /** The prefix of a line with a fact. */
    static final String FACT = "fact: ";

    private final List<String> command = new ArrayList<>();

    /** Prepares a run without starting it. */
    ChildRun(List<String> java, Class<?> main, Object... arguments) {
        List<String> options = new ArrayList<>(List.of(
                "-XX:-UseContainerSupport",
                "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
                "-Djdk.httpclient.disableRetryConnect=true",
                "-Dio.netty.machineId=00:00:00:00:00:00:00:01")); // the network namespace has no hardware address
        options.addAll(java);
        String[] texts = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        command.addAll(JavaCommand.of(options, main, texts));
    }

    /** Starts the run through another program. */
    ChildRun by(String... starter) {
        command.addAll(0, List.of(starter));
        return this;
    }

    Map<String, String> facts() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String output = new String(child.getInputStream().readAllBytes(), UTF_8);
            int exitCode = child.waitFor();
            if (exitCode != 0) {
                throw new AssertionError("the child ended with " + exitCode + ": " + output);
            }
            return output.lines()
                    .filter(line -> line.startsWith(FACT))
                    .map(line -> line.substring(FACT.length()).split("=", 2))
                    .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        } finally {
            child.destroyForcibly();
        }
    }
}
