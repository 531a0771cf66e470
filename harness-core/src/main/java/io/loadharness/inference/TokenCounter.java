// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

/**
 * Counts the tokens of a text with the tokenizer of the model under test. {@link Response#countedBy} uses a counter if the server did not
 * report a count. Implementations must be thread-safe.
 *
 * <pre>{@code
 * TokenCounter words = text -> text.split(" ").length;
 * }</pre>
 */
@FunctionalInterface
public interface TokenCounter {

    /** Returns the number of tokens of a completion, without tokens that a chat template adds. */
    int count(String text);
}
