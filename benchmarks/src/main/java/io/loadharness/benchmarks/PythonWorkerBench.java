// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.engine.EngineProcess;
import io.loadharness.inference.GenerationParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Compares a Python worker without an engine, in a process of its own with LoadGen in this JVM, with the same worker in one process with
 * LoadGen's Python binding. Also compares the frames of the protocol with CBOR in Python.
 */
final class PythonWorkerBench {

    private static final BenchFigure RATIO = BenchFigure.ratio(
            "offline_requests_ratio", "Offline requests/s of a worker in Python, LoadHarness / LoadGen in Python", 1);

    private static final BenchFigure CODEC = BenchFigure.ratio(
            "worker_codec_ratio",
            "Batches/s that a worker in Python decodes and encodes, frames of the protocol / CBOR",
            1);

    private static final String SCRIPT = "worker_sut.py";
    private static final String CODEC_SCRIPT = "worker_codecs.py";
    private static final List<String> PACKAGES = List.of("mlcommons-loadgen==6.0.17", "cbor2==6.3.0");
    private static final int PROMPTS = 1024;
    private static final int PROMPT_TOKENS = 32;
    private static final int REQUESTS = 1_000_000;
    private static final int QUICK_REQUESTS = 2000;
    private static final int CODEC_BATCHES = 5000;
    private static final int QUICK_CODEC_BATCHES = 50;

    /**
     * The tokens of a response: few, so that the cost of a request is the larger part. With fewer than two, LoadGen writes an error for each
     * response.
     */
    private static final int TOKENS = 2;

    private final BenchFolder benchFolder;
    private final int pairs;
    private final int requests;
    private final int codecBatches;
    private final Progress progress;

    PythonWorkerBench(BenchFolder benchFolder, int pairs, boolean quick, Progress progress) {
        this.benchFolder = benchFolder;
        this.pairs = pairs;
        this.requests = quick ? QUICK_REQUESTS : REQUESTS;
        this.codecBatches = quick ? QUICK_CODEC_BATCHES : CODEC_BATCHES;
        this.progress = progress;
    }

    /** Measures the figures; empty if LoadGen's Python binding cannot be installed. */
    List<FigureSpread> measure() throws IOException {
        Optional<PythonProgram> python = PythonProgram.installed(
                progress, "LoadGen's Python binding", () -> PythonProgram.install(benchFolder, SCRIPT, PACKAGES));
        if (python.isEmpty()) {
            return List.of();
        }
        Path worker = Checkout.find().pythonWorker();
        Path prompts = writePrompts();
        progress.measuring("Python worker, Offline, " + pairs + " pairs");
        Contender<Double> ours = () -> withLoadHarness(python.get().python(), worker, prompts);
        Contender<Double> other = () -> withPython(python.get(), worker, prompts);
        ours.run();
        other.run();
        return List.of(
                Pair.ratio(RATIO, Pair.run(pairs, ours, other), each -> each, "second"),
                Pair.ratio(CODEC, codecs(python.get(), worker), each -> each, "second"));
    }

    private List<Pair<Double>> codecs(PythonProgram python, Path worker) throws IOException {
        Path script = PythonProgram.copy(CODEC_SCRIPT, benchFolder.folder());
        List<Pair<Double>> rates = new ArrayList<>();
        for (int i = 1; i <= pairs; i++) {
            progress.measuring("frames and CBOR, " + i + " of " + pairs);
            String[] output = Program.run(
                            List.of(python.python(), script.toString(), worker.toString(), "" + codecBatches))
                    .strip()
                    .split(" ", -1);
            rates.add(new Pair<>(Double.parseDouble(output[0]), Double.parseDouble(output[1])));
        }
        return rates;
    }

    private Path writePrompts() throws IOException {
        List<String> lines = IntStream.range(0, PROMPTS)
                .mapToObj(sample -> "{\"input_ids\":"
                        + IntStream.range(sample, sample + PROMPT_TOKENS)
                                .boxed()
                                .toList() + "}")
                .toList();
        return Files.write(benchFolder.folder().resolve("prompts.jsonl"), lines);
    }

    private double withLoadHarness(String python, Path worker, Path prompts) throws IOException {
        Path logs = benchFolder.newLogs();
        EngineProcess engine = EngineProcess.builder()
                .command(List.of(python, "-m", "loadharness_worker", "echo", "--tokens", "" + TOKENS))
                .environment("PYTHONPATH", worker.toString())
                .environment("PYTHONDONTWRITEBYTECODE", "1")
                .logFolder(logs.resolve("engine"))
                .build()
                .get(0);
        GenerationParameters generation =
                GenerationParameters.builder().maxTokens(TOKENS).build();
        try (engine) {
            return OfflineRun.tokensPerSecond(engine, prompts, generation, requests, logs.resolve("run")) / TOKENS;
        } finally {
            benchFolder.remove(logs);
        }
    }

    private double withPython(PythonProgram python, Path worker, Path prompts) throws IOException {
        Path logs = benchFolder.newLogs();
        try {
            String output = python.run(
                    List.of(logs.toString(), worker.toString(), prompts.toString(), "" + requests, "" + TOKENS));
            return Double.parseDouble(output.strip());
        } finally {
            benchFolder.remove(logs);
        }
    }
}
