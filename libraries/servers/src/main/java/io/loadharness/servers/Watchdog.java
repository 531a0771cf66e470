// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process beside that of the harness that only waits for its end, however it comes, and then ends the servers that it has left. It learns of
 * that by the end of its standard input, the other end of which nobody but the harness holds.
 */
final class Watchdog {

    private static final int ALL_IS_WELL = 'q';
    private static final String IGNORING_SIGNALS = "trap '' INT HUP TERM; exec \"$@\"";

    private final Process process;

    private Watchdog(Process process) {
        this.process = process;
    }

    /** Starts one for the servers of a state file. */
    static Watchdog start(LaunchedServers state) throws IOException {
        List<String> command = new ArrayList<>(NewSession.PREFIX);
        command.addAll(List.of(
                "/bin/sh",
                "-c",
                IGNORING_SIGNALS,
                "watchdog",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                ownClasses(),
                Watchdog.class.getName(),
                state.file().toString()));
        return new Watchdog(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        Redirect.to(state.folder().resolve("watchdog.log").toFile()))
                .start());
    }

    private static String ownClasses() throws IOException {
        try {
            return Path.of(Watchdog.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /** Sends it home; the servers are not its business any more. */
    void dismiss() {
        try (OutputStream in = process.getOutputStream()) {
            in.write(ALL_IS_WELL);
        } catch (IOException e) {
            // it is no more
        }
    }

    /** The process of the watchdog. */
    public static void main(String[] arguments) throws IOException {
        if (System.in.read() == ALL_IS_WELL) {
            return;
        }
        Path file = Path.of(arguments[0]);
        if (Files.exists(file)) {
            StopReport report = LaunchedServers.read(file).stop();
            System.out.println("The harness is gone; ended " + report.processes() + " of its servers.");
            report.remarks().forEach(System.out::println);
        }
    }
}
