// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A request in a recording of the JDK's Flight Recorder, from just before it is sent until everyone was told of its end. */
@Name("loadharness.Request")
@Label("Inference request")
@Description("One sample at one endpoint")
@Category("LoadHarness")
@StackTrace(false)
final class RequestEvent extends Event {

    @Label("Endpoint")
    String endpoint = "";

    @Label("Sample")
    int sample;

    @Label("Outcome")
    @Description("OK, or the kind of the failure")
    String outcome = "";

    @Label("Sent late by")
    @Timespan
    long sendLag;

    @Label("Time to first token")
    @Description("From the send; zero if it is not known")
    @Timespan
    long timeToFirstToken;

    @Label("Latency")
    @Description("From the send; zero if it is not known")
    @Timespan
    long latency;

    @Label("Output tokens")
    int outputTokens;

    void tell(String what, Timeline times) {
        outcome = what;
        sendLag = between(times.scheduled(), times.sent());
        timeToFirstToken = between(times.sent(), times.firstToken());
        latency = between(times.sent(), times.done());
    }

    private static long between(long from, long to) {
        return from == Timeline.UNKNOWN || to == Timeline.UNKNOWN ? 0 : to - from;
    }
}
