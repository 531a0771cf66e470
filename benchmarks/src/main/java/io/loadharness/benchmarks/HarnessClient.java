// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cli.ExitCode;
import java.nio.file.Path;
import java.util.List;

/** The command {@code harness run}. */
final class HarnessClient implements ChatClient {

    @Override
    public String label() {
        return "LoadHarness";
    }

    @Override
    public List<String> command(ChatLoad load, Path results) {
        return HarnessCommand.of(
                "run",
                "--url",
                load.server().toString(),
                "--model",
                HttpWorkload.MODEL,
                "--dialect",
                "openai-chat",
                "--load",
                "concurrent",
                "--concurrency",
                "" + ChatLoad.IN_FLIGHT,
                "--requests",
                "" + load.requests(),
                "--dataset-path",
                load.prompts().toString(),
                "--column",
                "input=prompt",
                "--max-tokens",
                "" + ChatLoad.TOKENS,
                "--warm-up",
                "0",
                "--output-dir",
                results.toString());
    }

    /** One request checks the dialect. */
    @Override
    public int preparatoryRequests() {
        return 1;
    }

    /** A run on a busy machine is invalid because of its latencies, and its CPU time is still correct. */
    @Override
    public boolean isMeasured(int exitCode) {
        return exitCode == ExitCode.OK || exitCode == ExitCode.INVALID;
    }
}
