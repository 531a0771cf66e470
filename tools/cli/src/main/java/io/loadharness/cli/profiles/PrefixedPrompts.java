// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiles;

import io.loadharness.benchmark.PromptSource;
import io.loadharness.workload.LengthDistribution;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.RandomPrompts;
import io.loadharness.workload.SharedPrefixes;
import io.loadharness.workload.SyntheticWorkload;

/**
 * Random prompts that may start with common text.
 *
 * @param prefix the number of tokens of the common text; 0 for none
 * @param prefixes the number of different common prefixes
 */
record PrefixedPrompts(int prefix, int prefixes, LengthDistribution input, LengthDistribution output, long seed)
        implements PromptSource.Maker {

    @Override
    public SyntheticWorkload make(PromptStyle style, int count) {
        if (prefix == 0) {
            return new RandomPrompts(style, input, output, count, seed);
        }
        return SharedPrefixes.builder(style)
                .groups(prefixes)
                .promptsPerGroup(Math.max(1, count / prefixes))
                .systemPromptLength(LengthDistribution.fixed(prefix))
                .questionLength(input)
                .outputLength(output)
                .seed(seed)
                .build();
    }
}
