// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class JvmShutdownTest {

    @Test
    void aHaltWritesWhatWasPrinted() throws Exception {
        assertThat(outputOfHalt("writes")).isEqualTo("last line of out");
    }

    @Test
    void aHaltDoesNotWaitForATerminalThatAcceptsNoOutput() throws Exception {
        assertThat(outputOfHalt("stalls")).isEmpty();
    }

    private static String outputOfHalt(String mode) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Halting.class.getName(),
                        mode)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).isEqualTo(Halting.STATUS);
            return output;
        } finally {
            process.destroyForcibly();
        }
    }

    /** A program whose output is written only when checkError() is called, as for a stream that has its own thread. */
    static final class Halting {

        private static final int STATUS = 9;

        private Halting() {}

        public static void main(String[] arguments) {
            PrintStream terminal = System.out;
            boolean stalls = arguments[0].equals("stalls");
            System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
                @Override
                public boolean checkError() {
                    if (stalls) {
                        awaitForever();
                    }
                    terminal.print("last line of out");
                    return terminal.checkError();
                }
            });
            Runtime.getRuntime().addShutdownHook(new Thread(Halting::awaitForever));
            JvmShutdown.halt(STATUS);
        }

        private static void awaitForever() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
