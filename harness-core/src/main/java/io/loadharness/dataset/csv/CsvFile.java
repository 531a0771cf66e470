package io.loadharness.dataset.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A CSV file, which is read twice: what a column holds shows only when all of it was seen. */
final class CsvFile {

    /** As many characters as a cell may have. */
    private static final int LONGEST_CELL = 1 << 26;

    private final Source source;
    private final CsvSeparator separator;

    CsvFile(Source source, CsvSeparator separator) {
        this.source = source;
        this.separator = separator;
    }

    void read(RowSink rows) throws IOException {
        var types = new CsvTypes();
        pass(types);
        pass(new CsvRows(types, rows));
    }

    private void pass(CsvCells cells) throws IOException {
        var records = new CsvRecords(cells, separator);
        try (Reader text = open();
                CsvReader<CsvRecords> reader = CsvReader.builder()
                        .fieldSeparator(separator.character)
                        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .allowUnclosedQuote(false)
                        .maxBufferSize(LONGEST_CELL)
                        .build(records, text)) {
            for (CsvRecords each : reader) {
                if (each.isComplete()) {
                    break;
                }
            }
            records.checkEnd();
        } catch (UncheckedIOException e) {
            throw explained(e.getCause(), records);
        } catch (CsvParseException e) {
            throw malformed(e, records);
        }
    }

    private Reader open() throws IOException {
        InputStream in = source.open();
        try {
            return new InputStreamReader(ByteOrderMark.skip(in), StandardCharsets.UTF_8.newDecoder());
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    private static IOException explained(IOException failure, CsvRecords records) {
        return failure instanceof CharacterCodingException
                ? DatasetException.at("behind line " + records.line(), "this is no UTF-8: save the file as UTF-8")
                : failure;
    }

    /** The library also says so of whatever is thrown while it reads. */
    private static DatasetException malformed(CsvParseException failure, CsvRecords records) {
        if (failure.getCause() instanceof Error error) {
            throw error;
        }
        return DatasetException.at(
                "line " + records.line(),
                "the closing quote of a cell is missing, or something follows it: quotes within a cell are written twice");
    }
}
