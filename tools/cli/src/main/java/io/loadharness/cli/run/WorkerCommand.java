// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cluster.WorkerProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code harness worker}. */
@Command(
        name = "worker",
        hidden = true,
        customSynopsis = "${ROOT-COMMAND-NAME} worker --connect=HOST:PORT [OPTION]...",
        description = {
            "Sends requests for a coordinator, which is the process of `${ROOT-COMMAND-NAME} run --on` that generates the load."
                    + " Launchers start workers. Call this command only if no launcher can start the workers, see"
                    + " docs/guides/many-machines.md.",
            "The worker reads the secret of the run from the first line of its standard input, or from a file. The"
                    + " worker ends when its connection to the coordinator ends. A worker that read the secret from its"
                    + " standard input also ends when its standard input ends."
        })
public final class WorkerCommand implements Callable<Integer> {

    @Option(
            names = "--connect",
            required = true,
            paramLabel = "HOST:PORT",
            description =
                    "The address of the coordinator. Separate several addresses with commas. The worker tries them in"
                            + " order.")
    private String connect = "";

    @Option(
            names = "--rank",
            paramLabel = "N",
            description = "The number of the worker, starting at 0. Default: the first of these environment variables"
                    + " that is set: JOB_COMPLETION_INDEX, SLURM_PROCID, PMI_RANK, OMPI_COMM_WORLD_RANK or"
                    + " LWS_WORKER_INDEX")
    private @Nullable String rank;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description =
                    "A file with the secret of the run in its first line. Give read permission only to the owner of"
                            + " the file. Default: the first line of the standard input")
    private @Nullable String secretFile;

    @Option(
            names = "--connect-seconds",
            paramLabel = "N",
            description = "Maximum time until the worker is connected, in seconds. Default: 20")
    private @Nullable Integer connectSeconds;

    @Override
    public Integer call() {
        List<String> arguments = new ArrayList<>(List.of("--connect", connect));
        if (rank != null) {
            arguments.addAll(List.of("--rank", rank));
        }
        if (secretFile != null) {
            arguments.addAll(List.of("--secret-file", secretFile));
        }
        if (connectSeconds != null) {
            arguments.addAll(List.of("--connect-seconds", String.valueOf(connectSeconds)));
        }
        return WorkerProgram.run(arguments);
    }
}
