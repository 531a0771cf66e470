// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.report.Quantity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Measures the figures of {@code bench engine} that concern ONNX Runtime. */
final class OnnxBench {

    private static final Duration RUN = Duration.ofSeconds(2);
    private static final Duration QUICK_RUN = Duration.ofMillis(200);
    private static final double NANOS_PER_MICRO = 1e3;

    private static final BenchFigure OFFLINE_RATIO =
            BenchFigure.ratio("onnx_offline_ratio", "ONNX, Offline images/s, LoadHarness / loop", 0.97);
    private static final BenchFigure MLP_OFFLINE_RATIO = BenchFigure.ratio(
            "onnx_mlp_offline_ratio", "ONNX, Offline samples/s of a small MLP, LoadHarness / loop", 0.9);
    private static final BenchFigure BYTES_PER_SAMPLE =
            BenchFigure.cost("onnx_bytes_per_sample", "ONNX, Java heap per sample in Offline", "bytes", 650);
    private static final BenchFigure ADDED_MICROS =
            BenchFigure.cost("onnx_added_us", "ONNX, time added to a SingleStream query (median)", "µs", 5);
    private static final BenchFigure STARTUP_MILLIS =
            BenchFigure.cost("startup_ms", "ONNX, start of `harness run` to the first query", "ms", 1500);
    private static final BenchFigure BINDING_RATIO =
            BenchFigure.ratio("onnx_binding_offline_ratio", "ONNX, Offline images/s, LoadHarness / Python loop", 0.97);
    private static final BenchFigure MLP_BINDING_RATIO = BenchFigure.ratio(
            "onnx_mlp_binding_offline_ratio", "ONNX, Offline samples/s of a small MLP, LoadHarness / Python loop", 0.9);
    private static final BenchFigure PYTHON_OFFLINE_RATIO =
            BenchFigure.ratio("python_onnx_offline_ratio", "ONNX, Offline images/s, LoadHarness / Python", 1);
    private static final BenchFigure PYTHON_LATENCY_RATIO =
            BenchFigure.ratio("python_onnx_latency_ratio", "ONNX, SingleStream median, Python / LoadHarness", 1);
    private static final BenchFigure PYTHON_MLP_OFFLINE_RATIO = BenchFigure.ratio(
            "python_onnx_mlp_offline_ratio", "ONNX, Offline samples/s of a small MLP, LoadHarness / Python", 1);
    private static final BenchFigure PYTHON_MLP_LATENCY_RATIO = BenchFigure.ratio(
            "python_onnx_mlp_latency_ratio", "ONNX, SingleStream median of a small MLP, Python / LoadHarness", 1);
    private static final BenchFigure PYTHON_STARTUP_RATIO =
            BenchFigure.ratio("python_onnx_startup_ratio", "ONNX, start to the first query, Python / LoadHarness", 1);

    private final BenchFolder benchFolder;
    private final int pairs;
    private final Duration run;
    private final Progress progress;

    OnnxBench(BenchFolder benchFolder, int pairs, boolean quick, Progress progress) {
        this.benchFolder = benchFolder;
        this.pairs = pairs;
        this.run = quick ? QUICK_RUN : RUN;
        this.progress = progress;
    }

    /** Measures all figures. Those of Python are measured only on request and if the packages can be installed. */
    List<FigureSpread> measure(boolean python) throws IOException {
        OnnxWorkload convolution = OnnxWorkload.convolution(benchFolder.folder());
        OnnxWorkload perceptron = OnnxWorkload.perceptron(benchFolder.folder());
        try (BareOnnx loop = new BareOnnx(convolution);
                BareOnnx smallLoop = new BareOnnx(perceptron)) {
            HarnessOnnx harness = new HarnessOnnx(benchFolder, convolution, loop.samplesPerSecond(run));
            HarnessOnnx small = new HarnessOnnx(benchFolder, perceptron, smallLoop.samplesPerSecond(run));
            List<FigureSpread> figures = new ArrayList<>();
            progress.measuring("ONNX, Offline, " + pairs + " pairs");
            double warm = harness.samplesPerSecond(run);
            figures.add(ratio(OFFLINE_RATIO, offline(harness, loop)));
            double smallWarm = small.samplesPerSecond(run);
            figures.add(ratio(MLP_OFFLINE_RATIO, offline(small, smallLoop)));
            if (!harness.offlineHeapBytes().isEmpty()) {
                figures.add(FigureSpread.of(BYTES_PER_SAMPLE, harness.offlineHeapBytes()));
            }
            progress.measuring("ONNX, SingleStream, " + pairs + " pairs");
            figures.add(added(singleStream(harness, loop)));
            progress.measuring("ONNX, start, " + pairs + " times");
            figures.add(FigureSpread.of(STARTUP_MILLIS, startups(convolution)));
            if (python) {
                Optional<PythonProgram> program = PythonProgram.installed(
                        progress,
                        "Python's ONNX Runtime and LoadGen's Python binding",
                        () -> PythonOnnx.install(benchFolder));
                if (program.isPresent()) {
                    PythonOnnx other = PythonOnnx.withLoadGen(program.get(), benchFolder, convolution, warm);
                    PythonOnnx smallOther = PythonOnnx.withLoadGen(program.get(), benchFolder, perceptron, smallWarm);
                    progress.measuring("ONNX, Python loop, " + pairs + " pairs");
                    figures.add(ratio(
                            BINDING_RATIO, offline(harness, PythonOnnx.loop(program.get(), benchFolder, convolution))));
                    figures.add(ratio(
                            MLP_BINDING_RATIO,
                            offline(small, PythonOnnx.loop(program.get(), benchFolder, perceptron))));
                    progress.measuring("ONNX, Python, " + pairs + " pairs");
                    figures.add(ratio(PYTHON_OFFLINE_RATIO, offline(harness, other)));
                    figures.add(latency(PYTHON_LATENCY_RATIO, singleStream(harness, other)));
                    figures.add(ratio(PYTHON_MLP_OFFLINE_RATIO, offline(small, smallOther)));
                    figures.add(latency(PYTHON_MLP_LATENCY_RATIO, singleStream(small, smallOther)));
                    figures.add(startups(convolution, other));
                }
            }
            return figures;
        }
    }

    private static FigureSpread ratio(BenchFigure figure, List<Pair<Double>> pairs) {
        return Pair.ratio(figure, pairs, each -> each, "second");
    }

    private List<Pair<Double>> offline(OnnxSide ours, OnnxSide other) throws IOException {
        return Pair.run(pairs, () -> ours.samplesPerSecond(run), () -> other.samplesPerSecond(run));
    }

    private List<Pair<Double>> singleStream(OnnxSide ours, OnnxSide other) throws IOException {
        return Pair.run(pairs, () -> ours.medianNanos(run), () -> other.medianNanos(run));
    }

    private static FigureSpread added(List<Pair<Double>> pairs) {
        return FigureSpread.of(
                ADDED_MICROS,
                Pair.values(pairs, each -> (each.ours() - each.other()) / NANOS_PER_MICRO),
                Quantity.number(Pair.median(pairs, each -> each.ours() / NANOS_PER_MICRO)) + " µs, loop "
                        + Quantity.number(Pair.median(pairs, each -> each.other() / NANOS_PER_MICRO)) + " µs");
    }

    private List<Double> startups(OnnxWorkload workload) throws IOException {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            millis.add(startup(workload));
        }
        return millis;
    }

    private double startup(OnnxWorkload workload) throws IOException {
        Path logs = benchFolder.newLogs();
        try {
            return new OnnxStart(workload).millisToFirstQuery(logs);
        } finally {
            benchFolder.remove(logs);
        }
    }

    private FigureSpread startups(OnnxWorkload workload, PythonOnnx python) throws IOException {
        List<Pair<Double>> starts = Pair.run(pairs, () -> startup(workload), python::millisToFirstQuery);
        return FigureSpread.of(
                PYTHON_STARTUP_RATIO,
                Pair.values(starts, each -> each.other() / each.ours()),
                Quantity.number(Pair.median(starts, each -> each.ours())) + " ms, Python "
                        + Quantity.number(Pair.median(starts, each -> each.other())) + " ms");
    }

    private static FigureSpread latency(BenchFigure figure, List<Pair<Double>> pairs) {
        return FigureSpread.of(
                figure,
                Pair.values(pairs, each -> each.other() / each.ours()),
                Quantity.number(Pair.median(pairs, each -> each.ours() / NANOS_PER_MICRO)) + " µs, Python "
                        + Quantity.number(Pair.median(pairs, each -> each.other() / NANOS_PER_MICRO)) + " µs");
    }
}
