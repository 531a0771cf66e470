package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;

/**
 * A CSV file. What a column holds shows only when all of it was seen, so the file is read twice; but where rows can be taken back it is
 * guessed from the first ones, and only if a cell disagrees does all begin anew.
 */
final class CsvFile {

    private final Source source;
    private final CsvSeparator separator;

    CsvFile(Source source, CsvSeparator separator) {
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

    private void pass(CsvCells cells) throws IOException {
        var records = new CsvRecords(cells, separator);
        try (InputStream in = source.open()) {
            new CsvParser(ByteOrderMark.skip(in), separator, records).parse();
            records.checkEnd();
        } catch (CharacterCodingException e) {
            throw DatasetException.at("line " + records.line(), "this is no UTF-8: save the file as UTF-8");
        }
    }
}
