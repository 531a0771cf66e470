// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/**
 * What the server says that a request cost, in tokens. A number that it did not say is {@link #UNKNOWN}.
 *
 * @param prompt tokens of the prompt
 * @param cached tokens of the prompt that it found in its cache
 * @param completion tokens of the answer, reasoning included
 * @param reasoning tokens of the answer that are reasoning
 */
public record Usage(int prompt, int cached, int completion, int reasoning) {

    /** What the server did not say. */
    public static final int UNKNOWN = -1;

    /** A server that says nothing. */
    public static final Usage NONE = new Usage(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
}
