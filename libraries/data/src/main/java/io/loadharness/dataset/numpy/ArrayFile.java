package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How columns become a file. */
interface ArrayFile {

    /**
     * Hears that a column cannot be an array, at once; it takes no more values then.
     *
     * @throws DatasetException if the file cannot be without it
     */
    void fault(ColumnSpool column, DatasetException why) throws DatasetException;

    /**
     * Writes a file.
     *
     * @throws DatasetException if the columns do not make one
     */
    void write(Path to, List<ColumnSpool> columns, long rows) throws IOException;
}
