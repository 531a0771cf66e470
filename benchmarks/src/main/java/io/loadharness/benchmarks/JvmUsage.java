// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * The resources that a task used in a separate JVM.
 *
 * @param heap the maximum heap, in the format of {@code -Xmx}
 */
record JvmUsage(long cpuNanos, long wallNanos, String heap) {

    /**
     * Runs a task in a separate JVM and returns the resources that it used. The main method of the class must call {@link #serve}.
     *
     * @throws IOException if the task fails, for example because the heap is too small
     */
    static JvmUsage of(Class<?> program, String heap, Object... arguments) throws IOException {
        String[] words = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        try (ChildProgram jvm =
                ChildProgram.startJvm(List.of("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError"), program, words)) {
            String[] nanos = jvm.ask("work").split(" ", -1);
            return new JvmUsage(Long.parseLong(nanos[0]), Long.parseLong(nanos[1]), "-Xmx" + heap);
        }
    }

    /**
     * Runs the task when {@link #of} requests it, and returns its times to {@link #of}. The main method of the separate JVM calls this
     * method. The CPU time includes the start of that JVM.
     */
    static void serve(Callable<?> work) throws IOException {
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        ChildProgram.serve(words -> {
            long start = System.nanoTime();
            Object unused = work.call();
            return process.getProcessCpuTime() + " " + (System.nanoTime() - start);
        });
    }
}
