// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;

/** Builds a prompt part by part. After each part, the prompt so far can be written as a row. Not thread-safe. */
interface PromptBuilder {

    /** Starts a new prompt. */
    void clear();

    /** Adds a part. The same random stream and number of tokens, after the same text, give the same part. */
    void add(Role role, int tokens, long stream) throws DatasetException;

    /** Adds an image to the current user message. */
    default void addImage(ImageSize size, long stream) {
        throw new IllegalStateException("only chat messages hold images");
    }

    /** Writes the columns of the prompt into the current row. */
    void writeColumns() throws DatasetException;

    /** The role of a part of a prompt. */
    enum Role {
        SYSTEM("system"),
        USER("user"),
        ASSISTANT("assistant");

        private final String role;

        Role(String role) {
            this.role = role;
        }

        /** Returns the name of the role in chat messages. */
        String jsonName() {
            return role;
        }
    }
}
