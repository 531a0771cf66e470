// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class OutputQueueTest {

    private static final Duration FOREVER = Duration.ofDays(1);

    private static final byte[] LINE = ("x".repeat(1023) + "\n").getBytes(UTF_8);

    /** The number of lines in a queue of the maximum size. */
    private static final int MAX_LINES = OutputQueue.MAX_QUEUED / LINE.length;

    /** A target whose reader reads one write for each permit. */
    private static final class SlowTarget extends RecordedTarget {

        private final Semaphore permits = new Semaphore(0);

        @Override
        public int write(ByteBuffer source) throws IOException {
            permits.acquireUninterruptibly();
            return super.write(source);
        }
    }

    /** A target that records the bytes that it accepts. */
    private static class RecordedTarget implements WritableByteChannel {

        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public int write(ByteBuffer source) throws IOException {
            return accept(source, source.remaining());
        }

        final int accept(ByteBuffer source, int count) {
            for (int i = 0; i < count; i++) {
                bytes.write(source.get());
            }
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    private final SlowTarget target = new SlowTarget();

    @Test
    void keepsTheOrderOfTwoStreams() {
        RecordedTarget terminal = new RecordedTarget();
        OutputQueue queue = new OutputQueue(FOREVER);
        PrintStream out = queue.stream(terminal, UTF_8);
        PrintStream err = queue.stream(terminal, UTF_8);

        for (int i = 0; i < 1000; i++) {
            out.print("o" + i);
            err.print("é" + i);
            out.print(' ');
        }

        assertThat(out.checkError()).isFalse();
        assertThat(terminal.bytes.toString(UTF_8)).startsWith("o0é0 o1é1 o2é2 ").endsWith("o998é998 o999é999 ");
    }

    @Test
    void anOrdinaryEndWaitsForTheReader() throws Exception {
        PrintStream out = new OutputQueue(Duration.ZERO).stream(target, UTF_8);
        out.print("all of it");
        Thread end = start(out::checkError);
        awaitBlocked(end);

        target.permits.release();
        end.join();

        assertThat(target.bytes).hasToString("all of it");
    }

    @Test
    void aFullQueueDelaysPrintingUntilItsEnd() throws Exception {
        OutputQueue queue = new OutputQueue(Duration.ZERO);
        PrintStream out = queue.stream(target, UTF_8);
        Thread printing = start(() -> out.print("x".repeat(3 * OutputQueue.CAPACITY)));
        awaitBlocked(printing);

        queue.end();
        printing.join();
        queue.await();

        assertThat(target.bytes.size()).isZero();
    }

    @Test
    void printingThatWaitsContinuesWhenPrintingNoLongerWaits() throws Exception {
        OutputQueue queue = new OutputQueue(FOREVER);
        PrintStream out = queue.stream(target, UTF_8);
        Thread printing = start(() -> out.print("x".repeat(3 * OutputQueue.CAPACITY)));
        awaitBlocked(printing);

        queue.printWithoutWaiting();
        printing.join();
        target.permits.release(1000);

        assertThat(out.checkError()).isFalse();
        assertThat(target.bytes.size()).isEqualTo(3 * OutputQueue.CAPACITY);
    }

    @Test
    void printingWithoutWaitingLosesTheOldestLinesOfAStreamThatIsNotRead() {
        OutputQueue queue = new OutputQueue(FOREVER);
        PrintStream out = queue.stream(target, UTF_8);
        queue.printWithoutWaiting();

        out.print("first");
        printLines(out, MAX_LINES + 9); // ten more than fit between the first and the last text
        out.print("last\n");
        target.permits.release(1_000_000);

        assertThat(out.checkError()).isFalse();
        String written = target.bytes.toString(UTF_8);
        String start = "first\n" + lost(10);
        assertThat(written.substring(0, start.length() + 1)).isEqualTo(start + "x");
        assertThat(written.substring(written.length() - 7)).isEqualTo("x\nlast\n");
        assertThat(written.length()).isEqualTo(start.length() + (MAX_LINES - 1) * LINE.length + "last\n".length());
    }

    private static void printLines(PrintStream out, int count) {
        for (int i = 0; i < count; i++) {
            out.write(LINE, 0, LINE.length);
        }
    }

    private static String lost(int lines) {
        return "[Lost, because the output was not read: " + lines + " lines]\n";
    }

    @Test
    void aStreamIsBehindUntilItsOutputIsWritten() {
        OutputQueue.CheckedStream out = new OutputQueue(FOREVER).stream(target, UTF_8);
        assertThat(out.isBehind()).isFalse();

        out.print("text");
        assertThat(out.isBehind()).isTrue();
        target.permits.release();

        assertThat(out.checkError()).isFalse();
        assertThat(out.isBehind()).isFalse();
    }

    @Test
    void printingContinuesAsTheReaderReads() {
        PrintStream out = new OutputQueue(FOREVER).stream(target, UTF_8);
        target.permits.release(1000);

        out.print("x".repeat(3 * OutputQueue.CAPACITY));

        assertThat(out.checkError()).isFalse();
        assertThat(target.bytes.size()).isEqualTo(3 * OutputQueue.CAPACITY);
    }

    @Test
    void theEndWaitsAsLongAsTheReaderReads() throws Exception {
        OutputQueue queue = new OutputQueue(FOREVER);
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
        OutputQueue queue = new OutputQueue(FOREVER);
        PrintStream out = queue.stream(target, UTF_8);
        queue.end();

        printLines(out, 2 * MAX_LINES);
        target.permits.release(1_000_000);

        assertThat(out.checkError()).isFalse();
        assertThat(target.bytes.size())
                .isEqualTo(OutputQueue.MAX_QUEUED + lost(MAX_LINES).length());
    }

    @Test
    void aStalledStreamDoesNotHoldBackAnother() {
        RecordedTarget terminal = new RecordedTarget();
        OutputQueue queue = new OutputQueue(Duration.ZERO);
        PrintStream out = queue.stream(target, UTF_8);
        PrintStream err = queue.stream(terminal, UTF_8);
        Thread printing = start(() -> out.print("x".repeat(3 * OutputQueue.CAPACITY)));
        awaitBlocked(printing);

        err.print("the run failed");

        assertThat(err.checkError()).isFalse();
        assertThat(terminal.bytes).hasToString("the run failed");
        assertThat(target.bytes.size()).isZero();
    }

    @Test
    void aFailedWriteDoesNotSuppressLaterOutput() {
        RecordedTarget fails = new RecordedTarget() {
            private int writes;

            @Override
            public int write(ByteBuffer source) throws IOException {
                if (++writes == 2) {
                    throw new IOException("No space left on device");
                }
                return super.write(source);
            }
        };
        PrintStream out = new OutputQueue(FOREVER).stream(fails, UTF_8);

        out.print("1");
        out.print("2");
        out.print("3");

        assertThat(out.checkError()).isTrue();
        assertThat(fails.bytes).hasToString("13");
    }

    @Test
    void aTargetThatAcceptsLittleOrNothingAtATimeLosesNoOutput() {
        RecordedTarget nonBlocking = new RecordedTarget() {
            private int writes;

            @Override
            public int write(ByteBuffer source) {
                return accept(source, writes++ % 2);
            }
        };
        PrintStream out = new OutputQueue(FOREVER).stream(nonBlocking, UTF_8);

        out.print("all of it");

        assertThat(out.checkError()).isFalse();
        assertThat(nonBlocking.bytes).hasToString("all of it");
    }

    @ParameterizedTest
    @CsvSource({"true, false, 1", "false, true, 2"})
    void outputIsLostUnlessItsReaderHasEnded(boolean readerHasEnded, boolean lost, int attempts) throws IOException {
        String message = readerHasEnded ? messageOfABrokenPipe() : "No space left on device";
        AtomicInteger writes = new AtomicInteger();
        RecordedTarget failing = new RecordedTarget() {
            @Override
            public int write(ByteBuffer source) throws IOException {
                writes.incrementAndGet();
                throw new IOException(message);
            }
        };
        RecordedTarget other = new RecordedTarget();
        OutputQueue queue = new OutputQueue(FOREVER);
        PrintStream out = queue.stream(failing, UTF_8);
        PrintStream err = queue.stream(other, UTF_8);

        out.print("a");
        out.print("b");
        err.print("still written");

        assertThat(out.checkError()).isEqualTo(lost);
        assertThat(err.checkError()).isFalse();
        assertThat(other.bytes).hasToString("still written");
        assertThat(writes).hasValue(attempts);
    }

    /** Returns the message of a write without a reader, in the language of this machine. */
    private static String messageOfABrokenPipe() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().close();
        try (Pipe.SinkChannel sink = pipe.sink()) {
            return catchThrowableOfType(IOException.class, () -> sink.write(ByteBuffer.allocate(1)))
                    .getMessage();
        }
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
