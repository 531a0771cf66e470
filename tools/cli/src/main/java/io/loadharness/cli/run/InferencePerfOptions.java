// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.inferenceperf.InferencePerfProfile;
import io.loadharness.cli.yaml.YamlOverride;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a run that a profile of inference-perf describes. */
final class InferencePerfOptions {

    /** Where llm-d puts overrides. */
    private static final String VARIABLE = "LLMDBENCH_HARNESS_EXPERIMENT_PROFILE_OVERRIDES";

    @Option(
            names = "--profile-file",
            paramLabel = "FILE",
            description = "A profile of inference-perf, also a template of llm-d (.yaml.in), which says what is asked,"
                    + " and when. Options beside it win.")
    private @Nullable Path file;

    @Option(
            names = {"-o", "--override"},
            paramLabel = "KEY=VALUE",
            description =
                    "Stands in for values of the profile, as in load.stages.0.rate=10,api.streaming=true. Any number"
                            + " of times.")
    private List<String> overrides = new ArrayList<>();

    /**
     * Reads the profile; empty if there is none.
     *
     * @throws IllegalArgumentException if it cannot be run; says why
     */
    Optional<InferencePerfProfile> read(PrintWriter out) throws IOException {
        if (file == null) {
            if (!overrides.isEmpty()) {
                throw new IllegalArgumentException(
                        "--override needs --profile-file: it stands in for values of a profile");
            }
            return Optional.empty();
        }
        List<YamlOverride> all = new ArrayList<>();
        String variable = System.getenv(VARIABLE);
        if (variable != null && !variable.isBlank()) {
            all.addAll(YamlOverride.parse(VARIABLE, variable));
            out.println("Profile: " + VARIABLE + " overrides values in it");
        }
        overrides.forEach(each -> all.addAll(YamlOverride.parse("-o", each)));
        InferencePerfProfile profile = InferencePerfProfile.read(file, all, System.getenv());
        profile.remarks().forEach(each -> out.println("Profile: " + each));
        return Optional.of(profile);
    }
}
