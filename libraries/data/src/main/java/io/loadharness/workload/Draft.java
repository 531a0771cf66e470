// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;

/** A prompt that is built part by part and can be written at any time. Not thread-safe. */
interface Draft {

    /** Starts a new prompt. */
    void clear();

    /** Adds a part. The same stream and number of tokens behind the same text give the same part. */
    void add(Role role, int tokens, long stream) throws DatasetException;

    /** Adds an image to the message of the user. */
    default void addImage(ImageSize size, long stream) {
        throw new IllegalStateException("only chat messages hold images");
    }

    /** Sets the prompt's columns in the current row. */
    void set() throws DatasetException;

    /** The role of a part of a prompt. */
    enum Role {
        SYSTEM("system"),
        USER("user"),
        ASSISTANT("assistant");

        private final String role;

        Role(String role) {
            this.role = role;
        }

        /** Returns its name in chat messages. */
        String jsonName() {
            return role;
        }
    }
}
