// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Reason;
import io.loadharness.internal.ProgramName;

/** Explanations of the reasons why a run is not valid, with remedies. */
final class Advice {

    private Advice() {}

    /** Returns one to three sentences that explain a reason and its remedy. */
    static String on(Reason.Code code) {
        return switch (code) {
            case PROCESS_ENDED ->
                "The run has no verdict. Check the end of the run's log and the free memory of the machine, and start the run again.";
            case STARTED_LATE ->
                "The slices did not send the planned load together. Choose a later --start-at, so that all clients are ready before it, and"
                        + " synchronize the clocks of the machines.";
            case SLICES_INCOMPLETE ->
                "The metrics cover only a part of the planned load. Join the folders of all slices, or run all slices again.";
            case WORKER_LOST ->
                "The folder 'workers' of the results has the output of each worker. Run again. No request was sent twice.";
            case ENGINE_LOST ->
                "The log named in the reason shows the last lines of the process. Correct the cause, and run again.";
            case CLOCK_STEPPED ->
                "Latencies use monotonic clocks, and are not affected, but timestamps of different machines cannot "
                        + "be compared. Run again.";
            case PROFILED ->
                "A profiler makes requests slower. Do not use these metrics to judge the servers or engines. Use the traces, and measure"
                        + " again without --server-profile.";
            case SAMPLES_FAILED ->
                "Failed requests have no latency, so the latencies cover completed requests only. The failures table below has the"
                        + " server's messages. Fix the cause, or lower the rate if the servers were overloaded.";
            case CONTRADICTORY_COUNTS ->
                "Some counts of the server are wrong, so the token metrics can be wrong. In the table of "
                        + ProgramName.COMMAND
                        + " export, these requests"
                        + " have the token_source contradictory_usage. Correct the server or the proxy. If the responses"
                        + " have no token ids, you can also use a dialect with token ids.";
            case ISSUED_LATE ->
                "The load generator could not keep its schedule, so requests did not arrive as planned. Run the client on a machine"
                        + " without other load, or lower the rate.";
            case SENT_LATE ->
                "Requests waited in the client before they were sent, and the latencies marked (scheduled) include this time. Give the"
                        + " client more CPUs, or lower the rate.";
            case READ_LATE ->
                "Responses had arrived but were not read yet, so the measured latencies are too long. Give the client more"
                        + " CPUs, or use a transport with more threads.";
            case CLIENT_PAUSED ->
                "Other programs or garbage collection paused the client. Run the client on a machine without other load.";
            case READER_BUSY ->
                "One reader thread was saturated, so the client limited the rate. Use a transport with more threads, or more clients.";
            case CPUS_BUSY -> "The client had too few CPUs for this load. Use a larger machine, or lower the rate.";
            case GARBAGE_COLLECTION -> "Give the client a larger heap, with -Xmx in JAVA_TOOL_OPTIONS.";
            case SLOW_LINK ->
                "The results include the network delay to a worker. Use a worker nearer to this machine, or start "
                        + "the command near the workers.";
            case EMPTY_RESPONSES ->
                "The accuracy of an empty response cannot be checked. Send one of these prompts with "
                        + ProgramName.COMMAND + " probe to see why.";
            case ACCURACY_BELOW_BOUND ->
                "The model is less accurate than MLPerf requires, or the responses and the targets do not belong together. Check the"
                        + " pre-processing, the order of the samples and the encoding of the responses.";
            case ACCURACY_UNKNOWN ->
                "The score does not count. Correct the cause, and score the run again with " + ProgramName.COMMAND
                        + " accuracy, or run again.";
            case NO_FIRST_TOKEN ->
                "TTFT and TPOT need streamed responses. Turn on streaming, or run without --ttft-bound and --tpot-bound.";
            case TOO_FEW_TOKENS -> "TPOT needs at least two output tokens. Request longer outputs with --max-tokens.";
            case LATENCY_BOUND ->
                "The server exceeded the latency bound of this run. Lower the rate until the bound holds, or look at the percentiles"
                        + " over time: if all latencies grow together, requests are queueing.";
            case MIN_DURATION ->
                "Run longer. The rules require a minimum duration, so that a short fast phase does not decide the result.";
            case MIN_QUERY_COUNT -> "Run longer, or raise the rate. Percentiles of too few requests are not reliable.";
            case EARLY_STOPPING ->
                "With so few requests, the measured percentile can be lower than the true one by chance. Run with more requests.";
            case LOADGEN_ADVICE -> "This message is from LoadGen; docs/reference/settings.md explains its settings.";
            case LOADGEN_ERROR -> "LoadGen's detail log in the folder of the run has more details.";
            case REQUIREMENT_MISSED ->
                "Compare the required value with the measured one. Lower the rate, improve the servers, or change the limit.";
            case SERVER_LOST ->
                "The log named in the reason shows why the server ended. Correct the cause, and run again.";
            case UNEXPECTED_BYTES ->
                "Such bytes can be part of the response to another request. Measure without the proxies in front of the servers.";
            case ABORTED -> "The metrics cover only a part of the planned load. Run again.";
            case STALLED ->
                "The servers neither completed nor failed the requests in flight. With a shorter --request-timeout, such requests fail.";
            case CALLBACK_FAILED ->
                "Correct the code that threw the exception. Fail a sample that cannot be completed.";
            case RECORDS_MISSING -> "Repeat the run on a client that is less busy.";
            case LOGS_UNUSABLE, RECORDS_UNUSABLE ->
                "Check the free space and the permissions of the output folder, and use a new folder for each run.";
            case LOADGEN_INVALID, LOADGEN_FAILED, GENERATOR_FAILED, OTHER ->
                "The log in the folder of the run has more details.";
        };
    }
}
