// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A separate {@code harness simulate} process. Its garbage collection and threads do not slow the client. */
final class SimulatorProcess implements AutoCloseable {

    static final String MODEL = "calibration";
    private static final String SERVING = "Serving " + MODEL + " at ";

    private final Process process;
    private final URI uri;

    private SimulatorProcess(Process process, URI uri) {
        this.process = process;
        this.uri = uri;
    }

    /** Starts a simulator with command-line options, and waits until it is ready. */
    static SimulatorProcess start(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.loadharness.cli.Harness",
                "simulate",
                "--port",
                "0",
                "--model",
                MODEL));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            return new SimulatorProcess(process, uri(process));
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static URI uri(Process process) throws IOException {
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String last = "";
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(SERVING)) {
                return URI.create(line.substring(SERVING.length()));
            }
            last = line;
        }
        throw new IOException("the simulator did not start: " + last);
    }

    URI uri() {
        return uri;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
