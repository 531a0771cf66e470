// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A run that a {@link RunSubmitter} starts in a cluster.
 *
 * @param workers the number of workers, not counting the coordinator
 * @param arguments the arguments of the program {@code harness} for the coordinator, such as {@code run} and {@code server.yaml}. They
 *     contain no secrets, no options for workers and no output folder. The working directory contains {@code files}
 * @param files the text of each file that the run needs, by the name of the file
 * @param secretFiles the names of the files that may contain secrets; only the pods of the run may read them
 * @param secret one line of text that the coordinator and the workers need to connect; it must never appear in arguments, in environments
 *     or in logs
 * @param options the options of the launcher that the user set, such as {@code namespace} or {@code image}; newlines separate several
 *     values of one option
 */
public record SubmitRequest(
        int workers,
        List<String> arguments,
        Map<String, String> files,
        Set<String> secretFiles,
        String secret,
        Map<String, String> options) {

    public SubmitRequest {
        if (workers < 1) {
            throw new IllegalArgumentException("--workers must be at least 1: got " + workers);
        }
        arguments = List.copyOf(arguments);
        files = Map.copyOf(files);
        secretFiles = Set.copyOf(secretFiles);
        options = Map.copyOf(options);
    }

    /** Returns a new random secret. */
    public static String newSecret() {
        return Secrets.create(Optional.of(Secrets.ANY)).line();
    }

    /** Returns the number of workers and the arguments, without the secret. */
    @Override
    public String toString() {
        return workers + " workers of " + String.join(" ", arguments);
    }
}
