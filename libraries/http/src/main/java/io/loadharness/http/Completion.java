// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.inference.Usage;
import java.util.List;

/** The model output of one exchange, with a choice for each prompt. The protocol of the dialect adds the output. */
final class Completion {

    private final List<Choice> choices;
    private final Chunk chunk;
    private final ResponseId id = new ResponseId();
    private Usage usage = Usage.NONE;
    private boolean usageIsFinal;
    private boolean hasChunkSinceUsage;
    private boolean hasContradictoryUsage;
    private boolean complete;

    Completion(List<Choice> choices, boolean keepsText) {
        this.choices = choices;
        this.chunk = new Chunk(keepsText);
    }

    /** Returns an empty chunk. The caller must no longer use the chunk of the previous call. */
    Chunk newChunk() {
        chunk.clear();
        return chunk;
    }

    /** Adds a chunk that was read at the time {@code nanos}. Ignores a chunk of another response, see {@link #requireSameId}. */
    void add(Chunk filled, long nanos) {
        hasChunkSinceUsage = true;
        if (!id.isMixed()) {
            choice(filled.index()).add(filled, nanos);
        }
    }

    List<Choice> choices() {
        return choices;
    }

    /** Returns the choice for the prompt at {@code index} in the request. */
    Choice choice(int index) {
        if (index < 0 || index >= choices.size()) {
            throw FailureException.malformed("the server returned a choice with index " + index
                    + ", but the request has " + choices.size() + " prompts");
        }
        return choices.get(index);
    }

    Usage usage() {
        return usage;
    }

    /**
     * Returns the usage, if the exchange has only one choice. Otherwise returns {@link Usage#NONE}, because the server reports only the sum
     * of all choices.
     */
    Usage usageOfOne() {
        return choices.size() == 1 ? usage : Usage.NONE;
    }

    /**
     * Replaces the usage. A server may report the usage in each event, with a number of tokens that grows with the chunks. The number of
     * tokens of the prompt must not change, except from 0, which LocalAI reports in its first event. After the end of the output, no number
     * may change.
     */
    void usage(Usage reported) {
        if (choices.size() == 1) {
            boolean mayGrow = hasChunkSinceUsage && !usageIsFinal;
            boolean hasGrown = reported.completion() > usage.completion();
            hasContradictoryUsage |= differ(reported.completion(), usage.completion()) && !(mayGrow && hasGrown);
            hasContradictoryUsage |= differ(reported.prompt(), usage.prompt()) && (usageIsFinal || usage.prompt() != 0);
            usageIsFinal = choices.get(0).isFinished();
            hasChunkSinceUsage = false;
        }
        usage = reported;
    }

    private static boolean differ(int one, int other) {
        return one != Usage.UNKNOWN && other != Usage.UNKNOWN && one != other;
    }

    /** Returns true if the server reported usages that contradict each other. */
    boolean hasContradictoryUsage() {
        return hasContradictoryUsage;
    }

    /**
     * Reads the id under the cursor. In a response to several prompts, ids are not checked, because servers such as SGLang give the chunks
     * of each prompt another id.
     */
    void id(JsonCursor json) {
        if (choices.size() == 1) {
            id.read(json);
        } else {
            json.skip();
        }
    }

    /**
     * Throws a {@link FailureException} if a chunk belongs to another response. Called when all fields of an event were read, because an
     * error of the server in the same event has precedence.
     */
    void requireSameId() {
        id.requireSame();
    }

    /** Returns true if each chunk had another id. */
    boolean hasIdPerChunk() {
        return id.isPerChunk();
    }

    /** Marks the end of the stream. */
    void complete() {
        complete = true;
    }

    boolean isComplete() {
        return complete;
    }

    /** Throws a {@link FailureException} with the error under the cursor, unless the value is the JSON {@code null}. */
    void error(JsonCursor json) {
        if (json.isNull()) {
            return;
        }
        throw inBand(Errors.read(json));
    }

    static FailureException inBand(String message) {
        return new FailureException(
                Failure.Kind.IN_BAND_ERROR, "the server reported an error in its response: " + Excerpt.of(message));
    }
}
