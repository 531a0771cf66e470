// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.report.SliceMerge;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Joins the folders of slices, and writes the reports of the joined run. */
final class MergeMaker {

    static final String HEAP = ReportMaker.HEAP;

    private MergeMaker() {}

    /** The main method of the separate JVM. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        List<Path> slices = IntStream.range(0, Integer.parseInt(arguments[1]))
                .mapToObj(rank -> slice(folder, rank))
                .toList();
        JvmUsage.serve(() -> SliceMerge.of(slices).writeTo(folder.resolve("joined")));
    }

    static Path slice(Path folder, int rank) {
        return folder.resolve("slice-" + rank);
    }
}
