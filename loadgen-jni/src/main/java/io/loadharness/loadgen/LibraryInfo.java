// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.QuerySampleLibrary;

/** The properties of a sample library. They are read only once, so that all parts of the run use the same values. */
record LibraryInfo(String name, int totalSampleCount, int performanceSampleCount) {

    /**
     * Reads the properties of a library.
     *
     * @throws IllegalArgumentException if its name contains a character that would damage LoadGen's log
     */
    static LibraryInfo of(QuerySampleLibrary library) {
        String name = library.name();
        LogNames.require("library", name);
        return new LibraryInfo(name, library.totalSampleCount(), library.performanceSampleCount());
    }
}
