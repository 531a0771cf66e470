// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.RowSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;

/**
 * A CSV file. The type of a column is known only at its end, so the file is read twice; but if the sink can be cleared, types are guessed
 * from the first rows, and the file is read again only if a cell has another type.
 */
final class CsvFile {

    private final DatasetSource source;
    private final CsvSeparator separator;

    CsvFile(DatasetSource source, CsvSeparator separator) {
        this.source = source;
        this.separator = separator;
    }

    void read(RowSink rows) throws IOException {
        if (!rows.forget() || !readByGuess(rows)) {
            var types = CsvTypes.ofAll();
            pass(types);
            pass(new CsvRows(types, separator, rows));
        }
    }

    /** Returns whether the guess was right; otherwise nothing was written. */
    private boolean readByGuess(RowSink rows) throws IOException {
        var types = CsvTypes.ofFirst();
        pass(types);
        var guess = new CsvRows(types, separator, rows);
        pass(guess);
        if (guess.disagrees()) {
            rows.forget();
        }
        return !guess.disagrees();
    }

    private void pass(CsvRecords.CellSink cells) throws IOException {
        var records = new CsvRecords(cells, separator);
        try (InputStream in = source.open()) {
            new CsvParser(CsvStart.skipByteOrderMark(in), separator, records).parse();
            records.checkEnd();
        } catch (CharacterCodingException e) {
            throw DatasetException.at("line " + records.line(), "this is not UTF-8: save the file as UTF-8");
        }
    }
}
