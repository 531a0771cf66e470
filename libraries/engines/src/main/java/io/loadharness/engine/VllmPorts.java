// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The ports of vLLM in several processes. vLLM selects a free port before it listens on this port. Without separate ranges, two processes
 * that start at the same time can select the same port.
 */
final class VllmPorts {

    /** The variable with the first port that vLLM tries. If this port is in use, vLLM tries the next one. */
    static final String VARIABLE = "VLLM_PORT";

    private static final int FIRST = 10_000;

    /** The operating system assigns the ports from here to outgoing connections. */
    private static final int END = 32_768;

    private static final int MAX_SIZE = 100;

    private final int start;
    private final int size;

    /** Selects the ranges at random, so that they rarely overlap with those of another harness on this machine. */
    VllmPorts(int processes) {
        size = Math.min(MAX_SIZE, (END - FIRST) / processes);
        start = FIRST + ThreadLocalRandom.current().nextInt(END - FIRST - processes * size + 1);
    }

    /** Returns the first port of a process. */
    int first(int rank) {
        return start + rank * size;
    }
}
