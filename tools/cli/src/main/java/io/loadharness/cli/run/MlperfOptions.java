// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.config.MlperfProfile;
import io.loadharness.dataset.MlperfDataset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that MLPerf's own harnesses also have. */
final class MlperfOptions {

    @Option(
            names = "--profile",
            paramLabel = "MODEL",
            description = "Use the MLPerf settings of a model: llama3.1-8b, llama2-70b, llama3.1-405b, mixtral-8x7b,"
                    + " deepseek-r1, gpt-oss-120b, resnet50, retinanet, bert-99 or 3d-unet. Options that you set take precedence over the MLPerf"
                    + " settings. Requires --dataset-path.")
    private @Nullable MlperfProfile profile;

    /**
     * Checks that a data set is given if a profile is given.
     *
     * @throws IllegalArgumentException if a profile is given without a data set
     */
    void check(DataOptions data) {
        if (profile != null && !data.isGiven()) {
            throw new IllegalArgumentException(
                    "--profile=" + profile + " needs the data set of the model: give its file with --dataset-path");
        }
    }

    /** Returns the data set of the profile; empty if no profile is given. */
    Optional<MlperfDataset> dataset() {
        return Optional.ofNullable(profile).map(MlperfProfile::dataset);
    }
}
