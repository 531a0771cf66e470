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

/** {@code harness bench dataset}. */
@Command(
        name = "dataset",
        description = {
            "Compares how fast files are loaded with pandas, which is installed by pip into a folder that is removed.",
            "Both load what pandas wrote, in turns, and must find the same in it. Then it measures what a large set takes of the heap."
        })
final class BenchDatasetCommand implements Callable<Integer> {

    @Mixin
    private BenchOptions options;

    @Option(
            names = "--figure",
            paramLabel = "NAME",
            converter = Figures.class,
            description = "Only this file, as in csv-numbers, and not the heap. Any number of times.")
    private List<DatasetFigure> figures = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        boolean all = figures.isEmpty();
        Set<DatasetFigure> wanted = all ? EnumSet.allOf(DatasetFigure.class) : EnumSet.copyOf(figures);
        int pairs = options.pairs();
        try (Workplace workplace = new Workplace()) {
            options.print(
                    new DatasetBench(workplace, wanted, all, pairs, options.quick(), options.progress()).measure());
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
