// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Starts a process in a new session. Ctrl-C in the terminal does not stop the process, and its children can be identified by the session.
 */
final class NewSession {

    /** The prefix of the command line; empty if {@code setsid} is not installed. */
    static final List<String> PREFIX = Stream.of("/usr/bin/setsid", "/bin/setsid")
            .filter(program -> Files.isExecutable(Path.of(program)))
            .limit(1)
            .toList();

    private NewSession() {}
}
