// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** Parses the body of a response; throws {@link FailureException} if it is not valid. */
interface ResponseBody {

    /** Reads the next part of the body, in {@code [from, to)}, which was received at the time {@code nanos}. */
    void take(long nanos, byte[] bytes, int from, int to);

    /** Called when the body is complete. */
    void end(long nanos);
}
