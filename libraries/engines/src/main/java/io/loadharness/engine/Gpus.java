// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds the GPUs of a machine in the files that their drivers show. */
final class Gpus {

    private Gpus() {}

    /**
     * Checks that devices exist. Only numbers can be checked, and only if a driver shows its devices.
     *
     * @param groups the devices of each process, such as {@code 0,1}
     * @param root the root of the file system; a test can use another folder
     * @throws IOException if a device does not exist; the message is one sentence
     */
    static void requireAll(List<String> groups, Path root) throws IOException {
        OptionalInt count = groups.isEmpty() ? OptionalInt.empty() : count(root);
        if (count.isEmpty()) {
            return;
        }
        int last = count.getAsInt() - 1;
        for (String group : groups) {
            for (String device : group.split(",", -1)) {
                if (device.matches("\\d{1,9}") && Integer.parseInt(device) > last) {
                    throw new IOException("--devices has the device " + device + ", but this machine has "
                            + (last == 0 ? "only the GPU 0" : "only the GPUs 0 to " + last)
                            + ": change --devices or --num_gpus");
                }
            }
        }
    }

    /** Returns the number of GPUs; empty if no driver shows one. A container shows only its own GPUs in {@code /dev}. */
    private static OptionalInt count(Path root) throws IOException {
        int devices = count(root.resolve("dev"), each -> name(each).matches("nvidia\\d+"));
        int nvidia = devices > 0 ? devices : count(root.resolve("proc/driver/nvidia/gpus"), each -> true);
        int all = nvidia > 0 ? nvidia : count(root.resolve("sys/class/kfd/kfd/topology/nodes"), Gpus::hasVectorUnits);
        return all == 0 ? OptionalInt.empty() : OptionalInt.of(all);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static int count(Path folder, Predicate<Path> isGpu) throws IOException {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return (int) entries.filter(isGpu).count();
        }
    }

    /** Returns true for a node of ROCm that is a GPU. The other nodes are processors. */
    private static boolean hasVectorUnits(Path node) {
        try {
            return Files.readAllLines(node.resolve("properties")).stream()
                    .anyMatch(line -> line.matches("simd_count [1-9]\\d*"));
        } catch (IOException e) {
            return false; // only root may read some nodes
        }
    }
}
