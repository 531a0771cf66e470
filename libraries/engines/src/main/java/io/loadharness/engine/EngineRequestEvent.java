// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.inference.Timeline;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * A request to an engine process in a recording of the JDK's Flight Recorder. The event starts when the request is encoded and ends when
 * its result was reported. The NVTX ranges of a worker have the same sample.
 */
@Name("loadharness.EngineRequest")
@Label("Request to an engine process")
@Category("LoadHarness")
@StackTrace(false)
final class EngineRequestEvent extends Event {

    @Label("Request")
    @Description("The id in the worker protocol")
    long request;

    @Label("Process")
    int process;

    @Label("Sample")
    @Description("The index of the sample, which is also the payload of the worker's NVTX ranges")
    int sample;

    @Label("Outcome")
    @Description("OK, or the kind of the failure")
    String outcome = "";

    @Label("Write delay")
    @Description("Until the socket had taken the request")
    @Timespan
    long writeDelay;

    @Label("Time to first token")
    @Description("From the write to the first token; zero if there is none")
    @Timespan
    long timeToFirstToken;

    @Label("Latency")
    @Description("From the write to the end of the response")
    @Timespan
    long latency;

    void commit(String newOutcome, Timeline times) {
        end();
        if (shouldCommit()) {
            outcome = newOutcome;
            writeDelay = times.sent() - times.dequeued();
            timeToFirstToken = times.firstToken() == Timeline.UNKNOWN ? 0 : times.firstToken() - times.sent();
            latency = times.done() - times.sent();
            commit();
        }
    }
}
