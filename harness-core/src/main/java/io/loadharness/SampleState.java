// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/** The states of a sample. The states are bytes, because a query may contain millions of samples. */
final class SampleState {

    static final byte IN_FLIGHT = 0;
    /** A thread is reporting the first token. */
    static final byte REPORTING_FIRST_TOKEN = 1;
    /** The first token was reported. */
    static final byte STREAMING = 2;
    /** The sample was completed, or it failed. */
    static final byte ENDED = 3;

    private SampleState() {}
}
