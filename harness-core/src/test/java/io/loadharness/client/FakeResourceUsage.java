// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

/** Resource usage that a test sets. */
final class FakeResourceUsage implements ResourceUsage {

    long cpu;
    long thread;
    long gc;
    long gcRuns;

    @Override
    public long cpuNanos() {
        return cpu;
    }

    @Override
    public long threadCpuNanos(Thread unused) {
        return thread;
    }

    @Override
    public long gcNanos() {
        return gc;
    }

    @Override
    public long gcCount() {
        return gcRuns;
    }
}
