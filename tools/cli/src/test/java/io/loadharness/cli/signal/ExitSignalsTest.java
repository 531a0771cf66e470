// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.InterruptSignal;
import io.loadharness.cli.JavaCommand;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitSignalsTest {

    @ParameterizedTest
    @CsvSource({"INT, INT, 130", "TERM, TERM, 143", "INT, TERM, 143", "TERM, INT, 130"})
    void laterSignalEndsTheProcess(String first, String second, int code) throws Exception {
        if (List.of(first, second).contains("INT")) {
            InterruptSignal.assumeHandled();
        }
        Process process = new ProcessBuilder(JavaCommand.of(List.of(), Stubborn.class)).start();
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("running");
            send(first, process);
            assertThat(said.readLine()).isEqualTo("ending");
            send(second, process);

            assertThat(process.waitFor()).isEqualTo(code);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void send(String signal, Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** A program whose shutdown never ends. On its clock, the time in which several signals count as one is over before the shutdown. */
    static final class Stubborn {

        private Stubborn() {}

        public static void main(String[] arguments) throws InterruptedException {
            CountDownLatch never = new CountDownLatch(1);
            AtomicLong now = new AtomicLong();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                now.addAndGet(SignalRule.SAME_NANOS);
                System.out.println("ending");
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
            ExitSignals.listen(now::get);
            System.out.println("running");
            never.await();
        }
    }
}
