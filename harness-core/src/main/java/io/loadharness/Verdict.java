// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/**
 * The outcome of a run.
 *
 * <pre>{@code
 * if (result.verdict() != Verdict.VALID) {
 *     result.reasons().forEach(reason -> System.out.println(reason.text()));
 * }
 * }</pre>
 */
public enum Verdict {
    /** All samples were completed and all constraints were met. */
    VALID,
    /** The run reached its end, but a sample failed or a constraint was not met. The reasons give the details. */
    INVALID,
    /** The user, an interrupt or a signal stopped the run before its end. */
    ABORTED,
    /** The run failed: for example, a callback threw an exception, a sample was never completed, or a log could not be read. */
    FAILED
}
