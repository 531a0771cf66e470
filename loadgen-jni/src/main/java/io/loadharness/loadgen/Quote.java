// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

/** Quotes user input for messages and shortens it if necessary. */
final class Quote {

    private static final int MAX_LENGTH = 80;

    private Quote() {}

    static String of(String text) {
        return "'" + shortened(text) + "'";
    }

    static String shortened(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
    }
}
