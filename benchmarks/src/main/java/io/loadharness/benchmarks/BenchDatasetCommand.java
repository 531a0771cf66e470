// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cli.options.EnumNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code harness bench dataset}. */
@Command(
        name = "dataset",
        description = {
            "Compares the speed at which LoadHarness and pandas load files. pip installs pandas into a temporary"
                    + " folder.",
            "LoadHarness and pandas load the same files in turn and must find the same content. Afterwards, the"
                    + " command measures the heap that a large data set needs. The command also compares the encoding of"
                    + " prompts as token ids with the Python package tokenizers."
        })
final class BenchDatasetCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--figure",
            paramLabel = "NAME",
            converter = Figures.class,
            description =
                    "Measure only this value, and do not measure the heap. For the time to load a file, NAME is json,"
                            + " jsonl, csv-lists, csv-cells, csv-numbers, pickle, npy, parquet-int32 or parquet-int64."
                            + " For the time to encode prompts, NAME is tokenize. May be repeated.")
    private List<DatasetFigure> figures = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        boolean all = figures.isEmpty();
        Set<DatasetFigure> selected = all ? EnumSet.allOf(DatasetFigure.class) : EnumSet.copyOf(figures);
        int pairs = options.pairs();
        try (BenchFolder benchFolder = new BenchFolder()) {
            options.print(
                    new DatasetBench(benchFolder, selected, all, pairs, options.quick(), options.progress()).measure());
        }
        return 0;
    }

    private static final class Figures implements ITypeConverter<DatasetFigure> {
        @Override
        public DatasetFigure convert(String name) throws Exception {
            return EnumNames.reader(DatasetFigure.class, "figure").convert(name);
        }
    }
}
