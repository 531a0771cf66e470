package io.loadharness.cli.load;

import io.loadharness.cli.config.MlperfProfile;
import io.loadharness.dataset.MlperfDataset;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that are there for who knows MLPerf's own harnesses. */
final class MlperfOptions {

    @Option(
            names = "--profile",
            paramLabel = "MODEL",
            description =
                    "What MLPerf says for a model, for the options that nothing else says: llama3.1-8b, llama2-70b,"
                            + " llama3.1-405b, mixtral-8x7b, deepseek-r1 or gpt-oss-120b. Needs its data set.")
    private MlperfProfile profile;

    @Option(names = "--enable-metrics", hidden = true)
    private boolean serverMetrics;

    /**
     * Refuses what cannot be done yet.
     *
     * @throws IllegalArgumentException if it is asked for; says what to do
     */
    void check(DataOptions data) {
        if (serverMetrics) {
            throw new IllegalArgumentException("--enable-metrics shall record what the server says of itself, which"
                    + " LoadHarness cannot yet: leave it out");
        }
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
