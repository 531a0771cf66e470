package io.loadharness.dataset.csv;

import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.Source;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the first records of a file tell about its separator. */
final class CsvStart {

    private static final int LENGTH = 1 << 16;
    private static final int BY_NAME = 40;
    private static final int BY_CONTENT = 60;
    private static final int BY_BOTH = 90;

    private final List<SeparatorCount> counts =
            Stream.of(CsvSeparator.values()).map(SeparatorCount::new).toList();
    private final boolean isText;

    private CsvStart(byte[] bytes) {
        isText = isText(bytes);
        countRecords(bytes);
    }

    static CsvStart of(byte[] bytes) {
        return new CsvStart(bytes);
    }

    static CsvStart of(Source source) throws IOException {
        try (InputStream in = source.open()) {
            return new CsvStart(in.readNBytes(LENGTH));
        }
    }

    /** The separator by which most records have as many cells as the header; {@code otherwise} if the header has but one cell. */
    CsvSeparator separator(CsvSeparator otherwise) {
        return best().map(SeparatorCount::separator).orElse(otherwise);
    }

    /** See {@link io.loadharness.dataset.DatasetFormat#likelihood}, for a format with one of these separators. */
    int likelihood(boolean isNamed, CsvSeparator... ofFormat) {
        boolean isTable = isText
                && best().filter(count -> List.of(ofFormat).contains(count.separator()) && count.isOfAll())
                        .isPresent();
        if (isNamed) {
            return isTable ? BY_BOTH : BY_NAME;
        }
        return isTable ? BY_CONTENT : 0;
    }

    private Optional<SeparatorCount> best() {
        return counts.stream()
                .filter(count -> count.inHeader() > 0)
                .max(Comparator.comparingInt(SeparatorCount::agreeing).thenComparingInt(SeparatorCount::inHeader));
    }

    /** The last record of a longer file may be cut off, so it does not count. */
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
            counts.forEach(SeparatorCount::endRecord);
        }
    }

    /** JSON would pass for records with commas. */
    private static boolean isText(byte[] bytes) {
        for (byte next : bytes) {
            if (next == 0) {
                return false;
            }
        }
        int first = ByteOrderMark.isAtStart(new FileStart(bytes, "")) ? ByteOrderMark.LENGTH : 0;
        while (first < bytes.length && bytes[first] == ' ') {
            first++;
        }
        return first < bytes.length && bytes[first] != '{' && bytes[first] != '[';
    }
}
