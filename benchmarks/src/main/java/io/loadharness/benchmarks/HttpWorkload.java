// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.simulator.OutputLength;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatorConfig;
import java.time.Duration;

/** A workload: the number of requests, the number of requests in flight, and the size of the responses. A run takes a few seconds. */
enum HttpWorkload {
    /** Streamed responses of one token. */
    REQUESTS(64, 1, 0, 200_000, 40_000),
    /** Responses whose tokens are sent at regular intervals. */
    SSE_PACED(400, 100, 10, 800, 800),
    /** Responses whose tokens are all sent at the same time. */
    SSE_BURST(32, 200, 0, 1_600, 800),
    /** Responses that take long enough for all of them to be in flight at the same time. */
    STREAMS(0, 1000, 2000, 15_000, 5_000),
    /** Chats for programs in other languages. inference-perf asks for 30 tokens, and has no option for another number. */
    CHAT(32, 30, 20, 1000, 1000);

    private static final int QUICK = 8;
    private static final Duration FIRST_TOKEN = Duration.ofMillis(10);
    private static final int[] PROMPT = {1, 2, 3, 4, 5, 6, 7, 8};
    static final String MODEL = "simulated";

    private final int connections;
    private final int tokens;
    private final int paceMillis;
    private final int requestsOfNetty;
    private final int requestsOfJdk;

    HttpWorkload(int connections, int tokens, int paceMillis, int requestsOfNetty, int requestsOfJdk) {
        this.connections = connections;
        this.tokens = tokens;
        this.paceMillis = paceMillis;
        this.requestsOfNetty = requestsOfNetty;
        this.requestsOfJdk = requestsOfJdk;
    }

    /** Returns the number of requests in flight. */
    int connections() {
        return connections;
    }

    /** Returns the number of tokens of a response. Each token is a separate event. */
    int tokens() {
        return tokens;
    }

    int requests(HttpSide side, boolean quick) {
        int requests = side == HttpSide.NETTY ? requestsOfNetty : requestsOfJdk;
        return quick ? Math.max(connections, requests / QUICK) : requests;
    }

    /** Returns the gap between the first requests in microseconds. The gaps distribute the tokens of paced responses evenly over time. */
    long gapMicros() {
        return 1000L * paceMillis / Math.max(1, connections);
    }

    SimulatorConfig server() {
        SimulatorConfig.Builder server =
                SimulatorConfig.builder().model(MODEL).outputLength(OutputLength.fixed(tokens));
        if (paceMillis > 0) {
            server.pace(new Pace(FIRST_TOKEN, Duration.ofMillis(paceMillis)));
        }
        return server.build();
    }

    InferenceRequest request() {
        return new InferenceRequest(
                0,
                Prompt.of(PROMPT),
                GenerationParameters.builder().maxTokens(tokens).ignoreEos(true).build());
    }

    /** Returns {@link #request} as JSON, for the baseline clients. */
    String body() {
        return "{\"model\":\"" + MODEL + "\",\"stream\":true,\"prompt\":[1,2,3,4,5,6,7,8],"
                + "\"stream_options\":{\"include_usage\":true},\"return_token_ids\":true,\"max_tokens\":" + tokens
                + ",\"ignore_eos\":true}";
    }

    /** Returns the number of events of a response: one for each token, one for the usage, and one for the end. */
    int events() {
        return tokens + 2;
    }
}
