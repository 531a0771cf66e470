// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.config.MlperfProfile;
import io.loadharness.dataset.MlperfDataset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that are there for who knows MLPerf's own harnesses. */
final class MlperfOptions {

    @Option(
            names = "--profile",
            paramLabel = "MODEL",
            description =
                    "What MLPerf says for a model, for the options that nothing else says: llama3.1-8b, llama2-70b,"
                            + " llama3.1-405b, mixtral-8x7b, deepseek-r1 or gpt-oss-120b. Needs its data set.")
    private @Nullable MlperfProfile profile;

    /**
     * Looks whether the profile has what it needs.
     *
     * @throws IllegalArgumentException if not
     */
    void check(DataOptions data) {
        if (profile != null && !data.isGiven()) {
            throw new IllegalArgumentException(
                    "--profile " + profile + " needs the data set of the model: name its file" + " by --dataset-path");
        }
    }

    /** The data set that the profile is about. */
    Optional<MlperfDataset> dataset() {
        return Optional.ofNullable(profile).map(MlperfProfile::dataset);
    }
}
