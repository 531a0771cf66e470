package io.loadharness.workload;

/** Which latency the users of a workload feel. */
public enum LatencyFocus {
    /** They read along: the time to the first token and the time between tokens. */
    PER_TOKEN,
    /** They need the whole answer: the latency of the request. */
    PER_REQUEST
}
