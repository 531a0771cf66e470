// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the send times that the simulator adds to events on request. */
public final class SentStamp {

    /** Name of the request header that enables stamps with the value {@code true}. */
    public static final String HEADER = "X-LoadHarness-Stamps";

    private static final Pattern STAMP = Pattern.compile("\"sent_ns\":(\\d+)");

    private SentStamp() {}

    /** Returns the first send time in a response or a part of it, in the time of {@link System#nanoTime} on this machine. */
    public static OptionalLong first(CharSequence response) {
        Matcher stamp = STAMP.matcher(response);
        return stamp.find() ? OptionalLong.of(Long.parseLong(stamp.group(1))) : OptionalLong.empty();
    }
}
