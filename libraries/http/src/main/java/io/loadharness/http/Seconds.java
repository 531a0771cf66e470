// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.time.Duration;

/** Formats durations for messages. */
final class Seconds {

    private Seconds() {}

    static String of(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }
}
