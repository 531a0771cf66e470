// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

/** Quotes what a user wrote, in a length that fits a message. */
final class Quote {

    private static final int LONGEST = 80;

    private Quote() {}

    static String of(String text) {
        return "'" + shortened(text) + "'";
    }

    static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
