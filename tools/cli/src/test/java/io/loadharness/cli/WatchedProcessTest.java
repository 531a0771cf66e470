// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WatchedProcessTest {

    /** Prints a line and never ends. */
    static final class Hanging {

        private Hanging() {}

        public static void main(String[] arguments) throws InterruptedException {
            System.out.println("started");
            new CountDownLatch(1).await();
        }
    }

    @Test
    void endOfTheOutputEndsTheWait() throws Exception {
        try (WatchedProcess child = WatchedProcess.start(new ProcessBuilder("echo", "all of it"))) {
            assertThatThrownBy(() -> child.await("more"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("the process did not write 'more'; its output has ended. Output:\nall of it\n");
        }
    }

    @Test
    void timeoutShowsTheThreadsAndEndsTheProcess() throws Exception {
        List<String> command = JavaCommand.of(List.of(), Hanging.class);
        try (WatchedProcess child = WatchedProcess.start(new ProcessBuilder(command))) {
            child.await("started");

            assertThatThrownBy(() -> child.exitCode(Duration.ofMillis(1)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageStartingWith("the process did not end in time. Output:\nstarted\n")
                    .hasMessageContaining("WatchedProcessTest$Hanging.main");
            assertThat(child.output()).isEqualTo("started\n");
        }
    }
}
