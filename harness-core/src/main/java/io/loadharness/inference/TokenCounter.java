// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/**
 * Counts the tokens of a text as the model under test would have made them. {@link Response#countedBy} asks it if the server did not
 * count. Thread-safe.
 */
@FunctionalInterface
public interface TokenCounter {

    /** The number of tokens of an answer, without anything that a chat template adds. */
    int count(String text);
}
