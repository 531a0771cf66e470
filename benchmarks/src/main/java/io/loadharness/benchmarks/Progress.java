// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.PrintWriter;

/** Says what is going on. */
record Progress(PrintWriter out) {

    void measuring(String what) {
        say("Measuring: " + what);
    }

    void say(String sentence) {
        out.println(sentence);
        out.flush();
    }
}
