// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the records of runs. */
public final class Records {

    private Records() {}

    /** Returns all records in the folder of a run. */
    public static List<SampleRecord> in(Path folder) throws IOException {
        List<SampleRecord> all = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(folder.resolve("records.cbor"))) {
            for (SampleRecord each = reader.next(); each != null; each = reader.next()) {
                all.add(each);
            }
        }
        return all;
    }
}
