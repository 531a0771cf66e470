// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.WorkerState;
import io.loadharness.cluster.WorkerState.Phase;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The workers of one Slurm job, or of one step inside an allocation. If this process ends for any reason, a guard process cancels the job.
 */
final class SlurmJob implements LaunchedWorkers {

    private static final Set<String> WAITING =
            Set.of("PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD");
    private static final Set<String> ACTIVE =
            Set.of("RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT", "RESIZING");
    private static final String UNKNOWN = "unknown";
    private static final Pattern STEP = Pattern.compile("\\S+\\.\\d+ ");
    private static final String CANCELLED = "the job %s was cancelled by a user or an administrator";

    /** The maximum time for which the final state of a job is awaited. This state names the cause of the end. */
    private static final Duration MAX_ENDING = Duration.ofSeconds(2);

    private static final Duration KEEP = Duration.ofSeconds(1);
    private static final Duration TERMINATION_GRACE = Duration.ofSeconds(1);
    private static final Duration KILL_GRACE = Duration.ofSeconds(2);
    private static final int KILLS = 3;
    private static final Duration KILL_TIME = Duration.ofSeconds(10);

    private final SlurmPlan plan;
    private final SlurmCommands commands;
    private final String job;
    private final Process guard;
    private boolean stopped;
    private boolean stopping;
    private List<WorkerState> states = List.of();
    private long stateTime;
    private long terminationTime;
    private long endingSince;

    SlurmJob(SlurmPlan plan, SlurmCommands commands, String job, Process guard) {
        this.plan = plan;
        this.commands = commands;
        this.job = job;
        this.guard = guard;
    }

    private boolean isStep() {
        return plan.allocation() != null;
    }

    @Override
    public boolean areQueued() {
        return states().stream().allMatch(each -> each.phase() == Phase.PENDING);
    }

    @Override
    public synchronized List<WorkerState> states() {
        if (!stopped && (states.isEmpty() || System.nanoTime() - stateTime > KEEP.toNanos())) {
            states = isStep() ? stepStates() : jobStates();
            stateTime = System.nanoTime();
        }
        return states;
    }

    private List<WorkerState> jobStates() {
        Map<String, String> fields = commands.job(job).orElse(Map.of());
        String state = fields.getOrDefault("JobState", "");
        SlurmTasks tasks = SlurmTasks.read(plan.slurmLog());
        if (state.isEmpty()) {
            return states.isEmpty() ? all(Phase.PENDING, "submitted as job " + job) : states;
        }
        if (WAITING.contains(state)) {
            String reason = state.equals("CONFIGURING")
                    ? "waiting until its nodes are prepared"
                    : SlurmReasons.explain(
                            fields.getOrDefault("Reason", "None"), fields.getOrDefault("Partition", "unknown"));
            boolean isHopeless = reason.startsWith(SlurmReasons.HOPELESS);
            return all(isHopeless ? Phase.ENDED : Phase.PENDING, "job " + job + ": " + reason);
        }
        if (ACTIVE.contains(state)) {
            String place = "in job " + job + " on " + fields.getOrDefault("NodeList", "its nodes");
            return mayBeCancelled(tasks) ? all(Phase.RUNNING, place) : all(Phase.RUNNING, place, tasks, cause(tasks));
        }
        String end = end(state, fields);
        boolean ofTask = state.equals("FAILED") || state.equals("COMPLETED");
        return all(Phase.ENDED, ofTask ? cause(tasks, end) : end, tasks, ofTask ? cause(tasks) : end);
    }

    /** Returns true for a short time after SIGTERM has ended a task. During this time, Slurm may still write that the job was cancelled. */
    private boolean mayBeCancelled(SlurmTasks tasks) {
        if (!tasks.hasTerminated()) {
            return false;
        }
        if (terminationTime == 0) {
            terminationTime = System.nanoTime();
        }
        return System.nanoTime() - terminationTime < TERMINATION_GRACE.toNanos();
    }

    /** Returns the reason why Slurm stopped workers that had not failed. */
    private String cause(SlurmTasks tasks) {
        return cause(tasks, "stopped by Slurm, because another worker ended");
    }

    private String cause(SlurmTasks tasks, String otherwise) {
        String reason = tasks.jobEnd();
        if (stopping) {
            return "stopped";
        }
        if (reason == null) {
            return otherwise;
        }
        return switch (reason) {
            case "" -> CANCELLED.formatted(job);
            case "TIME LIMIT" -> "the job " + job + " reached its time limit: set a longer --time";
            default -> "the job " + job + " was ended by Slurm (" + reason.toLowerCase(Locale.ROOT) + ")";
        };
    }

    private String end(String state, Map<String, String> fields) {
        String nodes = fields.getOrDefault("NodeList", "");
        String name = "the job " + job + " ";
        String code = fields.getOrDefault("ExitCode", "0:0");
        return switch (state) {
            case "COMPLETED" -> "ended with exit code 0";
            case "CANCELLED" -> stopping ? "stopped" : CANCELLED.formatted(job);
            case "TIMEOUT" ->
                name
                        + "reached its time limit of " + fields.getOrDefault("TimeLimit", "unknown length")
                        + ": set a longer --time";
            case "NODE_FAIL" -> name + "ended, because the node " + commands.failedNodes(nodes) + " failed";
            case "OUT_OF_MEMORY" ->
                name + "ran out of memory on " + nodes + ": ask for more with --launcher-option mem";
            case "PREEMPTED" -> name + "was preempted by a job of higher priority: choose another partition or QOS";
            case "DEADLINE" -> name + "was ended at its deadline";
            case "BOOT_FAIL" -> name + "ended, because the node " + nodes + " did not boot";
            default -> name + "ended with state " + state + ", exit code " + code.replaceFirst(":.*", "") + unread();
        };
    }

    /** Returns the last line of Slurm's log. If the log is empty, returns a hint that the nodes might not share the folder. */
    private String unread() {
        return WorkerLogs.lastLines(plan.slurmLog()).isEmpty()
                ? "; no node wrote to " + plan.logs()
                        + ": if the nodes do not share this folder, set --launcher-option shared-folder to one that they share"
                : "; " + lastLine();
    }

    private String lastLine() {
        return lastLine(WorkerLogs.lastLines(plan.slurmLog()));
    }

    /** Returns the last line, but ignores the hint of {@code srun} about its option {@code --help}. */
    private static String lastLine(String lines) {
        String last = lines.lines()
                .filter(each -> !each.startsWith("Try \"srun --help\""))
                .reduce("", (first, second) -> second);
        return last.contains("unrecognized option '--container-")
                ? last + ": this cluster has no pyxis; leave out --container-image"
                : last;
    }

    private List<WorkerState> stepStates() {
        SlurmTasks tasks = SlurmTasks.read(plan.slurmLog());
        boolean runs = guard.isAlive();
        if (runs && isWaiting(lastLine())) {
            return all(Phase.PENDING, "waiting for resources of job " + job + " (" + lastLine() + ")");
        }
        String place = "in job " + job;
        if (runs && tasks.isEmpty()) {
            return all(Phase.RUNNING, place);
        }
        // For a cancelled allocation, the messages about its step do not contain the cause.
        Map<String, String> fields = stopping ? Map.of() : commands.job(job).orElse(Map.of());
        String state = fields.getOrDefault("JobState", "");
        if (state.equals("COMPLETING") && !isEndingForLong()) {
            return all(Phase.RUNNING, place + ", which Slurm is ending");
        }
        if (!state.isEmpty() && !ACTIVE.contains(state) && !state.equals("COMPLETED")) {
            return all(Phase.ENDED, end(state, fields));
        }
        if (runs) {
            return all(Phase.RUNNING, place, tasks, cause(tasks));
        }
        int code = guard.exitValue();
        String end = code == 0
                ? "ended with exit code 0"
                : stopping ? "stopped" : "srun " + ProcessEnd.explain(code) + "; " + lastLine();
        return all(Phase.ENDED, cause(tasks, end), tasks, cause(tasks));
    }

    /** Returns true if Slurm has needed more than {@link #MAX_ENDING} to end the job. */
    private boolean isEndingForLong() {
        long now = System.nanoTime();
        if (endingSince == 0) {
            endingSince = now;
        }
        return now - endingSince > MAX_ENDING.toNanos();
    }

    static boolean isWaiting(String line) {
        return line.contains("step creation temporarily disabled") || line.contains("nodes are busy");
    }

    private List<WorkerState> all(Phase phase, String sentence) {
        List<WorkerState> all = new ArrayList<>();
        for (int rank = 0; rank < plan.request().workers(); rank++) {
            all.add(new WorkerState(rank, phase, sentence, phase == Phase.ENDED));
        }
        return all;
    }

    /**
     * Returns the states of all workers. Workers whose tasks failed have their own reason. Workers whose tasks Slurm stopped have the given
     * cause. All other workers have the given phase and sentence.
     */
    private List<WorkerState> all(Phase phase, String sentence, SlurmTasks tasks, String cause) {
        List<WorkerState> all = all(phase, sentence);
        tasks.stopped().stream()
                .filter(rank -> rank < all.size())
                .forEach(rank -> all.set(rank, new WorkerState(rank, Phase.ENDED, cause, true)));
        tasks.failures().forEach((rank, failure) -> {
            if (rank < all.size()) {
                all.set(rank, new WorkerState(rank, Phase.ENDED, explained(rank, failure)));
            }
        });
        return all;
    }

    /** Adds the reason from the log if the exit code alone does not show the reason. */
    private String explained(int rank, String end) {
        String log = lastLines(rank);
        if (end.contains("exit code 66 ") && log.contains("cannot read")) {
            return end + ": " + lastLine(log);
        }
        if (end.contains("exit code 127 ")) {
            return end + ", because `" + plan.java()
                    + "` was not found there: set --launcher-option java to the full path of Java on the nodes";
        }
        // Java before 17 does not know the option with which workers are started.
        if (log.contains("UnsupportedClassVersionError")
                || log.contains("Unrecognized option: --enable-native-access")) {
            return end + ", because Java there is older than 17: set --launcher-option java to the path of a newer one";
        }
        if (log.contains("Could not find or load main class " + plan.request().mainClass())) {
            return end
                    + ", because LoadHarness was not found there: set --launcher-option shared-folder to a folder that"
                    + " all nodes share";
        }
        return end;
    }

    @Override
    public String lastLines(int rank) {
        return WorkerLogs.lastLines(WorkerLogs.file(plan.logs(), rank));
    }

    @Override
    public synchronized void stop(Duration grace) {
        if (stopped) {
            return;
        }
        stopping = true;
        boolean interrupted = Thread.interrupted();
        if (!hasEnded()) {
            if (!isStep() && WAITING.contains(state())) {
                commands.run("scancel", "--quiet", job);
            }
            signal("TERM");
            awaitEnd(grace);
        }
        // A plain scancel would wait between SIGTERM and SIGKILL, usually 30 s (Slurm's setting KillWait), and Slurm
        // signals no step of a
        // cancelled job. A busy controller can lose a signal, so the signal is repeated.
        for (int repeat = 0; repeat < KILLS && !hasEnded(); repeat++) {
            signal("KILL");
            awaitEnd(KILL_GRACE);
        }
        if (!hasEnded()) {
            if (!isStep()) {
                commands.run("scancel", "--quiet", job);
            }
            awaitEnd(KILL_TIME);
        }
        List<WorkerState> last = isStep() ? List.of() : jobStates();
        plan.cleanUp();
        endGuard();
        states = isStep() ? stepStates() : last;
        stopped = true;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends a signal to the workers. Inside an allocation, sends it only to the step of this run; otherwise, to all steps of the job. */
    private void signal(String name) {
        commands.run("squeue", "--noheader", "--steps", "--jobs=" + job, "--format=%i %j")
                .ifPresent(result -> result.text()
                        .lines()
                        .map(String::strip)
                        .filter(line -> isStep()
                                ? line.endsWith(" " + plan.stepName())
                                : STEP.matcher(line).lookingAt())
                        .forEach(line -> commands.run(
                                "scancel", "--quiet", "--signal=" + name, line.substring(0, line.indexOf(' ')))));
    }

    private boolean hasEnded() {
        if (isStep()) {
            return !guard.isAlive();
        }
        String state = state();
        return !state.equals(UNKNOWN) && !WAITING.contains(state) && !ACTIVE.contains(state);
    }

    /** Returns the state of the job: {@link #UNKNOWN} if Slurm does not respond, and an empty string if Slurm does not know the job. */
    private String state() {
        return commands.job(job)
                .map(fields -> fields.getOrDefault("JobState", ""))
                .orElse(UNKNOWN);
    }

    private void awaitEnd(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!hasEnded() && System.nanoTime() - end < 0) {
            try {
                TimeUnit.MILLISECONDS.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Closes the standard input of the guard. The guard then ends the remaining processes. */
    private void endGuard() {
        try {
            guard.getOutputStream().close();
        } catch (IOException e) {
            // The guard has ended.
        }
        try {
            if (!guard.waitFor(KILL_TIME.toSeconds(), TimeUnit.SECONDS)) {
                guard.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop(Duration.ZERO);
    }
}
