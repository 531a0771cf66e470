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

/** Holds the parser against FastCSV. */
class CsvParserTest {

    private static final int TEXTS = Integer.getInteger("loadharness.fuzz", 20_000);
    private static final String[] PARTS = {
        "a", "b1", ",", ",", "\"", "\"\"", "\n", "\r", "\r\n", " ", "\u00fc", ";", "\u65e5"
    };
    private static final String REFUSED = "refused";

    private final Random random = new Random(20_261_122);

    @Test
    void findsTheCellsThatFastCsvFinds() throws IOException {
        int refused = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = "h,i\n" + text();
            List<String> expected = byFastCsv(text);
            refused += expected.contains(REFUSED) ? 1 : 0;
            assertThat(byParser(text, Integer.MAX_VALUE)).as(text).isEqualTo(expected);
            assertThat(byParser(text, 1)).as(text).isEqualTo(expected);
        }
        assertThat(refused).isBetween(1, TEXTS - 1);
    }

    @Test
    void aCellMayBeLongerThanTheBuffer() throws IOException {
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

    /** The cells, and behind those of each record its line; then whether there was something to refuse. */
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
            found.add(REFUSED);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return found;
    }

    private static List<String> byParser(String text, int atATime) throws IOException {
        List<String> found = new ArrayList<>();
        List<String> record = new ArrayList<>();
        var records = new CsvParser.RecordSink() {
            private long line;

            @Override
            public void begin(long atLine) {
                line = atLine;
            }

            @Override
            public void cell(int column, byte[] bytes, int from, int to, boolean isQuoted) {
                record.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
            }

            @Override
            public boolean end(int count) {
                assertThat(record).hasSize(count);
                found.addAll(record);
                found.add("line " + line);
                record.clear();
                return true;
            }
        };
        try {
            new CsvParser(in(text, atATime), CsvSeparator.COMMA, records).parse();
        } catch (DatasetException e) {
            found.add(REFUSED);
        }
        return found;
    }

    private static InputStream in(String text, int atATime) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] bytes, int from, int length) {
                return super.read(bytes, from, Math.min(length, atATime));
            }
        };
    }
}
