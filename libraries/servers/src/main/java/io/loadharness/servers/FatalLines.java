// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.List;
import java.util.regex.Pattern;

/** What servers print when they will never be ready, whatever their kind. */
final class FatalLines {

    /** Not enough memory on a device. */
    static final Pattern OUT_OF_MEMORY =
            Pattern.compile("(?i)(CUDA|HIP) (error: )?out of memory|torch\\S*\\.OutOfMemoryError|cudaMalloc failed");
    /** Somebody else listens at the port. */
    static final Pattern PORT_IN_USE = Pattern.compile("(?i)address already in use|EADDRINUSE");
    /** The hub has no such model, or not for this user. */
    static final Pattern NO_MODEL =
            Pattern.compile("is not a valid model identifier|RepositoryNotFoundError|GatedRepoError");

    /** What engines in Python over PyTorch have in common. */
    static final List<Pattern> OF_PYTHON = List.of(OUT_OF_MEMORY, PORT_IN_USE, NO_MODEL);

    private FatalLines() {}
}
