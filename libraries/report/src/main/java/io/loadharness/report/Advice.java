// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Reason;

/** Advice on what a reason means and what the reader can do about it. */
final class Advice {

    private Advice() {}

    /** Returns one or two sentences. */
    static String on(Reason.Code code) {
        return switch (code) {
            case PROCESS_ENDED ->
                "Nobody judged this run. Look at the end of its log and at the memory of the machine, and run it again.";
            case PROFILED ->
                "A profiler makes servers slower, so LoadGen's figures are not theirs. Look at the profiles, and measure without"
                        + " --server-profile.";
            case SAMPLES_FAILED ->
                "A request without an answer has no latency, so the figures are of the others alone. The table of failures"
                        + " below has what the servers said; repair that, or lower the rate if they were overloaded.";
            case ISSUED_LATE ->
                "The load generator could not keep its own schedule, so requests came in another rhythm than planned. Give the"
                        + " client a machine that does nothing else, or lower the rate.";
            case SENT_LATE ->
                "Requests lay in the client before they were sent, and that time counts in the latency from due time. Give the"
                        + " client more processors, or lower the rate.";
            case READ_LATE ->
                "Answers had arrived and nobody read them, so times come out longer than the server took. Give the client more"
                        + " processors, or take a transport with more threads.";
            case CLIENT_PAUSED ->
                "Other programs or garbage collection kept the client from running. Give it a machine that does nothing else.";
            case READER_BUSY ->
                "One thread reads more than it can, so the rate is its own and not the server's. Spread the load over more"
                        + " threads or clients.";
            case PROCESSORS_BUSY ->
                "The client had too few processors for this load. Take a larger machine, or lower the rate.";
            case GARBAGE_COLLECTION -> "Give the client a larger heap, with -Xmx in JAVA_TOOL_OPTIONS.";
            case EMPTY_ANSWERS ->
                "An empty answer cannot be right or wrong. Ask one of these prompts by ./harness probe to see why.";
            case NO_FIRST_TOKEN ->
                "Only a stream shows when its first token came. Let the server stream, or run without --ttft-bound and"
                        + " --tpot-bound.";
            case TOO_FEW_TOKENS -> "A time per token needs two tokens. Ask for longer answers by --max-tokens.";
            case LATENCY_BOUND ->
                "The server was slower than the limit of this run. Lower the rate until it holds, or look at the curves over time"
                        + " for what grew: a queue makes all times grow together.";
            case MIN_DURATION ->
                "Let it run longer: the rules ask for it, so that a short good phase is not taken for all.";
            case MIN_QUERY_COUNT ->
                "Let it run longer, or raise the rate: too few requests show little about percentiles.";
            case EARLY_STOPPING ->
                "With so few requests chance could have made the percentile look better. Let the run have more of them.";
            case LOADGEN_ADVICE -> "This is in LoadGen's own words; docs/settings.md has what its settings mean.";
            case LOADGEN_ERROR -> "LoadGen's detail log in the folder of the run has more on it.";
            default -> "The log in the folder of the run has more on it.";
        };
    }
}
