// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.FileStart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Detects the separator and the byte order mark of a CSV file from its first bytes. */
final class CsvStart {

    private static final int LENGTH = 1 << 16;
    private static final int MARK_LENGTH = 3;
    private static final int BY_NAME = 40;
    private static final int BY_CONTENT = 60;
    private static final int BY_BOTH = 90;

    private final List<CsvSeparator.Counter> counts =
            Stream.of(CsvSeparator.values()).map(CsvSeparator.Counter::new).toList();
    private final boolean isText;

    private CsvStart(byte[] bytes) {
        isText = isText(bytes);
        countRecords(bytes);
    }

    static CsvStart of(byte[] bytes) {
        return new CsvStart(bytes);
    }

    static CsvStart of(DatasetSource source) throws IOException {
        try (InputStream in = source.open()) {
            return new CsvStart(in.readNBytes(LENGTH));
        }
    }

    /**
     * Returns the separator that splits the largest number of records into as many cells as the header. Returns the default if the header
     * contains no separator.
     */
    CsvSeparator separator(CsvSeparator defaultSeparator) {
        return best().map(CsvSeparator.Counter::separator).orElse(defaultSeparator);
    }

    /**
     * Returns the {@link io.loadharness.dataset.DatasetFormat#likelihood} that the file has a format with one of these separators.
     * {@code isNamed} is true if the file has the extension of the format.
     */
    int likelihood(boolean isNamed, CsvSeparator... ofFormat) {
        boolean isTable = isText
                && best().filter(count -> List.of(ofFormat).contains(count.separator()) && count.isOfAll())
                        .isPresent();
        if (isNamed) {
            return isTable ? BY_BOTH : BY_NAME;
        }
        return isTable ? BY_CONTENT : 0;
    }

    private Optional<CsvSeparator.Counter> best() {
        return counts.stream()
                .filter(count -> count.inHeader() > 0)
                .max(Comparator.comparingInt(CsvSeparator.Counter::agreeing)
                        .thenComparingInt(CsvSeparator.Counter::inHeader));
    }

    /** Counts the separators in each record. If the file is longer than {@code bytes}, the last record may be incomplete and is ignored. */
    private void countRecords(byte[] bytes) {
        boolean isQuoted = false;
        boolean isEmpty = true;
        boolean isHeader = true;
        for (byte next : bytes) {
            isQuoted ^= next == '"';
            if (!isQuoted && (next == '\n' || next == '\r')) {
                endRecord(isEmpty);
                isHeader &= isEmpty;
                isEmpty = true;
                continue;
            }
            isEmpty = false;
            if (!isQuoted) {
                counts.forEach(count -> count.count(next));
            }
        }
        if (isHeader || bytes.length < LENGTH) {
            endRecord(isEmpty);
        }
    }

    private void endRecord(boolean isEmpty) {
        if (!isEmpty) {
            counts.forEach(CsvSeparator.Counter::endRecord);
        }
    }

    /** Returns false for binary files and for JSON, because the lines of JSON would look like records with commas. */
    private static boolean isText(byte[] bytes) {
        for (byte next : bytes) {
            if (next == 0) {
                return false;
            }
        }
        int first = hasByteOrderMark(new FileStart(bytes, "")) ? MARK_LENGTH : 0;
        while (first < bytes.length && bytes[first] == ' ') {
            first++;
        }
        return first < bytes.length && bytes[first] != '{' && bytes[first] != '[';
    }

    /** Returns a stream of the text without the byte order mark. Rejects UTF-16. */
    static InputStream skipByteOrderMark(InputStream in) throws IOException {
        byte[] first = in.readNBytes(MARK_LENGTH);
        var start = new FileStart(first, "");
        if (start.beginsWith((byte) 0xff, (byte) 0xfe) || start.beginsWith((byte) 0xfe, (byte) 0xff)) {
            throw DatasetException.of("the file is UTF-16: save it as UTF-8");
        }
        return hasByteOrderMark(start) ? in : new SequenceInputStream(new ByteArrayInputStream(first), in);
    }

    static boolean hasByteOrderMark(FileStart start) {
        return start.beginsWith((byte) 0xef, (byte) 0xbb, (byte) 0xbf);
    }
}
