// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

/** Constants of the worker protocol. {@code docs/reference/worker-protocol.md} describes them. */
final class WorkerProtocol {

    static final int VERSION = 1;

    /** The bytes before the body of a frame: the length of the body, the type, and three zeros. */
    static final int HEADER = 8;

    /** The maximum length of a body. */
    static final int MAX_BODY = 1 << 29;

    static final String SOCKET = "LOADHARNESS_SOCKET";
    static final String RANK = "LOADHARNESS_RANK";
    static final String PROCESSES = "LOADHARNESS_PROCESSES";

    // frames of the harness
    static final byte LOAD = 1;
    static final byte WARM_UP = 2;
    static final byte SUBMIT = 3;
    static final byte CANCEL = 4;
    static final byte CHECK = 5;
    static final byte BYE = 6;
    static final byte REPORT = 7;
    static final byte SYNCED = 8;
    static final byte BEGIN_RUN = 9;

    // frames of the worker
    static final byte HELLO = 65;
    static final byte LOADED = 66;
    static final byte NOT_LOADED = 67;
    static final byte WARMED_UP = 68;
    static final byte TOKENS = 69;
    static final byte TEXT = 70;
    static final byte DONE = 71;
    static final byte OUTPUT = 72;
    static final byte FAILED = 73;
    static final byte CHECKED = 74;
    static final byte STATISTICS = 75;
    static final byte HEARTBEAT = 76;
    static final byte REPORTED = 77;
    static final byte SYNC = 78;

    /** The flag of {@link #SUBMIT} for requests that the worker may run as one batch. */
    static final int TOGETHER = 1;

    /** The flag of {@link #SUBMIT} for requests of a query of which further requests follow immediately. */
    static final int MORE = 2;

    /** The number of tokens in {@link #TEXT} if neither this number nor the text is sent. */
    static final int UNSENT_TEXT = -1;

    static final int TEXT_PROMPT = 1;
    static final int IDS_PROMPT = 2;
    static final int CHAT_PROMPT = 3;
    static final int TENSORS_PROMPT = 4;

    private WorkerProtocol() {}

    /** Returns a size rounded up to the alignment of prompts and tensors. */
    static long padded(long bytes) {
        return (bytes + 7) & ~7L;
    }
}
