package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;

/** A prompt in the making: parts are put behind each other, and what there is can be written at any time. For one thread. */
interface Draft {

    /** Begins a new prompt. */
    void clear();

    /** Adds a part. The same stream and number of tokens behind the same text give the same part. */
    void add(Speaker speaker, int tokens, long stream) throws DatasetException;

    /** Adds an image to what the user says. */
    default void addImage(ImageSize size, long stream) {
        throw new IllegalStateException("only chat messages hold images");
    }

    /** Sets the prompt's columns in the current row. */
    void set() throws DatasetException;
}
