// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import java.util.Optional;

/** Detects that a server or a worker failed. {@link WatchedRuns} polls it during a run. */
@FunctionalInterface
interface LossDetector {

    /** A detector that never reports a loss. */
    LossDetector NONE = Optional::empty;

    /** Returns the reason why a server or worker failed; empty if none failed. Does not block. */
    Optional<Reason> lost();

    /** Returns the reason of {@link #lost} with all details. May wait several seconds for the details. */
    default Optional<Reason> explained() {
        return lost();
    }
}
