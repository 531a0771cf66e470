// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A command-line prefix that runs a program in a new session. Ctrl-C in the terminal does not stop this program. All its child processes
 * can be found by their session id.
 */
final class NewSession {

    /** The prefix; empty if {@code setsid} is not installed. */
    static final List<String> PREFIX = Stream.of("/usr/bin/setsid", "/bin/setsid")
            .filter(program -> Files.isExecutable(Path.of(program)))
            .limit(1)
            .toList();

    private NewSession() {}
}
