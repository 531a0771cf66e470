// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.internal.ErrorText;
import java.io.IOException;
import java.util.Optional;

/** A target that each execution of a benchmark opens and closes: a client or engines. */
interface OwnedTarget {

    /** Closes the target. Returns a reason if the target cannot be closed. */
    Optional<Reason> close();

    /** Closes the target after an exception, to which it adds the reason if the target cannot be closed. */
    default void closeAfter(Throwable cause) {
        close().ifPresent(reason -> cause.addSuppressed(new IOException(reason.text())));
    }

    /**
     * Closes an object, without an interrupt of the thread: an abort of the run must not disturb it.
     *
     * @param name the name of the object, for the reason
     * @return a reason if the object cannot be closed
     */
    static Optional<Reason> close(String name, AutoCloseable object) {
        boolean interrupted = Thread.interrupted();
        try {
            object.close();
            return Optional.empty();
        } catch (Throwable e) { // the result of the benchmark is complete
            return Optional.of(new Reason(Reason.Code.CALLBACK_FAILED, sentence(name, "closed", e)));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns one sentence about a failure. */
    static String sentence(String name, String step, Throwable cause) {
        return name + " cannot be " + step + ": " + ErrorText.of(cause);
    }
}
