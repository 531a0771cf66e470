// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.report.ReportException;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads runs from the results of LoadHarness and of other tools.
 *
 * <pre>{@code
 * List<ComparedRun> runs = ComparableRuns.in(Path.of("guidellm.json"));
 * }</pre>
 */
public final class ComparableRuns {

    private static final List<ResultFormat> FORMATS =
            List.of(new LoadHarnessResult(), new InferencePerfResult(), new GuideLlmResult(), new VllmBenchResult());

    private ComparableRuns() {}

    /**
     * Reads the folder of a run, a result file, or the log of LoadGen. The format of a file is recognized by its content.
     *
     * @return the runs in the result; most results have one run
     * @throws ReportException if the file is not a known result, or a value in it has the wrong type
     */
    public static List<ComparedRun> in(Path path) throws IOException {
        Optional<ComparedRun> foreign = loadGenLog(path);
        if (foreign.isPresent()) {
            return List.of(foreign.get());
        }
        if (Files.isDirectory(path)) {
            return List.of(RecordedResult.of(new RunFolder(path)));
        }
        ResultNode root = ResultNode.read(path);
        for (ResultFormat each : FORMATS) {
            if (each.recognizes(root)) {
                return each.runs(root);
            }
        }
        throw new ReportException(path + " is not a known result; allowed are the folder of a run, "
                + FORMATS.stream().map(ResultFormat::description).collect(Collectors.joining(", ")) + ", "
                + LoadGenLog.DESCRIPTION);
    }

    /**
     * Reads a log of LoadGen that another harness wrote.
     *
     * @param path the log file, or the folder that contains it; the log file may have any name
     * @return the run; empty if the path is not such a log, or is the folder of a run of LoadHarness
     * @throws ReportException if the log is damaged, or the folder has several logs
     */
    public static Optional<ComparedRun> loadGenLog(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            LoadGenLog.refuseOther(path);
            return LoadGenLog.isAt(path) ? Optional.of(LoadGenLog.read(path)) : Optional.empty();
        }
        if (Files.exists(new RunFolder(path).description())) {
            return Optional.empty();
        }
        Optional<Path> log = LoadGenLog.in(path);
        return log.isPresent() ? Optional.of(LoadGenLog.read(log.get())) : Optional.empty();
    }
}
