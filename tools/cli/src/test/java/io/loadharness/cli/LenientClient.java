// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import java.util.List;

/** Options for runs whose server shares the process and a possibly busy machine. */
public final class LenientClient {

    /** Limits that the client never exceeds. */
    public static final List<String> OPTIONS = List.of(
            "--max-send-delay=1h",
            "--max-read-delay=1h",
            "--max-thread-share=100",
            "--max-cpu-share=100",
            "--max-gc-share=100");

    private LenientClient() {}
}
