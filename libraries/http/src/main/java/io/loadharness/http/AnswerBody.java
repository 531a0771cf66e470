// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** Takes the body of an answer; throws {@link FailureException} when it cannot be one. */
interface AnswerBody {

    /** A piece of it came. */
    void take(long nanos, byte[] bytes, int from, int to);

    /** It has come as a whole. */
    void end(long nanos);
}
