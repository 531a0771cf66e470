package io.loadharness.report;

import java.util.List;

/** What a reason for which a run does not count means, and what its reader can do about it. */
final class Advice {

    private record Entry(String part, String advice) {}

    /** The first one whose part is in the reason. */
    private static final List<Entry> ENTRIES = List.of(
            new Entry(
                    "process that ran it ended",
                    "Nobody judged this run. Look at the end of its log and at the memory of the machine, and run it again."),
            new Entry(
                    "ran under a profiler",
                    "A profiler makes servers slower, so LoadGen's figures are not theirs. Look at the profiles, and measure without"
                            + " --server-profile."),
            new Entry(
                    "samples failed",
                    "A request without an answer has no latency, so the figures are of the others alone. The table of failures"
                            + " below has what the servers said; repair that, or lower the rate if they were overloaded."),
            new Entry(
                    "issued late",
                    "The load generator could not keep its own schedule, so requests came in another rhythm than planned. Give the"
                            + " client a machine that does nothing else, or lower the rate."),
            new Entry(
                    "sent late",
                    "Requests lay in the client before they were sent, and that time counts in the latency from due time. Give the"
                            + " client more processors, or lower the rate."),
            new Entry(
                    "answers waited for",
                    "Answers had arrived and nobody read them, so times come out longer than the server took. Give the client more"
                            + " processors, or take a transport with more threads."),
            new Entry(
                    "stood still",
                    "Other programs or garbage collection kept the client from running. Give it a machine that does nothing else."),
            new Entry(
                    "which reads answers, was busy",
                    "One thread reads more than it can, so the rate is its own and not the server's. Spread the load over more"
                            + " threads or clients."),
            new Entry(
                    "of the processors",
                    "The client had too few processors for this load. Take a larger machine, or lower the rate."),
            new Entry("garbage collection took", "Give the client a larger heap, with -Xmx in JAVA_TOOL_OPTIONS."),
            new Entry(
                    "empty answer",
                    "An empty answer cannot be right or wrong. Ask one of these prompts by ./harness probe to see why."),
            new Entry(
                    "without a first token",
                    "Only a stream shows when its first token came. Let the server stream, or run without --ttft-bound and"
                            + " --tpot-bound."),
            new Entry(
                    "fewer than 2 tokens",
                    "A time per token needs two tokens. Ask for longer answers by --max-tokens."),
            new Entry(
                    "bound",
                    "The server was slower than the limit of this run. Lower the rate until it holds, or look at the curves over time"
                            + " for what grew: a queue makes all times grow together."),
            new Entry(
                    "min_duration",
                    "Let it run longer: the rules ask for it, so that a short good phase is not taken for all."),
            new Entry(
                    "min_query_count",
                    "Let it run longer, or raise the rate: too few requests show little about percentiles."),
            new Entry(
                    "early stopping",
                    "With so few requests chance could have made the percentile look better. Let the run have more of them."),
            new Entry(
                    "LoadGen advises", "This is in LoadGen's own words; docs/settings.md has what its settings mean."),
            new Entry("LoadGen reported", "LoadGen's detail log in the folder of the run has more on it."));

    private static final String OTHERWISE = "The log in the folder of the run has more on it.";

    private Advice() {}

    /** One or two sentences. */
    static String on(String reason) {
        return ENTRIES.stream()
                .filter(each -> reason.contains(each.part()))
                .findFirst()
                .map(Entry::advice)
                .orElse(OTHERWISE);
    }
}
