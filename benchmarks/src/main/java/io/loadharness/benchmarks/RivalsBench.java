// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures the figures of {@code bench rivals}. */
final class RivalsBench {

    private final BenchFolder benchFolder;
    private final Set<Rival> selected;
    private final String python;
    private final int requests;
    private final int rounds;
    private final Progress progress;

    /**
     * Creates a benchmark.
     *
     * @param requests the number of requests of the small runs
     */
    RivalsBench(
            BenchFolder benchFolder, Set<Rival> selected, String python, int requests, int rounds, Progress progress) {
        this.benchFolder = benchFolder;
        this.selected = selected;
        this.python = python;
        this.requests = requests;
        this.rounds = rounds;
        this.progress = progress;
    }

    /** Measures LoadHarness and the selected rivals, in the order of {@link Rival}. */
    List<FigureSpread> measure() throws IOException {
        Path folder = benchFolder.folder();
        CpuTime cpuTime = new CpuTime(
                python, folder, Map.of("HF_HOME", folder.resolve("huggingface").toString()));
        List<ChatClient> rivals = new ArrayList<>();
        for (Rival each : selected) {
            rivals.add(install(each));
        }
        try (HttpServer server = HttpServer.start(HttpWorkload.CHAT)) {
            ChatLoad load = new ChatLoad(server.uri(), requests, folder.resolve("chat"));
            Files.createDirectories(load.tokenizer());
            load.withRequests(ClientComparison.most(load.requests())).writePrompts();
            writeTokenizer(load.tokenizer());
            return new ClientComparison(benchFolder, cpuTime, server::counts, progress)
                    .measure(load, rounds, new HarnessClient(), rivals);
        }
    }

    private ChatClient install(Rival rival) {
        progress.print("Installing " + rival.requirement());
        try {
            Path environment = benchFolder.folder().resolve(rival.requirement());
            return rival.in(PythonEnvironment.install(environment, python, List.of(rival.requirement()), Map.of()));
        } catch (IOException e) {
            return rival.notInstalled(e);
        }
    }

    private void writeTokenizer(Path folder) throws IOException {
        PythonProgram trainer = DatasetBench.installTokenizers(benchFolder, progress);
        String unused = trainer.run(List.of("write", folder.toString(), "1"));
        Files.writeString(
                folder.resolve("tokenizer_config.json"), "{\"tokenizer_class\": \"PreTrainedTokenizerFast\"}");
    }
}
