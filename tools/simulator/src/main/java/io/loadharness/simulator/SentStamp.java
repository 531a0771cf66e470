// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** When the simulator sent an event, as it says in the event itself if it is asked to. */
public final class SentStamp {

    /** Asks for stamps, with the value {@code true}. */
    public static final String HEADER = "X-LoadHarness-Stamps";

    private static final Pattern STAMP = Pattern.compile("\"sent_ns\":(\\d+)");

    private SentStamp() {}

    /** The first one of an answer or a part of it, by {@link System#nanoTime} of this machine. */
    public static OptionalLong first(CharSequence answer) {
        Matcher stamp = STAMP.matcher(answer);
        return stamp.find() ? OptionalLong.of(Long.parseLong(stamp.group(1))) : OptionalLong.empty();
    }
}
