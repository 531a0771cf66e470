// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What a process had done and what it held at a moment.
 *
 * @param nanos since it began
 * @param heap bytes of live objects
 * @param resident bytes of memory that the system has given to it
 */
record Reading(long nanos, long samples, long tokens, long heap, long resident) {

    /** Reads this process, after its garbage is collected. */
    static Reading now(long nanos, long samples, long tokens) throws IOException {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        System.gc(); // what waited for a cleaner
        return new Reading(nanos, samples, tokens, runtime.totalMemory() - runtime.freeMemory(), residentNow());
    }

    static Reading parse(String line) {
        long[] fields =
                Arrays.stream(line.split(",")).mapToLong(Long::parseLong).toArray();
        return new Reading(fields[0], fields[1], fields[2], fields[3], fields[4]);
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
