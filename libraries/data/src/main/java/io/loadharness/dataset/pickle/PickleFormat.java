// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.RowSink;
import java.io.IOException;
import java.io.InputStream;

/**
 * The format {@code pickle}: pickles of protocol 2 to 5 with a pandas frame or series, a dictionary of columns, a list of dictionaries, or
 * an array. Values that are missing in pandas, including NaN in a frame or series, are missing in the data set, too. No Python code is
 * executed.
 */
public final class PickleFormat implements DatasetFormat {

    private static final int CERTAIN = 95;
    private static final int BY_NAME = 50;

    @Override
    public String name() {
        return "pickle";
    }

    @Override
    public int likelihood(FileStart start) {
        byte[] bytes = start.bytes();
        if (bytes.length > 1 && (bytes[0] & 0xFF) == Opcode.PROTO && PickleMachine.supports(bytes[1])) {
            return CERTAIN;
        }
        return start.isNamed(".pkl") || start.isNamed(".pickle") ? BY_NAME : 0;
    }

    @Override
    public void read(DatasetSource source, RowSink rows) throws IOException {
        try (InputStream stream = source.open()) {
            PickleInput input = new PickleInput(stream);
            PickleTable table = table(input);
            table.write(rows, new CellWriter.ExpansionLimit(input.position()));
        } catch (OutOfMemoryError e) {
            throw DatasetException.of(
                    "a pickle is held in memory as a whole, and this one does not fit: raise -Xmx, or convert the file to"
                            + " Parquet or JSONL");
        }
    }

    private static PickleTable table(PickleInput input) throws IOException {
        try {
            return PickleTable.of(PickleMachine.run(input));
        } catch (DatasetException e) {
            throw DatasetException.of(e.getMessage()); // the message has no row number, because no row has been written
        }
    }
}
