// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.servers.LaunchedServers;
import io.loadharness.servers.ServerSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Parameters;

/** The file that a command on servers is given, and the servers that were started by it. */
final class DescribedServers {

    @Parameters(
            paramLabel = "FILE",
            description = "What describes the servers: YAML as in docs/servers.md, or a run file with server.start.")
    private Path file;

    Path file() {
        return file;
    }

    ServerSpec spec() throws IOException {
        return ServerFile.read(file, System.getenv());
    }

    /** Those that were started and not stopped, by hand or by a run that goes on or was killed; the oldest first. */
    List<LaunchedServers> started() throws IOException {
        return ofThisFile(LaunchedServers.in(logFolder()));
    }

    /** The same, without those that cannot be read; what is wrong with one of these goes to {@code damaged}. */
    List<LaunchedServers> started(Consumer<IOException> damaged) throws IOException {
        return ofThisFile(LaunchedServers.in(logFolder(), damaged));
    }

    private List<LaunchedServers> ofThisFile(List<LaunchedServers> states) throws IOException {
        String source = file.toRealPath().toString();
        return states.stream().filter(each -> each.source().equals(source)).toList();
    }

    /** That there are none, and where that was found out. */
    String absence() throws IOException {
        return "No server of " + file + " is known in its log_folder, "
                + logFolder().toAbsolutePath().normalize();
    }

    private Path logFolder() throws IOException {
        return ServerFile.logFolder(file, System.getenv());
    }
}
