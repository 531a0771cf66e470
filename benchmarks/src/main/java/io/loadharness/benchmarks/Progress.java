// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.PrintWriter;

/** Prints the progress of a benchmark. */
record Progress(PrintWriter out) {

    void measuring(String what) {
        print("Measuring: " + what);
    }

    void print(String sentence) {
        out.println(sentence);
        out.flush();
    }
}
