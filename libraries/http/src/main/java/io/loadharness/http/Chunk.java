// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

/** What one event, or one whole body, brings to one answer. Used again for each. */
final class Chunk {

    private final boolean keepsText;
    private final StringBuilder text = new StringBuilder(0);
    private final IntList ids = new IntList();
    private int index;
    private int answerCharacters;
    private int reasoningCharacters;
    private boolean wholeText;
    private String finishReason = "";

    Chunk(boolean keepsText) {
        this.keepsText = keepsText;
    }

    void clear() {
        text.setLength(0);
        ids.clear();
        index = 0;
        answerCharacters = 0;
        reasoningCharacters = 0;
        wholeText = false;
        finishReason = "";
    }

    /** The value under the cursor says which prompt is answered. */
    void readIndex(JsonCursor json) {
        index = json.integer(0);
    }

    /** The value under the cursor is text of the answer. */
    void readAnswer(JsonCursor json) {
        answerCharacters += json.text(keepsText ? text : null);
    }

    /** The value under the cursor is text of the model's reasoning, which is no part of the answer. */
    void readReasoning(JsonCursor json) {
        reasoningCharacters += json.text(null);
    }

    /** The value under the cursor belongs to the answer and is no text: calls of tools, if there are any. */
    void readToolCalls(JsonCursor json) {
        if (json.isArray()) {
            while (json.nextElement()) {
                json.skip();
                answerCharacters++;
            }
        } else {
            json.skip();
        }
    }

    /** The value under the cursor is an array of token ids. */
    void readIds(JsonCursor json) {
        if (!json.isArray()) {
            json.skip();
            return;
        }
        while (json.nextElement()) {
            int id = json.integer(-1);
            if (id < 0) {
                throw FailureException.malformed("a token id of the answer is not a number that can be one");
            }
            ids.add(id);
        }
    }

    void finish(String reason) {
        finishReason = reason;
    }

    /** The text is all of the answer so far, not only what is new. */
    void textIsWhole() {
        wholeText = true;
    }

    boolean bearsToken() {
        return ids.size() > 0 || (!wholeText && answerCharacters + reasoningCharacters > 0);
    }

    boolean isReasoning() {
        return reasoningCharacters > 0 && answerCharacters == 0;
    }

    boolean holdsWholeText() {
        return wholeText && answerCharacters > 0;
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
