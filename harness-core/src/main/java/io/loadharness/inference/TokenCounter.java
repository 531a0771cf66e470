package io.loadharness.inference;

/** Counts the tokens of a text as the model under test would have made them. Safe for any number of threads. */
@FunctionalInterface
public interface TokenCounter {

    /** The number of tokens of an answer, without anything that a chat template adds. */
    int count(String text);
}
