// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

/**
 * The resources that this process used from its start until a given time.
 *
 * @param nanos the given time, in {@link System#nanoTime()}
 * @param cpuNanos the CPU time of all threads
 * @param gcNanos the time in which garbage collection paused the process
 */
public record ProcessUsage(long nanos, long cpuNanos, long gcNanos) {

    private static final ResourceUsage USAGE = ResourceUsage.ofThisProcess();

    /**
     * Returns the usage from the start of this process until now. The method reads a file of the operating system; do not call it more
     * than a few times per second.
     */
    public static ProcessUsage now() {
        return new ProcessUsage(System.nanoTime(), USAGE.cpuNanos(), USAGE.gcNanos());
    }

    /** Returns the share of all CPUs that the process used since an earlier time, from 0 to 1. */
    public double cpuShareSince(ProcessUsage earlier) {
        return share(cpuNanos - earlier.cpuNanos, earlier)
                / Runtime.getRuntime().availableProcessors();
    }

    /** Returns the share of time for which garbage collection paused the process since an earlier time, from 0 to 1. */
    public double gcShareSince(ProcessUsage earlier) {
        return share(gcNanos - earlier.gcNanos, earlier);
    }

    /** Returns a share; zero if the operating system did not report the usage. */
    private double share(long used, ProcessUsage earlier) {
        return nanos > earlier.nanos ? (double) Math.max(0, used) / (nanos - earlier.nanos) : 0;
    }
}
