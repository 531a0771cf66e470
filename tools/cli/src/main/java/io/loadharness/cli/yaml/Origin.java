// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

/**
 * Where a value was written.
 *
 * @param source the file, or the option
 * @param line from 1; 0 where there are no lines
 */
record Origin(String source, int line) {

    @Override
    public String toString() {
        return line == 0 ? source : source + " line " + line;
    }
}
