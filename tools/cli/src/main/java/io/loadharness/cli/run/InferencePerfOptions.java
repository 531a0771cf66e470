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

/** Options of a run that an inference-perf profile describes. */
final class InferencePerfOptions {

    /** The environment variable in which llm-d passes overrides. */
    private static final String VARIABLE = "LLMDBENCH_HARNESS_EXPERIMENT_PROFILE_OVERRIDES";

    @Option(
            names = "--profile-file",
            paramLabel = "FILE",
            description = "An inference-perf profile, or an llm-d template (.yaml.in), that sets the prompts and"
                    + " the load. To change its prompts or load, use --override; other options of the command"
                    + " line override the profile.")
    private @Nullable Path file;

    @Option(
            names = {"-o", "--override"},
            paramLabel = "KEY=VALUE",
            description =
                    "Replace values of the --profile-file, for example load.stages.0.rate=10,api.streaming=true. May"
                            + " be repeated.")
    private List<String> overrides = new ArrayList<>();

    /**
     * Reads the profile; empty if none is given.
     *
     * @throws IllegalArgumentException if the profile cannot be run; the message contains the reason
     */
    Optional<InferencePerfProfile> read(PrintWriter out) throws IOException {
        if (file == null) {
            if (!overrides.isEmpty()) {
                throw new IllegalArgumentException(
                        "--override needs --profile-file, because it replaces values of a profile");
            }
            return Optional.empty();
        }
        List<YamlOverride> all = new ArrayList<>();
        String variable = System.getenv(VARIABLE);
        if (variable != null && !variable.isBlank()) {
            all.addAll(YamlOverride.parse(VARIABLE, variable));
            out.println("Profile: " + VARIABLE + " replaces values of the profile");
        }
        overrides.forEach(each -> all.addAll(YamlOverride.parse("-o", each)));
        InferencePerfProfile profile = InferencePerfProfile.read(file, all, System.getenv());
        profile.warnings().forEach(each -> out.println("Profile: " + each));
        return Optional.of(profile);
    }
}
