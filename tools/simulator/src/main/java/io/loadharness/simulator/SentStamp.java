// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the send times that the simulator adds to its responses if the request has the header {@link #HEADER}. */
public final class SentStamp {

    /** The request header that asks the simulator for times. Its value must be {@code true}. */
    public static final String HEADER = "X-LoadHarness-Stamps";

    private static final Pattern STAMP = Pattern.compile("\"sent_ns\":(\\d+)");

    private SentStamp() {}

    /**
     * Returns the first send time in a response or in a part of a response; empty if the text does not contain a send time. The time is a
     * value of {@link System#nanoTime} on the simulator's machine.
     */
    public static OptionalLong first(CharSequence response) {
        Matcher stamp = STAMP.matcher(response);
        return stamp.find() ? OptionalLong.of(Long.parseLong(stamp.group(1))) : OptionalLong.empty();
    }
}
