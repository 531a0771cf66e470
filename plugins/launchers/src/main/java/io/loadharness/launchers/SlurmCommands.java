// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs Slurm's commands with a time limit, and explains their messages. */
final class SlurmCommands {

    private static final Pattern FIELD = Pattern.compile("(?:^|\\s)([A-Za-z]+)=(\\S*)");
    private static final int LIMIT_SECONDS = 10;

    private final List<String> prefix;

    SlurmCommands(List<String> prefix) {
        this.prefix = prefix;
    }

    record CommandOutput(int code, String text) {}

    List<String> words(List<String> command) {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(command);
        return words;
    }

    /** Runs a command. Returns empty if the command does not exist or does not end in time. */
    Optional<CommandOutput> run(String... command) {
        Process process;
        try {
            process = new ProcessBuilder(words(List.of(command)))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return Optional.empty();
        }
        CompletableFuture<byte[]> output = new CompletableFuture<>();
        Thread reader = new Thread(
                () -> {
                    try {
                        output.complete(process.getInputStream().readAllBytes());
                    } catch (IOException e) {
                        output.complete(new byte[0]);
                    }
                },
                "slurm-output");
        reader.setDaemon(true);
        reader.start();
        try {
            process.getOutputStream().close();
            if (process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                String text = new String(output.get(1, TimeUnit.SECONDS), StandardCharsets.UTF_8);
                return Optional.of(new CommandOutput(process.exitValue(), text.strip()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            return Optional.empty();
        } finally {
            process.destroyForcibly();
        }
        return Optional.empty();
    }

    /** Returns the fields of a job: none if Slurm does not know the job, and empty if Slurm does not respond. */
    Optional<Map<String, String>> job(String id) {
        return run("scontrol", "--oneliner", "show", "job", id)
                .filter(result -> result.code() == 0 || result.text().contains("Invalid job id"))
                .map(result -> {
                    Map<String, String> fields = new HashMap<>();
                    Matcher matcher = FIELD.matcher(result.code() == 0 ? result.text() : "");
                    while (matcher.find()) {
                        fields.putIfAbsent(matcher.group(1), matcher.group(2));
                    }
                    return fields;
                });
    }

    /** Returns the nodes of a list that are down; the whole list if they are unknown. */
    String failedNodes(String nodes) {
        return run("sinfo", "--noheader", "--Node", "--nodes=" + nodes, "--states=down", "--format=%N")
                .filter(result -> result.code() == 0 && !result.text().isBlank())
                .map(result ->
                        String.join(", ", result.text().lines().distinct().toList()))
                .orElse(nodes);
    }

    /** Returns one sentence with the remedy if {@code sbatch} succeeded, but did not print the number of the job. */
    static String withoutJob(String line) {
        return "sbatch did not print the number of a job (its last line: \"" + line
                + "\"): cancel the job that `squeue --me --name=loadharness` shows, and check that `sbatch --parsable`"
                + " prints the number on its own line";
    }

    /** Returns one sentence with the reason and the remedy for a job that Slurm refused. */
    static String refused(String command, String messages) {
        String lower = messages.toLowerCase(Locale.ROOT);
        String detail = String.join(
                "; ",
                messages.lines()
                        .filter(line -> !line.contains("Warning"))
                        .map(line -> line.replaceFirst("^s(batch|run): (error: |fatal: )?", "")
                                .strip())
                        .filter(line -> !line.isEmpty())
                        .toList());
        String remedy;
        if (lower.contains("not found") && lower.contains(command)) {
            return "Slurm's command `" + command
                    + "` was not found: type the command on a login node, or load Slurm first (`module load slurm`)";
        } else if (lower.contains("unable to contact")
                || lower.contains("establish config")
                || lower.contains("establish a configuration")
                || lower.contains("dns srv")
                || lower.contains("fetch_config")) {
            remedy = "check that this is a login node of the cluster, and `scontrol ping`";
        } else if (lower.contains("unable to confirm allocation")) {
            remedy = "this job has ended; to submit a new job, type the command after `unset SLURM_JOB_ID`";
        } else if (lower.contains("accounting/qos policy")) {
            remedy = "stay below the limits that `sacctmgr show associations user=$USER` and `sacctmgr show qos` list";
        } else if (lower.contains("time limit is invalid")) {
            remedy = "set a shorter --time; `sinfo -s` lists the limit of each partition";
        } else if (lower.contains("account/partition")) {
            remedy = "choose an account and a partition that `sacctmgr show associations user=$USER` lists together";
        } else if (lower.contains("partition")) {
            remedy = "choose a partition that `sinfo -s` lists";
        } else if (lower.contains("account")) {
            remedy = "choose an account that `sacctmgr show associations user=$USER` lists";
        } else if (lower.contains("qos")) {
            remedy = "choose a QOS that `sacctmgr show qos` lists";
        } else if (lower.contains("node count")
                || lower.contains("more processors")
                || lower.contains("node configuration")) {
            remedy =
                    "ask for fewer workers, more workers on each node (--launcher-option workers-per-node), or less memory";
        } else {
            remedy = "check the options; `--print` shows what is submitted";
        }
        return "Slurm refused the workers (" + (detail.isEmpty() ? "without a message" : detail) + "): " + remedy;
    }
}
