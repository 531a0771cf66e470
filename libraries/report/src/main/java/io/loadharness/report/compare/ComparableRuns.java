// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.report.ReportException;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Reads runs to compare, from whatever result there is of them. */
public final class ComparableRuns {

    private static final List<ResultFormat> FORMATS =
            List.of(new LoadHarnessResult(), new InferencePerfResult(), new GuideLlmResult(), new VllmBenchResult());

    private ComparableRuns() {}

    /**
     * Reads the folder of a run, or a file, which is told by its content.
     *
     * @return the runs that it is about: most results are about one
     * @throws ReportException if it is no result, or something in it is not what it should be
     */
    public static List<ComparedRun> in(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return List.of(RecordedResult.of(new RunFolder(path)));
        }
        ResultNode root = ResultNode.read(path);
        for (ResultFormat each : FORMATS) {
            if (each.recognises(root)) {
                return each.runs(root);
            }
        }
        throw new ReportException(path + " is no result that can be compared: it is none of "
                + FORMATS.stream().map(ResultFormat::described).collect(Collectors.joining("; ")));
    }
}
