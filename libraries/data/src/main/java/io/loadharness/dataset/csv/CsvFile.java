// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.RowSink;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;

/**
 * Reads a CSV file. The type of a column is known only after its last cell. Therefore, a first pass over the file determines the types, and
 * a second pass writes the rows to the sink. If the sink can be cleared, the reader first tries a shortcut: it guesses the types from the
 * first rows and writes all rows with these types. If a cell does not have the guessed type, the reader clears the sink and makes the two
 * full passes.
 */
final class CsvFile {

    private final DatasetSource source;
    private final CsvSeparator separator;

    CsvFile(DatasetSource source, CsvSeparator separator) {
        this.source = source;
        this.separator = separator;
    }

    void read(RowSink rows) throws IOException {
        if (!rows.tryClear() || !readWithGuessedTypes(rows)) {
            var types = CsvTypes.ofAllRows();
            pass(types);
            pass(new CsvRows(types, separator, rows));
        }
    }

    /**
     * Writes all rows with the types guessed from the first rows. Returns false, and clears the sink, if a cell does not have the guessed
     * type.
     */
    private boolean readWithGuessedTypes(RowSink rows) throws IOException {
        var types = CsvTypes.ofFirstRows();
        pass(types);
        var guess = new CsvRows(types, separator, rows);
        pass(guess);
        if (guess.hasTypeConflict()) {
            rows.tryClear();
        }
        return !guess.hasTypeConflict();
    }

    private void pass(CsvRecords.CellSink cells) throws IOException {
        var records = new CsvRecords(cells, separator);
        try (InputStream in = source.open()) {
            new CsvParser(CsvStart.skipByteOrderMark(in), separator, records).parse();
            records.checkEnd();
        } catch (CharacterCodingException e) {
            throw DatasetException.at("line " + records.line(), "the text is not UTF-8: save the file as UTF-8");
        }
    }
}
