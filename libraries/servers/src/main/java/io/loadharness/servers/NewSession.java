// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A session of its own for a process, so that Ctrl-C at the terminal does not reach it, and that its children are known by it. */
final class NewSession {

    /** What stands before a command line; nothing where there is no such program. */
    static final List<String> PREFIX = Stream.of("/usr/bin/setsid", "/bin/setsid")
            .filter(program -> Files.isExecutable(Path.of(program)))
            .limit(1)
            .toList();

    private NewSession() {}
}
