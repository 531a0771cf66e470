// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import io.loadharness.servers.LaunchedServers;
import io.loadharness.servers.LogMask;
import io.loadharness.servers.ServerSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Parameters;

/** The parameter FILE of the {@code harness server} commands. Finds the servers that were started with this file. */
final class ServerFileParameter {

    @Parameters(
            paramLabel = "FILE",
            description = "A YAML file that describes the servers (see docs/guides/servers.md), or a run file with the"
                    + " key 'server.start'.")
    private Path file;

    Path file() {
        return file;
    }

    ServerSpec spec() throws IOException {
        return ServerFile.read(file, System.getenv());
    }

    /** Returns the mask for the logs of the servers. */
    LogMask logMask() throws IOException {
        return ServerFile.logMask(file, System.getenv());
    }

    /** Returns the servers that were started with this file and are not stopped yet, the oldest first. A command or a run started them. */
    List<LaunchedServers> started() throws IOException {
        return startedFromFile(LaunchedServers.in(logFolder()));
    }

    /**
     * Returns the servers as {@link #started()} does, but without servers whose state cannot be read. Passes each read error to
     * {@code damaged}.
     */
    List<LaunchedServers> started(Consumer<IOException> damaged) throws IOException {
        return startedFromFile(LaunchedServers.in(logFolder(), damaged));
    }

    private List<LaunchedServers> startedFromFile(List<LaunchedServers> states) throws IOException {
        String source = file.toRealPath().toString();
        return states.stream().filter(each -> each.source().equals(source)).toList();
    }

    /** Returns the message that no servers were found. The message names the searched folder. */
    String noServersMessage() throws IOException {
        return "No started server of " + file + " found in the log_folder of that file, "
                + logFolder().toAbsolutePath().normalize();
    }

    private Path logFolder() throws IOException {
        return ServerFile.logFolder(file, System.getenv());
    }
}
