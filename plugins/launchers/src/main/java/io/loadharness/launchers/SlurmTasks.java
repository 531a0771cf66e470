// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The reasons why tasks and their job ended, from the messages of {@code srun} and of the nodes. */
final class SlurmTasks {

    private static final Pattern TASKS = Pattern.compile("srun: error: (\\S+): tasks? ([0-9,-]+): (.+)");

    /** The end of a job. A step that is cancelled without a cause may also follow a failed task. */
    private static final Pattern JOB = Pattern.compile(
            ".*\\*{3} (?:JOB|STEP(?=.* DUE TO )) \\S+ ON \\S+ CANCELLED AT \\S+(?: DUE TO (.+?))? \\*{3}.*");

    private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");
    private static final Pattern EXIT_CODE = Pattern.compile("Exited with exit code (\\d+)");
    private static final Map<String, Integer> SIGNALS = Map.of(
            "Killed",
            9,
            "Terminated",
            15,
            "Segmentation fault",
            11,
            "Aborted",
            6,
            "Bus error",
            7,
            "Interrupt",
            2,
            "Hangup",
            1);

    private final Map<Integer, String> failures = new HashMap<>();
    private final Set<Integer> stopped = new HashSet<>();
    private @Nullable String jobEnd;
    private boolean jobEnds;
    private boolean terminating;
    private boolean hasTerminated;

    private SlurmTasks() {}

    static SlurmTasks read(Path slurmLog) {
        SlurmTasks tasks = new SlurmTasks();
        try {
            List<String> lines = new String(Files.readAllBytes(slurmLog), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .toList();
            tasks.jobEnds = lines.stream().anyMatch(line -> JOB.matcher(line).matches());
            lines.forEach(tasks::add);
        } catch (IOException e) {
            // No message was written.
        }
        return tasks;
    }

    private void add(String line) {
        Matcher job = JOB.matcher(line);
        if (job.matches() && jobEnd == null) {
            jobEnd = job.group(1) == null ? "" : job.group(1);
        }
        terminating |= line.contains("Terminating StepId") || line.contains("forcing job termination");
        Matcher matcher = TASKS.matcher(line);
        if (!matcher.matches()) {
            return;
        }
        int code = code(matcher.group(3));
        boolean isTerminated = code == 128 + 15;
        // The message about the cancelled job may follow the messages about its tasks.
        boolean bySlurm =
                jobEnd != null || (jobEnds && isTerminated) || (terminating && (code == 128 + 9 || isTerminated));
        hasTerminated |= isTerminated && !bySlurm;
        for (int rank : ranks(matcher.group(2))) {
            if (bySlurm && !failures.containsKey(rank)) {
                stopped.add(rank);
            } else if (!stopped.contains(rank)) {
                failures.putIfAbsent(rank, sentence(code, matcher.group(3), matcher.group(1)));
            }
        }
    }

    /** Returns the reason for each task that failed by itself, by rank. */
    Map<Integer, String> failures() {
        return failures;
    }

    /** Returns the ranks of the tasks that Slurm stopped because the job or another task ended. */
    Set<Integer> stopped() {
        return stopped;
    }

    /** Returns the reason why Slurm ended the job, such as {@code TIME LIMIT}; empty if it was cancelled; null if Slurm did not end it. */
    @Nullable
    String jobEnd() {
        return jobEnd;
    }

    /**
     * Returns true if SIGTERM ended a task, and no message contains the cause. Often the job was cancelled, and the message about it
     * follows.
     */
    boolean hasTerminated() {
        return hasTerminated;
    }

    boolean isEmpty() {
        return failures.isEmpty() && stopped.isEmpty();
    }

    /** Returns the exit code in a text. For signal S, returns 128 + S, as shells do. Returns 0 if the text contains neither. */
    private static int code(String text) {
        Matcher exit = EXIT_CODE.matcher(text);
        if (exit.lookingAt()) {
            return Integer.parseInt(exit.group(1));
        }
        for (Map.Entry<String, Integer> signal : SIGNALS.entrySet()) {
            if (text.startsWith(signal.getKey())) {
                return 128 + signal.getValue();
            }
        }
        return 0;
    }

    private static String sentence(int code, String text, String node) {
        if (text.startsWith("Out Of Memory")) {
            return "ran out of memory on node " + node + ": ask for more with --launcher-option mem";
        }
        if (code == 0) {
            return text.strip() + " on node " + node;
        }
        return ProcessEnd.explain(code) + " on node " + node + ProcessEnd.hint(code, "the node");
    }

    private static List<Integer> ranks(String list) {
        List<Integer> ranks = new ArrayList<>();
        Matcher range = RANGE.matcher(list);
        while (range.find()) {
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            for (int rank = first; rank <= last; rank++) {
                ranks.add(rank);
            }
        }
        return ranks;
    }
}
