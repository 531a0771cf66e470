// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import io.loadharness.cli.output.StandardStreams;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** The command line in a process whose standard output is full before the command starts. */
final class FullOutput {

    /** More bytes than a pipe and the queue of standard output hold before printing waits. */
    private static final int BYTES = 1 << 20;

    private FullOutput() {}

    public static void main(String[] arguments) {
        StandardStreams.install();
        Thread printing = new Thread(() -> System.out.println("x".repeat(BYTES)), "other-output");
        printing.setDaemon(true);
        printing.start();
        while (printing.getState() != Thread.State.WAITING) { // it waits for space in the queue
            Thread.onSpinWait();
        }
        System.exit(Harness.execute(
                System.getenv(),
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                arguments));
    }
}
