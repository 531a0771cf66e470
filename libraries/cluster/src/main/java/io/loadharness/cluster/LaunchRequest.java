// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The worker processes that a {@link Launcher} starts. The program reads its rank from {@code --rank}. The program reads the secret from
 * {@code --secret-file FILE}, or from the first line of its standard input. If the program reads the secret from its standard input, it
 * ends when the input ends.
 *
 * @param workers the number of workers
 * @param classPath the jars and folders of the program
 * @param mainClass the main class of the program
 * @param arguments the arguments of the program, without the rank; they contain no secrets
 * @param secret one line of text that the program needs to connect; it must never appear in arguments, in environments, in logs, or in
 *     files that other users can read
 * @param options the options of the launcher that the user set, such as {@code hosts} or {@code partition}; newlines separate several
 *     values of one option
 * @param logs an existing folder for the output of the workers, one file {@code worker-RANK.log} for each
 * @param messages receives messages for the user while the workers start, for example that a launcher copies the program; thread-safe
 */
public record LaunchRequest(
        int workers,
        List<Path> classPath,
        String mainClass,
        List<String> arguments,
        String secret,
        Map<String, String> options,
        Path logs,
        Consumer<String> messages) {

    public LaunchRequest {
        classPath = List.copyOf(classPath);
        arguments = List.copyOf(arguments);
        options = Map.copyOf(options);
    }

    /** Creates a request that ignores messages. */
    public LaunchRequest(
            int workers,
            List<Path> classPath,
            String mainClass,
            List<String> arguments,
            String secret,
            Map<String, String> options,
            Path logs) {
        this(workers, classPath, mainClass, arguments, secret, options, logs, message -> {});
    }

    /** Returns the number of workers, the program and its arguments, without the secret. */
    @Override
    public String toString() {
        return workers + " workers of " + mainClass + " " + String.join(" ", arguments);
    }
}
