// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.Launcher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Starts workers as one Slurm job with {@code sbatch}. Each worker is one task, by default on its own node. If this process already runs
 * inside a job, such as a job of {@code salloc}, the launcher starts the workers in this job with {@code srun}. The program, the logs and
 * the file with the secret must be on a file system that the nodes share. The option {@code shared-folder} sets a folder on such a file
 * system.
 *
 * <pre>{@code
 * harness run run.yaml --on slurm --workers 8 --partition gpu --time 30m
 * }</pre>
 */
public final class SlurmLauncher implements Launcher {

    private static final int SUBMIT_SECONDS = 60;
    private static final int STEP_SECONDS = 5;

    private final List<String> prefix;
    private final Map<String, String> environment;

    public SlurmLauncher() {
        this(List.of(), System.getenv());
    }

    /** Creates a launcher for tests. The prefix is a command that runs Slurm's commands, for example in a network namespace. */
    SlurmLauncher(List<String> prefix, Map<String, String> environment) {
        this.prefix = List.copyOf(prefix);
        this.environment = Map.copyOf(environment);
    }

    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public String describe(LaunchRequest request) throws IOException {
        SlurmPlan plan = new SlurmPlan(request, environment);
        return plan.allocation() == null ? plan.batchScript() : Shell.quote(plan.stepCommand()) + "\n";
    }

    @Override
    public LaunchedWorkers start(LaunchRequest request) throws IOException, InterruptedException {
        SlurmPlan plan = new SlurmPlan(request, environment);
        SlurmCommands commands = new SlurmCommands(prefix);
        try {
            plan.write();
            return plan.allocation() == null ? submit(plan, commands) : startStep(plan, commands, plan.allocation());
        } catch (IOException | InterruptedException | RuntimeException e) {
            plan.cleanUp();
            throw e;
        }
    }

    private static ProcessBuilder guard(SlurmPlan plan, SlurmCommands commands, String script, List<String> command)
            throws IOException {
        List<String> words = new ArrayList<>(
                List.of("sh", "-c", Shell.script(script), "sh", plan.guarded().toString()));
        words.addAll(command);
        return Shell.inOwnSession(commands.words(words));
    }

    private static LaunchedWorkers submit(SlurmPlan plan, SlurmCommands commands)
            throws IOException, InterruptedException {
        ProcessBuilder builder = guard(plan, commands, "slurm-guard.sh", plan.submission());
        SlurmPlan.IGNORED_VARIABLES.forEach(builder.environment()::remove);
        Process guard = builder.redirectErrorStream(true).start();
        CompletableFuture<String> job = new CompletableFuture<>();
        AtomicReference<@Nullable String> noJob = new AtomicReference<>();
        ProcessMessages messages = ProcessMessages.of(guard.getInputStream(), report -> {
            if (report.startsWith("job ")) {
                job.complete(report.substring("job ".length()).strip());
            } else if (report.startsWith("no job")) {
                noJob.set(report.substring("no job".length()).strip());
            }
        });
        boolean submitted = false;
        try {
            CompletableFuture.anyOf(job, guard.onExit()).get(SUBMIT_SECONDS, TimeUnit.SECONDS);
            String id = job.getNow("");
            if (id.isEmpty()) {
                String refusal = SlurmCommands.refused("sbatch", messages.text());
                String line = noJob.get();
                throw new IOException(line == null ? refusal : SlurmCommands.withoutJob(line));
            }
            submitted = true;
            plan.request().messages().accept("Submitted the Slurm job " + id + ".");
            return new SlurmJob(plan, commands, id, guard);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IOException(
                    "Slurm did not respond to sbatch within " + SUBMIT_SECONDS + " s: check `scontrol ping`", e);
        } finally {
            if (!submitted) {
                guard.getOutputStream().close();
            }
        }
    }

    private static LaunchedWorkers startStep(SlurmPlan plan, SlurmCommands commands, String job)
            throws IOException, InterruptedException {
        Process guard = guard(plan, commands, "srun-guard.sh", plan.stepCommand())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.appendTo(plan.slurmLog().toFile()))
                .start();
        SlurmJob workers = new SlurmJob(plan, commands, job, guard);
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(STEP_SECONDS);
            while (System.nanoTime() - end < 0) {
                String log = WorkerLogs.lastLines(plan.slurmLog());
                if (!guard.isAlive() && SlurmTasks.read(plan.slurmLog()).isEmpty() && guard.exitValue() != 0) {
                    throw new IOException(SlurmCommands.refused("srun", log));
                }
                if (!guard.isAlive() || SlurmJob.isWaiting(log) || hasStep(plan, commands, job)) {
                    break;
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
            return workers;
        } catch (IOException | InterruptedException | RuntimeException e) {
            workers.close();
            throw e;
        }
    }

    private static boolean hasStep(SlurmPlan plan, SlurmCommands commands, String job) {
        return commands.run("squeue", "--noheader", "--steps", "--jobs=" + job, "--format=%j")
                .filter(result -> result.text().contains(plan.stepName()))
                .isPresent();
    }
}
