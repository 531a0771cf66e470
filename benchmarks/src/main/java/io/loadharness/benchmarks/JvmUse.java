// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * What a piece of work took in a JVM that does nothing else.
 *
 * @param heap the most that it could have, as {@code -Xmx} takes it
 */
record JvmUse(long cpuNanos, long wallNanos, String heap) {

    /**
     * Starts a class of this program, which does its work by {@link #answer}.
     *
     * @throws IOException if it cannot, as when the heap is too small
     */
    static JvmUse of(Class<?> program, String heap, Object... arguments) throws IOException {
        String[] words = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        try (ChildProgram jvm =
                ChildProgram.startJvm(List.of("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError"), program, words)) {
            String[] nanos = jvm.ask("work").split(" ", -1);
            return new JvmUse(Long.parseLong(nanos[0]), Long.parseLong(nanos[1]), "-Xmx" + heap);
        }
    }

    /** For the main method of the other JVM: works when it is told to, and says what that took. The start of the JVM counts as CPU time. */
    static void answer(Callable<?> work) throws IOException {
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        ChildProgram.answer(question -> {
            long begin = System.nanoTime();
            Object unused = work.call();
            return process.getProcessCpuTime() + " " + (System.nanoTime() - begin);
        });
    }
}
