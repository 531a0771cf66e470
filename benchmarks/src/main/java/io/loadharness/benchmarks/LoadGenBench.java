// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.loadgen.MlperfLoadGen;
import io.loadharness.report.Quantity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Measures the figures of {@code bench loadgen}. */
final class LoadGenBench {

    private static final int WARM_UPS = 2;

    private final BenchFolder benchFolder;
    private final int pairs;
    private final boolean quick;
    private final Progress progress;

    LoadGenBench(BenchFolder benchFolder, int pairs, boolean quick, Progress progress) {
        this.benchFolder = benchFolder;
        this.pairs = pairs;
        this.quick = quick;
        this.progress = progress;
    }

    /**
     * Measures all figures, in the order of {@link LoadGenFigures}. The Python figures are measured only if {@code python} is true and the
     * Python binding can be installed.
     */
    List<FigureSpread> measure(boolean python) throws IOException {
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            JavaContender java = new JavaContender(loadGen, benchFolder, quick);
            List<FigureSpread> spreads = new ArrayList<>(measureNative(java));
            if (python) {
                Optional<PythonContender> contender = PythonProgram.installed(
                        progress, "LoadGen's Python binding", () -> PythonContender.install(benchFolder, quick));
                if (contender.isPresent()) {
                    spreads.addAll(measurePython(java, contender.get()));
                }
            }
            return spreads;
        }
    }

    private List<FigureSpread> measureNative(JavaContender java) throws IOException {
        LoadGenContender cpp = new NativeContender(Checkout.find(), benchFolder, quick);
        List<Pair<Measurement>> singleStream = pairs(Workload.SINGLE_STREAM, java, cpp);
        return List.of(
                ratio(LoadGenFigures.SINGLE_STREAM_RATIO, singleStream),
                ratio(LoadGenFigures.SERVER_RATIO, pairs(Workload.SERVER, java, cpp)),
                ratio(LoadGenFigures.OFFLINE_BULK_RATIO, pairs(Workload.OFFLINE_BULK, java, cpp)),
                ratio(LoadGenFigures.OFFLINE_EACH_RATIO, pairs(Workload.OFFLINE_EACH, java, cpp)),
                ratio(LoadGenFigures.ACCURACY_8K_RATIO, pairs(Workload.ACCURACY_8K, java, cpp)),
                addedNanos(singleStream),
                bytesPerQuery(java));
    }

    private List<FigureSpread> measurePython(JavaContender java, PythonContender python) throws IOException {
        return List.of(
                ratio(LoadGenFigures.PYTHON_SINGLE_STREAM_RATIO, pairs(Workload.SINGLE_STREAM, java, python)),
                ratio(LoadGenFigures.PYTHON_SERVER_RATIO, pairs(Workload.SERVER, java, python)),
                ratio(LoadGenFigures.PYTHON_OFFLINE_RATIO, pairs(Workload.OFFLINE_BULK, java, python)));
    }

    private List<Pair<Measurement>> pairs(Workload workload, LoadGenContender java, LoadGenContender other)
            throws IOException {
        progress.measuring(workload.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ", " + pairs + " pairs");
        for (int i = 0; i < WARM_UPS; i++) {
            java.run(workload);
        }
        return Pair.run(pairs, () -> java.run(workload), () -> other.run(workload));
    }

    private static FigureSpread ratio(BenchFigure figure, List<Pair<Measurement>> pairs) {
        return Pair.ratio(figure, pairs, Measurement::perSecond, "second");
    }

    private static FigureSpread addedNanos(List<Pair<Measurement>> pairs) {
        String note = String.format(
                Locale.ROOT,
                "%s ns, C++ %s ns",
                Quantity.number(Pair.median(pairs, pair -> pair.ours().medianNanos())),
                Quantity.number(Pair.median(pairs, pair -> pair.other().medianNanos())));
        return FigureSpread.of(
                LoadGenFigures.ADDED_NS,
                Pair.values(
                        pairs, pair -> pair.ours().medianNanos() - pair.other().medianNanos()),
                note);
    }

    private FigureSpread bytesPerQuery(JavaContender java) throws IOException {
        progress.measuring("allocation, " + pairs + " times");
        List<Double> singleStream = new ArrayList<>();
        List<Double> server = new ArrayList<>();
        List<Double> larger = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            singleStream.add(java.bytesPerQuery(Workload.SINGLE_STREAM));
            server.add(java.bytesPerQuery(Workload.SERVER));
            larger.add(Math.max(singleStream.get(i), server.get(i)));
        }
        String note = "SingleStream " + Quantity.number(FigureSpread.median(singleStream)) + ", Server "
                + Quantity.number(FigureSpread.median(server));
        return FigureSpread.of(LoadGenFigures.BYTES_PER_QUERY, larger, note);
    }
}
