// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.inference.Usage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The model output of one exchange, with a choice for each prompt. The protocol of the dialect adds the output. */
final class Completion {

    private final List<Choice> choices;
    private final Chunk chunk;

    /** The choices in an event whose id was not read yet. This field and the next three are only used for several prompts. */
    private final List<Choice> unidentified = new ArrayList<>(0);

    private String eventId = "";
    private boolean hasEventId;
    private @Nullable Choice lastChoice;
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

    private boolean hasOnePrompt() {
        return choices.size() == 1;
    }

    /** Called before the fields of an event are read. */
    void startEvent() {
        hasEventId = false;
        unidentified.clear();
    }

    /** Adds a chunk that was read at the time {@code nanos}. Ignores a chunk of another response, see {@link #requireSameId}. */
    void add(Chunk filled, long nanos) {
        hasChunkSinceUsage = true;
        if (hasOnePrompt() && choices.get(0).responseId().isMixed()) {
            return;
        }
        Choice choice = choice(filled.index());
        if (!hasOnePrompt()) {
            lastChoice = choice;
            identify(choice);
        }
        if (!choice.responseId().isMixed()) {
            choice.add(filled, nanos);
        }
    }

    private void identify(Choice choice) {
        if (hasEventId) {
            choice.responseId().add(eventId);
        } else {
            unidentified.add(choice);
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
     * Returns the usage, if the exchange has only one choice. Otherwise returns {@link Usage#NONE}, because most servers report only the
     * sum of all choices.
     */
    Usage usageOfOne() {
        return hasOnePrompt() ? usage : Usage.NONE;
    }

    /**
     * Replaces the usage. A server may report the usage in each event, with a number of tokens that grows with the chunks. The number of
     * tokens of the prompt must not change, except from 0, which LocalAI reports in its first event. After the end of the output, no number
     * may change. In a response to several prompts, only the last numbers are compared, see {@link #hasContradictoryUsage}.
     */
    void usage(Usage reported) {
        if (hasOnePrompt()) {
            boolean mayGrow = hasChunkSinceUsage && !usageIsFinal;
            boolean hasGrown = reported.completion() > usage.completion();
            hasContradictoryUsage |= differ(reported.completion(), usage.completion()) && !(mayGrow && hasGrown);
            hasContradictoryUsage |= differ(reported.prompt(), usage.prompt()) && (usageIsFinal || usage.prompt() != 0);
            usageIsFinal = choices.get(0).isFinished();
            hasChunkSinceUsage = false;
        } else if (lastChoice != null) {
            lastChoice.reported(reported.completion());
        }
        usage = reported;
    }

    private static boolean differ(int one, int other) {
        return one != Usage.UNKNOWN && other != Usage.UNKNOWN && one != other;
    }

    /**
     * Returns true if the server reported usages that contradict each other or, in a response to several prompts, the token ids. Called
     * when the response is complete.
     */
    boolean hasContradictoryUsage() {
        return hasContradictoryUsage || (!hasOnePrompt() && contradictsIdsOfBatch());
    }

    /**
     * Returns true if the usage contradicts the numbers of token ids of several prompts. The last usage of OpenAI and vLLM has the sum of
     * all prompts. Other servers report only a usage for each prompt, in or after its last chunk. Nothing is compared if a prompt has no
     * ids, or if its chunks were ignored.
     */
    private boolean contradictsIdsOfBatch() {
        if (usage.completion() == Usage.UNKNOWN) {
            return false;
        }
        long sum = 0;
        boolean hasUsagePerPrompt = true;
        for (Choice each : choices) {
            if (each.ids().size() == 0 || each.responseId().isMixed()) {
                return false;
            }
            sum += each.ids().size();
            hasUsagePerPrompt &= each.hasReportedIds();
        }
        return usage.completion() != sum && !hasUsagePerPrompt;
    }

    /**
     * Reads the id under the cursor. In a response to several prompts, the id is that of the choices in the event, because servers such as
     * SGLang give the chunks of each prompt another id.
     */
    void id(JsonCursor json) {
        if (hasOnePrompt()) {
            choices.get(0).responseId().read(json);
            return;
        }
        if (!json.isString(eventId)) { // a new string only for another id
            eventId = json.string();
        }
        hasEventId = true;
        for (Choice each : unidentified) {
            each.responseId().add(eventId);
        }
        unidentified.clear();
    }

    /**
     * Throws a {@link FailureException} if a chunk belongs to another response. Called when all fields of an event were read, because an
     * error of the server in the same event has precedence. In a response to several prompts, such a chunk fails only its own choice, when
     * the response is complete.
     */
    void requireSameId() {
        if (hasOnePrompt()) {
            choices.get(0).responseId().requireSame();
        }
    }

    /** Returns true if each chunk of a choice had another id. */
    boolean hasIdPerChunk() {
        for (Choice each : choices) {
            if (each.responseId().isPerChunk()) {
                return true;
            }
        }
        return false;
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
