// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.util.Map;
import java.util.regex.Pattern;

/** Descriptions of the reasons that Slurm reports for a waiting job. */
final class SlurmReasons {

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("Resources", "waiting until enough nodes are free"),
            Map.entry("Priority", "waiting behind jobs of higher priority"),
            Map.entry("None", "waiting for the scheduler"),
            Map.entry("BeginTime", "waiting for its start time"),
            Map.entry("Dependency", "waiting for another job"),
            Map.entry("DependencyNeverSatisfied", "never starts: the job that it waits for failed"),
            Map.entry("JobHoldMaxRequeue", "held by Slurm after too many starts; `scontrol release` releases it"),
            Map.entry(
                    "launch_failed_requeued_held",
                    "held by Slurm after a failed start; `scontrol release` releases it"),
            Map.entry("JobHeldUser", "held by its owner; `scontrol release` releases it"),
            Map.entry("JobHeldAdmin", "held by an administrator"),
            Map.entry("PartitionDown", "waiting, because the partition is down"),
            Map.entry("PartitionInactive", "waiting, because the partition is inactive"),
            Map.entry(
                    "PartitionNodeLimit",
                    "never starts: it asks for more nodes than the partition allows; use fewer workers, or set --launcher-option workers-per-node"),
            Map.entry(
                    "PartitionConfig",
                    "never starts: it asks for more nodes than the partition has; use fewer workers, or set --launcher-option workers-per-node"),
            Map.entry(
                    "PartitionTimeLimit", "never starts: it asks for more time than the partition allows; set --time"),
            Map.entry("ReqNodeNotAvail", "waiting for nodes that are down, drained or reserved"),
            Map.entry("Nodes_required_for_job_are_DOWN", "waiting for nodes that are down, drained or reserved"),
            Map.entry("NodeDown", "waiting, because a node that it needs is down"),
            Map.entry("Reservation", "waiting for its reservation"),
            Map.entry("Licenses", "waiting for licenses"),
            Map.entry("BadConstraints", "never starts: no node has what it asks for"),
            Map.entry("InvalidAccount", "never starts: its account is not valid"),
            Map.entry("InvalidQOS", "never starts: its QOS is not valid"));

    /** Limits of a single job. No end of another job clears them. */
    private static final Pattern NEVER_CLEARED_LIMIT = Pattern.compile("(QOS|Assoc).*(PerJob|MaxWallDuration)");

    /** The first words of the description of a job that can never start. */
    static final String HOPELESS = "never starts";

    private SlurmReasons() {}

    static String explain(String reason, String partition) {
        String words = WORDS.get(reason.replaceFirst(",.*", "").replaceFirst("\\(.*", ""));
        if (words == null) {
            if (NEVER_CLEARED_LIMIT.matcher(reason).lookingAt()) {
                words = "never starts: it exceeds a limit of your QOS or account for one job; use fewer workers or a"
                        + " shorter --time, or see `sacctmgr show qos`";
            } else {
                words = reason.startsWith("QOS") || reason.startsWith("Assoc")
                        ? "waiting, because a limit of your QOS or account is reached"
                        : "waiting";
            }
        }
        return words + " (partition " + partition + ", reason " + reason + ")";
    }
}
