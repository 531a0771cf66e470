// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import java.util.List;

/** Options for runs whose server is in the same process, on a machine that may be busy with other things. */
public final class AnyClient {

    /** Whatever the client does, it is fast enough. */
    public static final List<String> OPTIONS = List.of(
            "--max-send-lag=1h",
            "--max-read-delay=1h",
            "--max-thread-share=100",
            "--max-cpu-share=100",
            "--max-gc-share=100");

    private AnyClient() {}
}
