// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.aggregate;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.options.OutputFolder;
import io.loadharness.report.DatacenterAggregate;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import io.loadharness.report.SliceMerge;
import io.loadharness.report.Summary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harness aggregate}. */
@Command(
        name = "aggregate",
        description = {
            "Joins the results of processes that measured together: the slices of a load (run --slice), or results of the"
                    + " datacenter benchmark from several machines (run --rules datacenter).",
            "The metrics of slices are computed from the records of all slices. If a slice is missing, not valid or not"
                    + " complete, the joined run is not valid."
        })
public final class AggregateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "FOLDER",
            description =
                    "The output folders of all slices, or a folder that contains these folders. For the datacenter"
                            + " benchmark, the result files of the machines (mlperf_datacenter_*.json), or the folders of"
                            + " these files.")
    private List<Path> folders;

    @Option(
            names = {"--output-dir", "--output"},
            paramLabel = "DIR",
            description =
                    "Folder for the joined results. Default for slices: loadharness-logs/aggregate-TIME, where TIME is"
                            + " the start time of the command. Default for the datacenter benchmark:"
                            + " the folder of the result files")
    private @Nullable Path outputDir;

    @Override
    public Integer call() throws IOException {
        List<Path> slices = new ArrayList<>();
        List<Path> datacenter = new ArrayList<>();
        for (Path each : folders) {
            add(each, slices, datacenter);
        }
        if (slices.isEmpty() == datacenter.isEmpty()) {
            throw new IllegalArgumentException(
                    "the folders contain slices and results of the datacenter benchmark: join" + " them separately");
        }
        PrintWriter out = spec.commandLine().getOut();
        return slices.isEmpty() ? joinDatacenter(datacenter, out) : joinSlices(slices, out);
    }

    private static void add(Path path, List<Path> slices, List<Path> datacenter) throws IOException {
        if (!Files.exists(path)) {
            throw new IllegalArgumentException(path + " does not exist: give the folders of the runs to join");
        }
        if (Files.isRegularFile(path)) {
            datacenter.add(path);
            return;
        }
        List<Path> results = DatacenterAggregate.resultsIn(path);
        if (!results.isEmpty()) {
            datacenter.addAll(results);
            return;
        }
        if (SliceMerge.isSlice(path)) {
            slices.add(path);
            return;
        }
        List<Path> inside = Files.exists(new RunFolder(path).description()) ? List.of() : slicesIn(path);
        if (inside.isEmpty()) {
            throw new IllegalArgumentException(path + " cannot be joined: it contains neither the run of a slice (run"
                    + " --slice) nor results of the datacenter benchmark (run --rules datacenter). To compare separate"
                    + " runs, use the command compare");
        }
        slices.addAll(inside);
    }

    private static List<Path> slicesIn(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path each : all.filter(Files::isDirectory).sorted().toList()) {
                if (SliceMerge.isSlice(each)) {
                    found.add(each);
                }
            }
        }
        return found;
    }

    private int joinSlices(List<Path> slices, PrintWriter out) throws IOException {
        Path output = outputDir == null ? OutputFolder.of("aggregate") : outputDir;
        OutputFolder.check(output);
        RunReport report = SliceMerge.of(slices).writeTo(output);
        Summary.print(out, report);
        out.println("Reports: " + output);
        out.flush();
        return ExitCode.of(report);
    }

    private int joinDatacenter(List<Path> results, PrintWriter out) throws IOException {
        Path output = outputDir == null ? folderOf(results) : outputDir;
        OutputFolder.check(output);
        DatacenterAggregate aggregate = DatacenterAggregate.of(results);
        Path file = aggregate.writeTo(output);
        aggregate.lines().forEach(out::println);
        out.println("Joined results: " + file);
        out.flush();
        return aggregate.isValid() ? ExitCode.OK : ExitCode.INVALID;
    }

    private static Path folderOf(List<Path> results) {
        List<Path> all = results.stream()
                .map(each -> each.toAbsolutePath().normalize().getParent())
                .distinct()
                .toList();
        if (all.size() > 1) {
            throw new IllegalArgumentException("the result files are in " + all.size()
                    + " folders: set the folder for the joined results with --output-dir");
        }
        Path parent = results.get(0).getParent();
        return parent == null ? Path.of("") : parent;
    }
}
