// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatorConfig;
import java.time.Duration;

/** What each client does: so many requests in all, a fixed number at a time. Sized so that a run takes a few seconds. */
enum HttpWorkload {
    /** Streamed answers of one token. */
    REQUESTS(64, 1, 0, 200_000, 40_000),
    /** Answers whose tokens come one by one. */
    SSE_PACED(400, 100, 10, 800, 800),
    /** Answers whose tokens come back to back. */
    SSE_BURST(32, 200, 0, 1_600, 800),
    /** Answers that take so long that all of them are open at a time. */
    STREAMS(0, 1000, 2000, 15_000, 5_000);

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

    /** How many requests are open at a time. */
    int connections() {
        return connections;
    }

    /** How many tokens each answer has; each comes in an event of its own. */
    int tokens() {
        return tokens;
    }

    int requests(HttpSide side, boolean quick) {
        int requests = side == HttpSide.NETTY ? requestsOfNetty : requestsOfJdk;
        return quick ? Math.max(connections, requests / QUICK) : requests;
    }

    /** From one first request to the next: what is paced shall not come all at the same moment. */
    long gapMicros() {
        return 1000L * paceMillis / Math.max(1, connections);
    }

    SimulatorConfig server() {
        SimulatorConfig.Builder server = SimulatorConfig.builder().model(MODEL);
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

    /** The same request for clients that do not know what they send. */
    String body() {
        return "{\"model\":\"" + MODEL + "\",\"stream\":true,\"prompt\":[1,2,3,4,5,6,7,8],"
                + "\"stream_options\":{\"include_usage\":true},\"return_token_ids\":true,\"max_tokens\":" + tokens
                + ",\"ignore_eos\":true}";
    }

    /** How many events an answer has: its tokens, the usage, the end. */
    int events() {
        return tokens + 2;
    }
}
