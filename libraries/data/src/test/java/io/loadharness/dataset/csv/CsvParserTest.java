// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.loadharness.dataset.DatasetException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the parser with FastCSV. */
class CsvParserTest {

    private static final int TEXTS = Integer.getInteger("loadharness.fuzz", 5_000);
    private static final String[] PARTS = {
        "a", "b1", ",", ",", "\"", "\"\"", "\n", "\r", "\r\n", " ", "\u00fc", ";", "\u65e5"
    };
    private static final String REJECTED = "rejected";

    private final Random random = new Random(20_261_122);

    @Test
    void findsTheSameCellsAsFastCsv() throws IOException {
        int rejected = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = "h,i\n" + text();
            List<String> expected = byFastCsv(text);
            rejected += expected.contains(REJECTED) ? 1 : 0;
            assertThat(byParser(text, Integer.MAX_VALUE)).as(text).isEqualTo(expected);
            assertThat(byParser(text, 1)).as(text).isEqualTo(expected);
        }
        assertThat(rejected).isBetween(1, TEXTS - 1);
    }

    @Test
    void aCellCanBeLongerThanTheBuffer() throws IOException {
        String text = "h,i\n\"" + "x\"\"\n,".repeat(100_000) + "\"," + "y".repeat(300_000) + "\n";

        assertThat(byParser(text, 100)).isEqualTo(byFastCsv(text));
    }

    private String text() {
        var text = new StringBuilder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            text.append(PARTS[random.nextInt(PARTS.length)]);
        }
        return text.toString();
    }

    /** Returns the cells of each record followed by its line, and finally a marker if the text was rejected. */
    private static List<String> byFastCsv(String text) {
        List<String> found = new ArrayList<>();
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .ofCsvRecord(text)) {
            for (CsvRecord each : reader) {
                found.addAll(each.getFields());
                found.add("line " + each.getStartingLineNumber());
            }
        } catch (CsvParseException e) {
            found.add(REJECTED);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return found;
    }

    private static List<String> byParser(String text, int maxReadLength) throws IOException {
        List<String> found = new ArrayList<>();
        List<String> record = new ArrayList<>();
        var records = new CsvParser.RecordSink() {
            private long line;

            @Override
            public void startRecord(long atLine) {
                line = atLine;
            }

            @Override
            public void cell(int column, byte[] bytes, int from, int to, boolean isQuoted) {
                record.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
            }

            @Override
            public boolean endRecord(int count) {
                assertThat(record).hasSize(count);
                found.addAll(record);
                found.add("line " + line);
                record.clear();
                return true;
            }
        };
        try {
            new CsvParser(in(text, maxReadLength), CsvSeparator.COMMA, records).parse();
        } catch (DatasetException e) {
            found.add(REJECTED);
        }
        return found;
    }

    private static InputStream in(String text, int maxReadLength) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] bytes, int from, int length) {
                return super.read(bytes, from, Math.min(length, maxReadLength));
            }
        };
    }
}
