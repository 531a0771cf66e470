package io.loadharness.dataset.csv;

/** Counts one separator, outside of quotes, in the first records of a file. */
final class SeparatorCount {

    private final CsvSeparator separator;
    private int inRecord;
    private int inHeader;
    private int agreeing;
    private int records;

    SeparatorCount(CsvSeparator separator) {
        this.separator = separator;
    }

    void count(byte next) {
        if (next == separator.character) {
            inRecord++;
        }
    }

    void endRecord() {
        if (records == 0) {
            inHeader = inRecord;
        } else if (inRecord == inHeader) {
            agreeing++;
        }
        inRecord = 0;
        records++;
    }

    CsvSeparator separator() {
        return separator;
    }

    int inHeader() {
        return inHeader;
    }

    /** How many records have as many as the header. */
    int agreeing() {
        return agreeing;
    }

    /** Whether there are records, and all have as many as the header. */
    boolean isOfAll() {
        return records > 1 && agreeing == records - 1;
    }
}
