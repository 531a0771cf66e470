// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.QuerySampleLibrary;

/** What a library says of itself, asked for once, so that it is the same wherever it is used. */
record LibraryFacts(String name, int totalSampleCount, int performanceSampleCount) {

    /**
     * Asks a library.
     *
     * @throws IllegalArgumentException if its name cannot stand in a log
     */
    static LibraryFacts of(QuerySampleLibrary library) {
        String name = library.name();
        LogNames.require("library", name);
        return new LibraryFacts(name, library.totalSampleCount(), library.performanceSampleCount());
    }
}
