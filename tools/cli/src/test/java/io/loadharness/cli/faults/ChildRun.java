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

/** A run in a JVM of its own, where something is scarce: starts it, and takes the facts that it tells. */
final class ChildRun {

    /** What a line with a fact begins with. */
    static final String FACT = "fact: ";

    private final List<String> command = new ArrayList<>();

    /** Starts nothing yet. */
    ChildRun(List<String> java, Class<?> main, Object... arguments) {
        List<String> options = new ArrayList<>(List.of(
                "-XX:-UseContainerSupport",
                "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
                "-Djdk.httpclient.disableRetryConnect=true",
                "-Dio.netty.machineId=00:00:00:00:00:00:00:01")); // a network of its own has no other
        options.addAll(java);
        String[] texts = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        command.addAll(JavaCommand.of(options, main, texts));
    }

    /** Has another program start it. */
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
