// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Generates valid configuration files and random mutations of them. */
final class ConfMutations {

    private static final List<String> MODELS = List.of(
            "*", "*", "llama3_1-8b", "wan-2.2-t2v-a14b", "resnet50", "gpt-oss-120b", "llama3.1-8b", "Resnet50", "");
    private static final List<String> SCENARIOS =
            List.of("*", "Server", "Offline", "SingleStream", "MultiStream", "server", "Interactive", "**");
    private static final List<String> KEYS = List.of(
            "mode",
            "min_duration",
            "max_duration",
            "min_query_count",
            "max_query_count",
            "performance_sample_count_override",
            "accuracy_sample_count_override",
            "sample_concatenate_permutation",
            "performance_issue_unique",
            "performance_issue_same",
            "performance_issue_same_index",
            "print_timestamps",
            "accuracy_log_rng_seed",
            "accuracy_log_sampling_target",
            "use_token_latencies",
            "infer_token_latencies",
            "token_latency_scaling_factor",
            "ttft_latency",
            "tpot_latency",
            "target_latency",
            "target_latency_percentile",
            "target_qps",
            "samples_per_query",
            "coalesce_queries",
            "max_async_queries",
            "qsl_rng_seed",
            "test05",
            "target_duration",
            "min_duration_ms",
            "test07_accuracy_threshold");
    private static final List<String> VALUES = List.of(
            "0",
            "1",
            "2",
            "3",
            "4",
            "10",
            "99",
            "99.9",
            "0.5",
            "600000",
            "18446744073709551615",
            "18446744073709551616",
            "18446744073709",
            "9223372036854775807",
            "2147483647",
            "2147483648",
            "0x10",
            "0X1f",
            "010",
            "08",
            "-1",
            "+7",
            "1e3",
            "1e-3",
            "5.",
            ".5",
            "0x1p4",
            "0b11",
            "inf",
            "nan",
            "1e400",
            "1e-400",
            "1_000",
            "1,5",
            "true",
            "ten",
            "100",
            "12abc",
            "=",
            "\"5\"",
            "1.0",
            "00",
            "4611686018427",
            "4611686018428",
            "2.5");
    private static final String CHARACTERS = "#=.*_ \t\r\n0195eExX+-abz\"\u000b\f\u0000\u00a0\u2028\u200b\ufeff";

    private static final List<ConfKey> READ = Stream.of(ConfKey.values())
            .filter(key -> key.reader() == ConfKey.Reader.LOADGEN)
            .toList();

    private final Random random;
    private ConfKey key = ConfKey.MODE;

    ConfMutations(long seed) {
        random = new Random(seed);
    }

    /** Returns a file of a few lines, most of them valid. */
    String next() {
        List<String> lines = new ArrayList<>();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            lines.add(line());
        }
        StringBuilder text = new StringBuilder(String.join(random.nextInt(8) == 0 ? "\r\n" : "\n", lines));
        int wounds = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0;
        for (int i = 0; i < wounds; i++) {
            mutate(text);
        }
        return text.toString();
    }

    private String line() {
        return switch (random.nextInt(12)) {
            case 0 -> "";
            case 1 -> "# a comment = 5 # or two";
            case 2 -> "#" + assignment();
            case 3 -> "#word";
            default -> assignment();
        };
    }

    private String assignment() {
        boolean good = random.nextInt(4) != 0;
        if (!good) {
            return pick(MODELS) + "." + pick(SCENARIOS) + "." + pick(KEYS)
                    + pick(List.of(" = ", "=", " =", "= ", "  =\t")) + pick(VALUES)
                    + pick(List.of("", "", "", " ", " # why", " 7"));
        }
        if (random.nextInt(3) != 0) {
            key = READ.get(random.nextInt(READ.size()));
        }
        String scenario = random.nextBoolean() ? "*" : key.typicalScenario();
        String value = VALUES.stream()
                .filter(ConfValue.COUNT::accepts)
                .skip(random.nextInt(5))
                .filter(candidate -> key.value(Optional.empty()).accepts(candidate))
                .findFirst()
                .orElse("1");
        return MODELS.get(random.nextInt(6)) + "." + scenario + "." + key.text() + " = " + value;
    }

    private void mutate(StringBuilder text) {
        int at = random.nextInt(text.length() + 1);
        switch (random.nextInt(4)) {
            case 0 -> text.insert(at, CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(3)));
            case 2 -> text.insert(at, pick(VALUES));
            default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 40)));
        }
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
