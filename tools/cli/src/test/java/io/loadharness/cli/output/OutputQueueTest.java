// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class OutputQueueTest {

    private static final Duration FOREVER = Duration.ofDays(1);

    /** A stream whose reader reads one write for each permit. */
    private static final class SlowTarget extends OutputStream {

        private final Semaphore permits = new Semaphore(0);
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void write(int value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(byte[] written) throws IOException {
            permits.acquireUninterruptibly();
            bytes.write(written);
        }
    }

    private final SlowTarget target = new SlowTarget();

    @Test
    void keepsTheOrderOfTwoStreams() {
        ByteArrayOutputStream terminal = new ByteArrayOutputStream();
        OutputQueue queue = OutputQueue.start(FOREVER);
        PrintStream out = queue.stream(terminal, UTF_8);
        PrintStream err = queue.stream(terminal, UTF_8);

        for (int i = 0; i < 1000; i++) {
            out.print("o" + i);
            err.print("é" + i);
            out.print(' ');
        }

        assertThat(err.checkError()).isFalse();
        assertThat(terminal.toString(UTF_8)).startsWith("o0é0 o1é1 o2é2 ").endsWith("o998é998 o999é999 ");
    }

    @Test
    void anOrdinaryEndWaitsForTheReader() throws Exception {
        PrintStream out = OutputQueue.start(Duration.ZERO).stream(target, UTF_8);
        out.print("all of it");
        Thread end = start(out::checkError);
        awaitBlocked(end);

        target.permits.release();
        end.join();

        assertThat(target.bytes).hasToString("all of it");
    }

    @Test
    void aFullQueueDelaysPrintingUntilItsEnd() throws Exception {
        OutputQueue queue = OutputQueue.start(Duration.ZERO);
        PrintStream out = queue.stream(target, UTF_8);
        Thread printing = start(() -> out.print("x".repeat(3 * OutputQueue.CAPACITY)));
        awaitBlocked(printing);

        queue.end();
        printing.join();
        queue.await();

        assertThat(target.bytes.size()).isZero();
    }

    @Test
    void printingContinuesAsTheReaderReads() {
        PrintStream out = OutputQueue.start(FOREVER).stream(target, UTF_8);
        target.permits.release(1000);

        out.print("x".repeat(3 * OutputQueue.CAPACITY));

        assertThat(out.checkError()).isFalse();
        assertThat(target.bytes.size()).isEqualTo(3 * OutputQueue.CAPACITY);
    }

    @Test
    void theEndWaitsAsLongAsTheReaderReads() throws Exception {
        OutputQueue queue = OutputQueue.start(FOREVER);
        PrintStream out = queue.stream(target, UTF_8);
        queue.end();
        for (int i = 0; i < 10; i++) {
            out.print(i);
        }
        Thread end = start(queue::await);

        for (int i = 0; i < 10; i++) {
            awaitBlocked(end);
            target.permits.release();
        }
        end.join();

        assertThat(target.bytes).hasToString("0123456789");
    }

    @Test
    void memoryIsBoundedAtTheEnd() {
        OutputQueue queue = OutputQueue.start(FOREVER);
        PrintStream out = queue.stream(target, UTF_8);
        queue.end();
        String part = "x".repeat(OutputQueue.CAPACITY);

        for (int i = 0; i < 2 * OutputQueue.CAPACITY_AT_END / OutputQueue.CAPACITY; i++) {
            out.print(part);
        }
        target.permits.release(1_000_000);

        assertThat(out.checkError()).isFalse();
        assertThat(target.bytes.size()).isEqualTo(OutputQueue.CAPACITY_AT_END);
    }

    @ParameterizedTest
    @CsvSource({"Broken pipe, false", "No space left on device, true"})
    void outputIsLostUnlessItsReaderHasEnded(String message, boolean lost) {
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(message);
            }
        };
        ByteArrayOutputStream other = new ByteArrayOutputStream();
        OutputQueue queue = OutputQueue.start(FOREVER);
        PrintStream out = queue.stream(failing, UTF_8);
        PrintStream err = queue.stream(other, UTF_8);

        out.print("x".repeat(3 * OutputQueue.CAPACITY));
        err.print("still written");

        assertThat(out.checkError()).isEqualTo(lost);
        assertThat(err.checkError()).isFalse();
        assertThat(other).hasToString("still written");
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task, "task");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitBlocked(Thread thread) {
        while (!EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING).contains(thread.getState())) {
            assertThat(thread.isAlive()).isTrue();
        }
    }
}
