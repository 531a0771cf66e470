// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.llama.BareLoop;
import io.loadharness.llama.LlamaBackend;
import io.loadharness.llama.TinyModel;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures the token rate of llama.cpp under LoadGen. */
final class LlamaBench {

    /** The other side is llama.cpp's own program. */
    private static final BenchFigure OWN_PROGRAM =
            BenchFigure.ratio("llama_tokens_ratio", "llama.cpp, tokens/s, LoadHarness / llama-batched-bench", 0.95);

    private static final BenchFigure LOOP =
            BenchFigure.ratio("llama_loop_ratio", "llama.cpp, tokens/s with LoadGen / without", 0.95);
    /** On a busy machine, the scheduler decides the other figures. This one excludes the time in which the thread did not run. */
    private static final BenchFigure LOOP_CPU = BenchFigure.ratio(
            "llama_loop_per_cpu_ratio", "llama.cpp, tokens per CPU-second of the engine's thread", 0.95);

    private static final BenchFigure PYTHON =
            BenchFigure.ratio("python_llama_tokens_ratio", "llama.cpp, tokens/s, LoadHarness / Python", 1);

    static final int SEQUENCES = 4;
    static final int THREADS = 1; // several threads wait for each other, which other load on the machine makes slow
    static final int CONTEXT = 256;
    static final int PROMPT_TOKENS = 32;
    static final int TOKENS = 64;
    private static final int LAYERS = 4;
    private static final int WIDTH = 384;
    private static final int FIRST_NORMAL_TOKEN = 5;
    private static final int VOCABULARY = 512;
    private static final double NANOS_PER_SECOND = 1e9;

    private final BenchFolder benchFolder;
    private final int pairs;
    private final boolean quick;
    private final Progress progress;

    LlamaBench(BenchFolder benchFolder, int pairs, boolean quick, Progress progress) {
        this.benchFolder = benchFolder;
        this.pairs = pairs;
        this.quick = quick;
        this.progress = progress;
    }

    /** The token rate per second, and per CPU-second of the thread that generates. */
    private record Rates(double perSecond, double perCpuSecond) {}

    /**
     * Measures the figures.
     *
     * @param batchedBench the program {@code llama-batched-bench}; null to omit its figure
     * @param python true to measure the figure of Python, if its packages can be installed
     */
    List<FigureSpread> measure(@Nullable Path batchedBench, boolean python) throws IOException {
        progress.measuring(LOOP.title() + ", " + pairs + " pairs");
        Path model = TinyModel.write(benchFolder.folder().resolve("model.gguf"), LAYERS, WIDTH);
        List<int[]> prompts = prompts(quick ? 8 : 96);
        Path data = write(prompts);
        try (BareLoop loop = new BareLoop(model, CONTEXT, SEQUENCES, THREADS)) {
            Contender<Rates> ours = () -> withLoadGen(model, data, prompts.size());
            Contender<Rates> other = () -> direct(loop, prompts);
            ours.run();
            other.run();
            List<Pair<Rates>> measured = Pair.run(pairs, ours, other);
            List<FigureSpread> figures = new ArrayList<>();
            if (batchedBench != null) {
                LlamaBatchedBench ownProgram = new LlamaBatchedBench(batchedBench, model);
                figures.add(ratio(OWN_PROGRAM, ours, () -> ownProgram.tokensPerSecond(prompts.size())));
            }
            figures.add(Pair.ratio(LOOP, measured, Rates::perSecond, "second"));
            figures.add(Pair.ratio(LOOP_CPU, measured, Rates::perCpuSecond, "CPU-second"));
            if (python) {
                Optional<PythonLlama> program = PythonProgram.installed(
                        progress,
                        "llama-cpp-python and LoadGen's Python binding",
                        () -> PythonLlama.install(benchFolder));
                if (program.isPresent()) {
                    figures.add(ratio(PYTHON, ours, () -> program.get().tokensPerSecond(model, data)));
                }
            }
            return figures;
        }
    }

    private FigureSpread ratio(BenchFigure figure, Contender<Rates> ours, Contender<Double> other) throws IOException {
        progress.measuring(figure.title() + ", " + pairs + " pairs");
        other.run();
        return Pair.ratio(figure, Pair.run(pairs, () -> ours.run().perSecond(), other), each -> each, "second");
    }

    private Rates withLoadGen(Path model, Path data, int samples) throws IOException {
        Path logs = benchFolder.newLogs();
        try (LlamaBackend backend = LlamaBackend.builder(model)
                .context(CONTEXT)
                .sequences(SEQUENCES)
                .threads(THREADS)
                .build()) {
            GenerationParameters generation = GenerationParameters.builder()
                    .maxTokens(TOKENS)
                    .ignoreEos(true)
                    .build();
            double rate = OfflineRun.tokensPerSecond(backend, data, generation, samples, logs.resolve("run"));
            return new Rates(rate, (double) samples * TOKENS * NANOS_PER_SECOND / engineCpuNanos());
        } finally {
            benchFolder.remove(logs);
        }
    }

    private static List<int[]> prompts(int count) {
        Random random = new Random(7);
        return Stream.generate(() -> random.ints(PROMPT_TOKENS, FIRST_NORMAL_TOKEN, VOCABULARY)
                        .toArray())
                .limit(count)
                .toList();
    }

    private Path write(List<int[]> prompts) throws IOException {
        Path file = benchFolder.folder().resolve("prompts.jsonl");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int[] each : prompts) {
                out.write("{\"input_ids\":" + Arrays.toString(each) + "}\n");
            }
        }
        return file;
    }

    private static Rates direct(BareLoop loop, List<int[]> prompts) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long tokens = loop.generate(prompts, TOKENS);
        return new Rates(
                tokens * NANOS_PER_SECOND / (System.nanoTime() - start),
                tokens * NANOS_PER_SECOND / (threads.getCurrentThreadCpuTime() - cpu));
    }

    /** Returns the CPU time of the engine's thread, which lives as long as its backend. */
    private static long engineCpuNanos() throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(each -> each != null && each.getThreadName().equals("llama"))
                .mapToLong(each -> threads.getThreadCpuTime(each.getThreadId()))
                .findFirst()
                .orElseThrow(() -> new IOException("the engine has ended"));
    }
}
