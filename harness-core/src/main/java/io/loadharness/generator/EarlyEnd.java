// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import io.loadharness.Failure;
import io.loadharness.Reason;
import org.jspecify.annotations.Nullable;

/**
 * The end of a run before its load is through. Immutable.
 *
 * @param failed true if the run failed, false if it was aborted
 * @param reason why it ended
 * @param cause what was thrown, or null
 */
public record EarlyEnd(
        boolean failed, Reason reason, @Nullable Throwable cause) {

    static EarlyEnd aborted(String text) {
        return new EarlyEnd(false, new Reason(Reason.Code.ABORTED, text), null);
    }

    static EarlyEnd threw(Reason.Code code, String called, Throwable cause) {
        String text = Failure.of(cause).message().replaceAll("\\p{Cntrl}+", " ");
        return new EarlyEnd(true, new Reason(code, called + " threw " + text), cause);
    }

    /** Returns the same end of a run of which a callback has not returned. */
    EarlyEnd abandoned() {
        String text = reason.text() + ", and the run has not come to its end since";
        return new EarlyEnd(failed, new Reason(reason.code(), text, reason.values()), cause);
    }
}
