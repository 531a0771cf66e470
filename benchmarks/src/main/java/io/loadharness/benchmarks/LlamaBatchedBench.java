// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** llama.cpp's own program {@code llama-batched-bench}, which processes sequences in parallel and does not sample. */
final class LlamaBatchedBench {

    private static final Pattern SECONDS = Pattern.compile("\"t\": ([0-9.]+)");

    private final Path program;
    private final Path model;

    LlamaBatchedBench(Path program, Path model) {
        this.program = program;
        this.model = model;
    }

    /** Processes prompts in groups of {@code sequences} and returns the generated tokens per second. */
    double tokensPerSecond(int prompts) throws IOException {
        int groups = prompts / LlamaBench.SEQUENCES;
        String output = Program.run(List.of(
                program.toString(),
                "-m",
                model.toString(),
                "-c",
                "" + LlamaBench.CONTEXT * LlamaBench.SEQUENCES,
                "-b",
                "512",
                "-ub",
                "512",
                "-t",
                "" + LlamaBench.THREADS,
                "-npl",
                "" + LlamaBench.SEQUENCES,
                "-ntg",
                "" + LlamaBench.TOKENS,
                "-npp",
                String.join(",", Collections.nCopies(groups, "" + LlamaBench.PROMPT_TOKENS)),
                "--output-format",
                "jsonl"));
        double seconds = 0;
        int measured = 0;
        for (Matcher each = SECONDS.matcher(output); each.find(); measured++) {
            seconds += Double.parseDouble(each.group(1));
        }
        if (measured != groups) {
            throw new IOException(program + " printed " + measured + " of " + groups
                    + " results: use llama-batched-bench of llama.cpp");
        }
        return (double) groups * LlamaBench.SEQUENCES * LlamaBench.TOKENS / seconds;
    }
}
