// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

/** The character between two cells of a record. */
enum CsvSeparator {
    COMMA(',', "comma"),
    SEMICOLON(';', "semicolon"),
    TAB('\t', "tab");

    final char character;
    final String noun;

    CsvSeparator(char character, String noun) {
        this.character = character;
        this.noun = noun;
    }

    /** Returns true if this byte ends a cell that is not in quotes. */
    boolean endsCell(byte next) {
        return next == character || next == '\n' || next == '\r';
    }

    /** Counts how often one separator occurs in each of the first records of a file. Separators in quotes are not counted. */
    static final class Counter {

        private final CsvSeparator separator;
        private int inRecord;
        private int inHeader;
        private int agreeing;
        private int records;

        Counter(CsvSeparator separator) {
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

        /** Returns the number of records after the header that have as many separators as the header. */
        int agreeing() {
            return agreeing;
        }

        /** Returns true if there are records after the header, and all of them have as many separators as the header. */
        boolean isOfAll() {
            return records > 1 && agreeing == records - 1;
        }
    }
}
