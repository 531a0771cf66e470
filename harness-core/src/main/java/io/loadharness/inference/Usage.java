// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/**
 * The token usage of a request as reported by the server. Numbers that the server does not report are {@link #UNKNOWN}.
 *
 * @param prompt the number of tokens of the prompt
 * @param cached the number of prompt tokens that the server found in its cache
 * @param completion the number of tokens of the completion, including reasoning tokens
 * @param reasoning the number of reasoning tokens
 */
public record Usage(int prompt, int cached, int completion, int reasoning) {

    /** The value of a number that the server did not report. */
    public static final int UNKNOWN = -1;

    /** The usage of a server that reports no usage. */
    public static final Usage NONE = new Usage(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
}
