// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The work and the memory of a process at one time.
 *
 * @param nanos the time since the start of the process
 * @param heap the bytes of live objects
 * @param resident the resident memory in bytes
 */
record ResourceSample(long nanos, long samples, long tokens, long heap, long resident) {

    /** Measures this process after a garbage collection. */
    static ResourceSample now(long nanos, long samples, long tokens) throws IOException {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        System.gc(); // collects objects that waited for a cleaner
        return new ResourceSample(nanos, samples, tokens, runtime.totalMemory() - runtime.freeMemory(), residentNow());
    }

    static ResourceSample parse(String line) {
        long[] fields =
                Arrays.stream(line.split(",")).mapToLong(Long::parseLong).toArray();
        return new ResourceSample(fields[0], fields[1], fields[2], fields[3], fields[4]);
    }

    @Override
    public String toString() {
        return nanos + "," + samples + "," + tokens + "," + heap + "," + resident;
    }

    private static long residentNow() throws IOException {
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(each -> each.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow();
        return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
    }
}
