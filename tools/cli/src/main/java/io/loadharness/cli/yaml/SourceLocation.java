// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

/**
 * The location of a value in a file or option.
 *
 * @param source the file or the option
 * @param line the line number, starting at 1; 0 if the source has no lines
 */
record SourceLocation(String source, int line) {

    @Override
    public String toString() {
        return line == 0 ? source : source + " line " + line;
    }
}
