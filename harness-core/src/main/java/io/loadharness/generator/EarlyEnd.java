// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import io.loadharness.Failure;
import io.loadharness.Reason;
import org.jspecify.annotations.Nullable;

/**
 * The early end of a run, before all its samples were issued and completed. Immutable.
 *
 * @param failed true if the run failed, false if it was aborted
 * @param reason the reason for the early end
 * @param cause the exception that was thrown, or null
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

    /** Returns a copy for a run that did not end in time, because a callback did not return. The reason of the copy also states this. */
    EarlyEnd abandoned() {
        String text = reason.text() + ", and the run did not end in time";
        return new EarlyEnd(failed, new Reason(reason.code(), text, reason.values()), cause);
    }
}
