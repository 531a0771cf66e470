// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.inference.Timeline;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * A phase of the latency of a request. The first phase starts at the scheduled start. Each phase starts when the previous phase ends. The
 * last phase ends when the end of the request is reported. Therefore the sum of all phases is the latency (scheduled).
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions are stateless
public enum LatencyPhase {
    /** Time until the transport or the engine takes the request from its queue. */
    QUEUE("Client queue", Timeline::dequeued),
    /** Time until the request is sent. In an engine of this process, this phase is the preparation of the request. */
    SEND("Connect and send", Timeline::sent),
    /** Time until the first token arrives. */
    FIRST_TOKEN("First token", Timeline::firstToken),
    /** Time until the response is complete. */
    DECODE("Decoding", Timeline::done),
    /** Time until the end is reported to the load generator. */
    REPORT("Report", Timeline::reported);

    private final String title;
    private final ToLongFunction<Timeline> end;

    LatencyPhase(String title, ToLongFunction<Timeline> end) {
        this.title = title;
        this.end = end;
    }

    /** Returns the name in files. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the title in reports. */
    public String title() {
        return title;
    }

    /** Returns the timestamp at which the phase ends; {@link Timeline#UNKNOWN} if unknown. */
    public long end(Timeline times) {
        return end.applyAsLong(times);
    }
}
