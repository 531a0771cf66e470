// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.inference.Usage;
import java.util.List;

/** What a server answers in one exchange: to one prompt, or to several. A dialect fills it. */
final class Answer {

    private final List<GrowingAnswer> choices;
    private final Chunk chunk;
    private Usage usage = Usage.NONE;
    private boolean complete;

    Answer(List<GrowingAnswer> choices, boolean keepsText) {
        this.choices = choices;
        this.chunk = new Chunk(keepsText);
    }

    /** An empty chunk; the one before must not be used any more. */
    Chunk newChunk() {
        chunk.clear();
        return chunk;
    }

    void add(Chunk filled, long nanos) {
        choice(filled.index()).add(filled, nanos);
    }

    List<GrowingAnswer> choices() {
        return choices;
    }

    /** The answer to a prompt, by its place in the request. */
    GrowingAnswer choice(int index) {
        if (index < 0 || index >= choices.size()) {
            throw FailureException.malformed(
                    "the server answers prompt " + index + " of a request that has " + choices.size());
        }
        return choices.get(index);
    }

    Usage usage() {
        return usage;
    }

    /** The usage of one of the choices: what the server says is the sum of all of them. */
    Usage usageOfOne() {
        return choices.size() == 1 ? usage : Usage.NONE;
    }

    /** The value under the cursor is what the server says that the request cost. */
    void usage(JsonCursor json) {
        if (json.isObject()) {
            usage = Usages.read(json);
        } else {
            json.skip();
        }
    }

    void usage(Usage said) {
        usage = said;
    }

    /** The dialect saw the end of the stream. */
    void complete() {
        complete = true;
    }

    boolean isComplete() {
        return complete;
    }

    /** The value under the cursor is an error, if it is not null. */
    void error(JsonCursor json) {
        if (json.isNull()) {
            return;
        }
        throw inBand(Errors.read(json));
    }

    static FailureException inBand(String message) {
        return new FailureException(
                Failure.Kind.IN_BAND_ERROR, "the server reports an error in its answer: " + Excerpt.of(message));
    }
}
