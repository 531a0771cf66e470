// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * A request in a recording of the JDK's Flight Recorder. The event starts immediately before the request is sent and ends after the result
 * was reported.
 */
@Name("loadharness.Request")
@Label("Inference request")
@Description("The request of one sample to one endpoint")
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

    @Label("Issue delay")
    @Description("From the scheduled start to the issue by the load generator; zero if one of these times is unknown")
    @Timespan
    long issueDelay;

    @Label("Queue delay")
    @Description(
            "From the issue to the backend, in which the sample waits for a slot; zero if one of these times is unknown")
    @Timespan
    long queueDelay;

    @Label("Schedule delay")
    @Description("From the scheduled start to the send; zero if one of these times is unknown")
    @Timespan
    long sendDelay;

    @Label("Time to first token")
    @Description("From the send to the first token; zero if one of these times is unknown")
    @Timespan
    long timeToFirstToken;

    @Label("Latency")
    @Description("From the send to the end of the response; zero if one of these times is unknown")
    @Timespan
    long latency;

    @Label("Output tokens")
    int outputTokens;

    void set(String newOutcome, Timeline times) {
        outcome = newOutcome;
        issueDelay = between(times.scheduled(), times.issued());
        queueDelay = between(times.issued(), times.dequeued());
        sendDelay = between(times.scheduled(), times.sent());
        timeToFirstToken = between(times.sent(), times.firstToken());
        latency = between(times.sent(), times.done());
    }

    private static long between(long from, long to) {
        return from == Timeline.UNKNOWN || to == Timeline.UNKNOWN ? 0 : to - from;
    }
}
