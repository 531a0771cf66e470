// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

/** A stand-in for LoadGen's own {@code mlperf.conf}, with one model of each kind. */
final class SmallMlperfConf {

    static final MlperfConf CONF = new MlperfConf("""
        # rules for tests
        *.*.qsl_rng_seed = 7
        *.Server.target_duration = 0
        llama3_1-8b.*.use_token_latencies = 1
        llama3_1-8b-interactive.*.use_token_latencies = 1
        wan-2.2-t2v-a14b.*.performance_sample_count_override = 248
        gptj.*.infer_token_latencies = 1
        resnet50.Offline.min_query_count = 24576
        """);

    private SmallMlperfConf() {}
}
