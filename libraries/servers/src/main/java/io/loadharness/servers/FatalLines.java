// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.List;
import java.util.regex.Pattern;

/** Patterns of fatal log lines. A fatal line shows that the server will never be ready. */
final class FatalLines {

    /** A device does not have enough memory. */
    static final Pattern OUT_OF_MEMORY =
            Pattern.compile("(?i)(CUDA|HIP) (error: )?out of memory|torch\\S*\\.OutOfMemoryError|cudaMalloc failed");
    /** Another process uses the port. */
    static final Pattern PORT_IN_USE = Pattern.compile("(?i)address already in use|EADDRINUSE");
    /** The model does not exist on the hub, or the user has no access to it. */
    static final Pattern NO_MODEL =
            Pattern.compile("is not a valid model identifier|RepositoryNotFoundError|GatedRepoError");

    /** The patterns for engines in Python with PyTorch. */
    static final List<Pattern> OF_PYTHON = List.of(OUT_OF_MEMORY, PORT_IN_USE, NO_MODEL);

    private FatalLines() {}
}
