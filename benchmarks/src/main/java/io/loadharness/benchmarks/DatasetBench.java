// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Measures the figures of {@code bench dataset}. */
final class DatasetBench {

    private static final String SCRIPT = "pandas_loader.py";
    private static final List<String> PACKAGES = List.of("pandas==3.1.1", "numpy==2.4.6", "pyarrow==26.0.1");

    private static final int ROWS = 20_000;
    private static final int QUICK_ROWS = 2000;
    private static final int HELD_ROWS = 1_000_000;
    private static final int QUICK_HELD_ROWS = 100_000;

    /** So many that the compiler of the JVM has little left to do. */
    private static final int WARM_UPS = 12;

    private static final int QUICK_WARM_UPS = 3;

    private final Workplace workplace;
    private final Set<DatasetFigure> wanted;
    private final boolean heap;
    private final int pairs;
    private final boolean quick;
    private final Progress progress;

    DatasetBench(
            Workplace workplace, Set<DatasetFigure> wanted, boolean heap, int pairs, boolean quick, Progress progress) {
        this.workplace = workplace;
        this.wanted = wanted;
        this.heap = heap;
        this.pairs = pairs;
        this.quick = quick;
        this.progress = progress;
    }

    /** The wanted figures in the order of {@link DatasetFigure}, and then the heap. */
    List<FigureSpread> measure() throws IOException {
        progress.say("Installing " + String.join(", ", PACKAGES));
        PythonProgram python = PythonProgram.install(workplace, SCRIPT, PACKAGES);
        List<FigureSpread> spreads = new ArrayList<>();
        if (!wanted.isEmpty()) {
            spreads.addAll(ratios(python));
        }
        if (heap) {
            spreads.add(heap(python));
        }
        return spreads;
    }

    private List<FigureSpread> ratios(PythonProgram python) throws IOException {
        progress.say("Writing the files");
        python.run(List.of("write", workplace.folder().toString(), String.valueOf(quick ? QUICK_ROWS : ROWS)));
        List<FigureSpread> spreads = new ArrayList<>();
        try (ChildProgram pandas = python.start("answer")) {
            for (DatasetFigure figure : wanted) {
                progress.measuring(figure.file() + ", " + pairs + " pairs");
                List<Pair<DatasetLoad>> loads = pairs(figure, pandas);
                spreads.add(Pair.ratio(figure.cpu(), loads, DatasetLoad::loadsPerCpuSecond, "CPU-second"));
                spreads.add(Pair.ratio(figure.wall(), loads, DatasetLoad::loadsPerSecond, "second"));
            }
        }
        return spreads;
    }

    private List<Pair<DatasetLoad>> pairs(DatasetFigure figure, ChildProgram pandas) throws IOException {
        Path file = workplace.folder().resolve(figure.file());
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
        int rows = quick ? QUICK_HELD_ROWS : HELD_ROWS;
        progress.measuring("the heap of " + rows + " lists of 512 ids");
        Path file = workplace.folder().resolve("ids.parquet");
        python.run(List.of("ids", file.toString(), String.valueOf(rows)));
        try (ChildProgram ours = ChildProgram.startJvm(DatasetLoader.class)) {
            return FigureSpread.of(
                    DatasetFigure.HEAP, List.of(Double.parseDouble(ours.ask("hold", file))), rows + " lists of 512");
        }
    }
}
