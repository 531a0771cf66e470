// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Standard output and standard error of this process. A thread for each writes them, because a write to a terminal that is not read does
 * not return. Such a terminal therefore does not prevent a run from ending and being reported after Ctrl-C or SIGTERM, and a standard
 * output that is not read does not hide the errors on standard error.
 */
public final class StandardStreams {

    /** The time after which a terminal that accepts no byte is abandoned during the shutdown of the JVM. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static volatile @Nullable OutputQueue queue;

    private static volatile OutputQueue.@Nullable CheckedStream out;

    private StandardStreams() {}

    /**
     * Redirects {@link System#out} and {@link System#err} to a queue. When the JVM shuts down, it writes what is left in the queue, as long
     * as the terminal accepts output.
     */
    public static void install() {
        OutputQueue output = new OutputQueue(PATIENCE);
        OutputQueue.CheckedStream standardOutput =
                output.stream(new FileOutputStream(FileDescriptor.out).getChannel(), charset("stdout"));
        System.setOut(standardOutput);
        System.setErr(output.stream(new FileOutputStream(FileDescriptor.err).getChannel(), charset("stderr")));
        queue = output;
        out = standardOutput;
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            output.end();
                            output.await();
                        },
                        "harness-output"));
    }

    /**
     * Makes printing return immediately from now on, so that a terminal that is not read does not delay a run. If it is not read for long,
     * the oldest output is lost, and one line contains the number of lost lines. Has no effect if {@link #install} was not called.
     */
    public static void printWithoutWaiting() {
        OutputQueue output = queue;
        if (output != null) {
            output.printWithoutWaiting();
        }
    }

    /**
     * Returns true if text that was printed on standard output is not written yet, for example because the terminal is paused. Returns
     * false if {@link #install} was not called.
     */
    public static boolean isOutputBehind() {
        OutputQueue.CheckedStream standardOutput = out;
        return standardOutput != null && standardOutput.isBehind();
    }

    /**
     * Waits until everything that was printed is written. If the JVM is shutting down, the wait ends when the terminal accepts no output.
     * Returns immediately if {@link #install} was not called.
     */
    public static void await() {
        OutputQueue output = queue;
        if (output != null) {
            output.await();
        }
    }

    /** Returns the encoding of a stream, as the JVM determines it. */
    private static Charset charset(String stream) {
        return Stream.of(stream + ".encoding", "sun." + stream + ".encoding")
                .map(System::getProperty)
                .filter(Objects::nonNull)
                .findFirst()
                .map(Charset::forName)
                .orElseGet(Charset::defaultCharset);
    }
}
