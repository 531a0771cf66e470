// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The outcome of one slice of a run that several processes generated together.
 *
 * @param rank the number of the slice
 * @param node the name of the machine
 * @param folder the folder of the slice
 * @param verdict the verdict of the process; {@link Verdict#FAILED} if the process ended before its run was complete
 * @param reasons the reasons why the slice is not valid
 * @param recorded the start of the recording, corrected by the known clock offset of the machine
 * @param issued the number of issued samples
 * @param completed the number of completed samples
 * @param failed the number of failed samples
 */
public record SliceOutcome(
        int rank,
        String node,
        String folder,
        Verdict verdict,
        List<String> reasons,
        Instant recorded,
        long issued,
        long completed,
        long failed) {

    public SliceOutcome {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(verdict, "verdict");
        reasons = List.copyOf(reasons);
        Objects.requireNonNull(recorded, "recorded");
    }
}
