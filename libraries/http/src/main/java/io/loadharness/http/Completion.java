// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.inference.Usage;
import java.util.List;

/** The model output of one exchange, with a choice for each prompt. The protocol of the dialect adds the output. */
final class Completion {

    private final List<Choice> choices;
    private final Chunk chunk;
    private Usage usage = Usage.NONE;
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

    void add(Chunk filled, long nanos) {
        choice(filled.index()).add(filled, nanos);
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

    /** Reads the value under the cursor as the usage that the server reports. */
    void usage(JsonCursor json) {
        if (json.isObject()) {
            usage = Usages.read(json);
        } else {
            json.skip();
        }
    }

    void usage(Usage reported) {
        usage = reported;
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
