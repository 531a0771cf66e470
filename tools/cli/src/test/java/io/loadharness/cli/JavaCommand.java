// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that start a program in a separate JVM, with the class path of the tests. */
public final class JavaCommand {

    /** The JVM that runs the tests. */
    public static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** JVM options for programs that run for seconds, without costly compilation. The launcher uses them for short commands. */
    public static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private JavaCommand() {}

    /** Starts the command line. */
    public static List<String> harness(List<String> options, String... arguments) {
        return of(options, Harness.class, arguments);
    }

    /** Starts a class. */
    public static List<String> of(List<String> options, Class<?> main, String... arguments) {
        return of(options, System.getProperty("java.class.path"), main, arguments);
    }

    /** Starts a class from another class path. */
    public static List<String> of(List<String> options, String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(JAVA);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(SHORT_LIVED);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
