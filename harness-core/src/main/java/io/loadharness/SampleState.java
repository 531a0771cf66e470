// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/** The life of a sample. Plain bytes, because a query of millions of samples keeps one for each. */
final class SampleState {

    static final byte OPEN = 0;
    /** Its first token is being reported. */
    static final byte STARTING = 1;
    /** Its first token was reported. */
    static final byte STREAMING = 2;
    /** It was answered, or it failed. */
    static final byte ENDED = 3;

    private SampleState() {}
}
