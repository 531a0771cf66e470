package io.loadharness.dataset.csv;

/** What may stand between the cells of a record. */
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

    /** Whether a cell ends where this stands, outside of quotes. */
    boolean endsCell(byte next) {
        return next == character || next == '\n' || next == '\r';
    }
}
