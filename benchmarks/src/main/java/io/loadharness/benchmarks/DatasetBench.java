// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.report.Quantity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Measures the figures of {@code bench dataset}. */
final class DatasetBench {

    private static final String SCRIPT = "pandas_loader.py";
    private static final List<String> PACKAGES = List.of("pandas==3.1.1", "numpy==2.4.6", "pyarrow==26.0.1");

    private static final String TOKENIZER_SCRIPT = "tokenizers_encoder.py";
    private static final List<String> TOKENIZER_PACKAGES = List.of("tokenizers==0.23.3");

    /** The number of prompts of 1,000 tokens. */
    private static final int PROMPTS = 10_000;

    private static final int QUICK_PROMPTS = 1000;

    private static final int ROWS = 20_000;
    private static final int QUICK_ROWS = 2000;
    private static final int HEAP_ROWS = 1_000_000;
    private static final int QUICK_HEAP_ROWS = 100_000;

    /**
     * The number of times that each file is loaded before the measurement. After these loads, the JVM's compiler has finished most of its
     * work.
     */
    private static final int WARM_UPS = 12;

    private static final int QUICK_WARM_UPS = 3;

    private final BenchFolder benchFolder;
    private final Set<DatasetFigure> selected;
    private final boolean heap;
    private final int pairs;
    private final boolean quick;
    private final Progress progress;

    DatasetBench(
            BenchFolder benchFolder,
            Set<DatasetFigure> selected,
            boolean heap,
            int pairs,
            boolean quick,
            Progress progress) {
        this.benchFolder = benchFolder;
        this.selected = selected;
        this.heap = heap;
        this.pairs = pairs;
        this.quick = quick;
        this.progress = progress;
    }

    /** Measures the selected figures in the order of {@link DatasetFigure}, then the heap. */
    List<FigureSpread> measure() throws IOException {
        List<FigureSpread> spreads = new ArrayList<>();
        boolean loads = selected.stream().anyMatch(each -> each != DatasetFigure.TOKENIZE);
        if (loads || heap) {
            progress.print("Installing " + String.join(", ", PACKAGES));
            PythonProgram python = PythonProgram.install(benchFolder, SCRIPT, PACKAGES);
            if (loads) {
                spreads.addAll(ratios(python));
            }
            if (heap) {
                spreads.add(heap(python));
            }
        }
        if (selected.contains(DatasetFigure.TOKENIZE)) {
            spreads.addAll(tokenize());
        }
        return spreads;
    }

    /** Installs the script that trains a tokenizer. */
    static PythonProgram installTokenizers(BenchFolder benchFolder, Progress progress) throws IOException {
        progress.print("Installing " + String.join(", ", TOKENIZER_PACKAGES));
        return PythonProgram.install(benchFolder, TOKENIZER_SCRIPT, TOKENIZER_PACKAGES);
    }

    private List<FigureSpread> tokenize() throws IOException {
        PythonProgram python = installTokenizers(benchFolder, progress);
        progress.print("Writing the prompts");
        String folder = benchFolder.folder().toString();
        int prompts = quick ? QUICK_PROMPTS : PROMPTS;
        python.run(List.of("write", folder, String.valueOf(prompts)));
        DatasetFigure figure = DatasetFigure.TOKENIZE;
        String subject = "Token ids of " + Quantity.count(prompts) + " prompts of 1,000 tokens";
        progress.measuring(figure.file() + ", " + pairs + " pairs");
        try (ChildProgram theirs = python.start("answer", folder);
                ChildProgram ours = ChildProgram.startJvm(DatasetLoader.class)) {
            Contender<DatasetLoad> our = () -> DatasetLoad.parse(ours.ask("encode", folder));
            Contender<DatasetLoad> their = () -> DatasetLoad.parse(theirs.ask("encode"));
            their.run().requireSame(our.run(), figure.file());
            List<Pair<DatasetLoad>> encodings = Pair.run(pairs, our, their);
            for (Pair<DatasetLoad> each : encodings) {
                each.ours().requireSame(each.other(), figure.file());
            }
            return List.of(
                    Pair.ratio(
                            figure.cpu(subject),
                            encodings,
                            DatasetLoad::loadsPerCpuSecond,
                            "CPU-second, encodings of all prompts"),
                    Pair.ratio(
                            figure.wall(subject),
                            encodings,
                            DatasetLoad::loadsPerSecond,
                            "second, encodings of all prompts"));
        }
    }

    private List<FigureSpread> ratios(PythonProgram python) throws IOException {
        progress.print("Writing the files");
        python.run(List.of("write", benchFolder.folder().toString(), String.valueOf(quick ? QUICK_ROWS : ROWS)));
        List<FigureSpread> spreads = new ArrayList<>();
        try (ChildProgram pandas = python.start("answer")) {
            for (DatasetFigure figure : selected) {
                if (figure == DatasetFigure.TOKENIZE) {
                    continue;
                }
                progress.measuring(figure.file() + ", " + pairs + " pairs");
                List<Pair<DatasetLoad>> loads = pairs(figure, pandas);
                spreads.add(Pair.ratio(figure.cpu(), loads, DatasetLoad::loadsPerCpuSecond, "CPU-second"));
                spreads.add(Pair.ratio(figure.wall(), loads, DatasetLoad::loadsPerSecond, "second"));
            }
        }
        return spreads;
    }

    private List<Pair<DatasetLoad>> pairs(DatasetFigure figure, ChildProgram pandas) throws IOException {
        Path file = benchFolder.folder().resolve(figure.file());
        try (ChildProgram ours = ChildProgram.startJvm(DatasetLoader.class)) {
            Contender<DatasetLoad> our = () -> DatasetLoad.parse(ours.ask("load", file));
            Contender<DatasetLoad> their = () -> DatasetLoad.parse(pandas.ask(file, figure.reader()));
            their.run().requireSame(our.run(), figure.file());
            for (int i = 1; i < (quick ? QUICK_WARM_UPS : WARM_UPS); i++) {
                our.run();
            }
            List<Pair<DatasetLoad>> loads = Pair.run(pairs, our, their);
            for (Pair<DatasetLoad> each : loads) {
                each.ours().requireSame(each.other(), figure.file());
            }
            return loads;
        }
    }

    private FigureSpread heap(PythonProgram python) throws IOException {
        int rows = quick ? QUICK_HEAP_ROWS : HEAP_ROWS;
        progress.measuring("the heap of " + rows + " lists of 512 ids");
        Path file = benchFolder.folder().resolve("ids.parquet");
        python.run(List.of("ids", file.toString(), String.valueOf(rows)));
        try (ChildProgram ours = ChildProgram.startJvm(DatasetLoader.class)) {
            return FigureSpread.of(
                    DatasetFigure.HEAP, List.of(Double.parseDouble(ours.ask("hold", file))), rows + " lists of 512");
        }
    }
}
