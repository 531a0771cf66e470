// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/**
 * The output of one choice. It comes from one event of the stream or, without streaming, from the body. All chunks of an exchange reuse one
 * instance.
 */
final class Chunk {

    private final boolean keepsText;
    private final StringBuilder text = new StringBuilder(0);
    private final IntList ids = new IntList();
    private int index;
    private int textCharacters;
    private int reasoningCharacters;
    private boolean textIsComplete;
    private String finishReason = "";

    Chunk(boolean keepsText) {
        this.keepsText = keepsText;
    }

    void clear() {
        text.setLength(0);
        ids.clear();
        index = 0;
        textCharacters = 0;
        reasoningCharacters = 0;
        textIsComplete = false;
        finishReason = "";
    }

    /** Reads the value under the cursor as the index of the prompt in the request. */
    void readIndex(JsonCursor json) {
        index = json.integer(0);
    }

    /** Reads the value under the cursor as output text. */
    void readText(JsonCursor json) {
        textCharacters += json.text(keepsText ? text : null);
    }

    /** Reads the value under the cursor as reasoning text of the model. Reasoning text is not part of the output text. */
    void readReasoning(JsonCursor json) {
        reasoningCharacters += json.text(null);
    }

    /** Reads the value under the cursor as tool calls. Tool calls count as output, but add no text. */
    void readToolCalls(JsonCursor json) {
        if (json.isArray()) {
            while (json.nextElement()) {
                json.skip();
                textCharacters++;
            }
        } else {
            json.skip();
        }
    }

    /** Reads the value under the cursor as an array of token ids. */
    void readIds(JsonCursor json) {
        if (!json.isArray()) {
            json.skip();
            return;
        }
        while (json.nextElement()) {
            int id = json.integer(-1);
            if (id < 0) {
                throw FailureException.malformed("a token id in the response is not a non-negative integer");
            }
            ids.add(id);
        }
    }

    void finish(String reason) {
        finishReason = reason;
    }

    /** Marks the text as the whole output of the choice so far. Without this call, the text is the output since the previous chunk. */
    void markTextComplete() {
        textIsComplete = true;
    }

    boolean hasTokens() {
        return ids.size() > 0 || (!textIsComplete && textCharacters + reasoningCharacters > 0);
    }

    boolean isReasoning() {
        return reasoningCharacters > 0 && textCharacters == 0;
    }

    boolean hasCompleteText() {
        return textIsComplete && textCharacters > 0;
    }

    int index() {
        return index;
    }

    StringBuilder text() {
        return text;
    }

    IntList ids() {
        return ids;
    }

    String finishReason() {
        return finishReason;
    }
}
