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
 * A separate process that waits until the harness ends or is killed, and then stops the remaining servers. The harness keeps the standard
 * input of the watchdog open. The end of this input shows that the harness has ended.
 */
final class Watchdog {

    private static final int DISMISS = 'q';
    private static final String IGNORING_SIGNALS = "trap '' INT HUP TERM; exec \"$@\"";

    private final Process process;

    private Watchdog(Process process) {
        this.process = process;
    }

    /** Starts a watchdog for the servers of a state file. */
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
                        Redirect.to(LaunchedServers.createFile(state.folder().resolve("watchdog.log"))
                                .toFile()))
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

    /** Ends the watchdog without stopping the servers. */
    void dismiss() {
        try (OutputStream in = process.getOutputStream()) {
            in.write(DISMISS);
        } catch (IOException e) {
            // the watchdog has already ended
        }
    }

    /** Runs the watchdog process. */
    public static void main(String[] arguments) throws IOException {
        if (System.in.read() == DISMISS) {
            return;
        }
        Path file = Path.of(arguments[0]);
        if (Files.exists(file)) {
            StopReport report = LaunchedServers.read(file).stop();
            System.out.println("The harness has ended; stopped " + report.processes() + " of its servers.");
            report.warnings().forEach(System.out::println);
        }
    }
}
