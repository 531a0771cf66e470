// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.cli.inferenceperf.InferencePerfProfile;
import io.loadharness.cli.profiles.ProfileCatalog;
import io.loadharness.cli.profiles.ProfileReader;
import io.loadharness.cli.profiles.ProfileTool;
import io.loadharness.cli.profiles.ProfilesFolder;
import io.loadharness.cli.yaml.YamlOverride;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a run that an inference-perf profile describes. */
final class InferencePerfOptions {

    /** The environment variable in which llm-d passes overrides. */
    private static final String VARIABLE = "LLMDBENCH_HARNESS_EXPERIMENT_PROFILE_OVERRIDES";

    @Option(
            names = "--profile-file",
            paramLabel = "FILE",
            description =
                    "A profile that sets the prompts and the load. FILE is a path, or a name that `${ROOT-COMMAND-NAME} profiles`"
                            + " lists. The profile can be a profile of inference-perf, guidellm, vllm-benchmark or fmperf,"
                            + " or an llm-d template (.yaml.in). Only --override can change the prompts and the load of"
                            + " the profile. For all other settings, options of the command line take precedence over the"
                            + " profile.")
    private @Nullable String file;

    @Mixin
    private ProfilesFolder folder;

    @Option(
            names = "--profile-env",
            paramLabel = "NAME=VALUE",
            description = "Set a variable of the --profile-file. With MODEL=x, the text REPLACE_ENV_MODEL in the file"
                    + " becomes x. This option takes precedence over the environment variable MODEL. May be repeated.")
    private Map<String, String> variables = new LinkedHashMap<>();

    @Option(
            names = {"-o", "--override"},
            paramLabel = "KEY=VALUE",
            description =
                    "Replace values of the --profile-file, for example load.stages.0.rate=10,api.streaming=true. You"
                            + " can leave out the first parts of a key. For example, min=20 sets all keys whose last part"
                            + " is min. It is an error if min occurs in several top-level sections. May be repeated.")
    // Secrets are masked when the profile is read, because reports list the options.
    private List<String> overrides = new ArrayList<>();

    /**
     * Reads the profile; empty if none is given.
     *
     * @param given the values for {@code REPLACE_ENV_NAME} that other options set; they take precedence over the environment
     * @throws IllegalArgumentException if the profile cannot be run; the message gives the reason
     */
    Optional<InferencePerfProfile> read(Map<String, String> given, PrintWriter out) throws IOException {
        if (file == null) {
            if (!variables.isEmpty()) {
                throw new IllegalArgumentException(
                        "--profile-env needs --profile-file, because it sets variables of a profile");
            }
            if (!overrides.isEmpty()) {
                throw new IllegalArgumentException(
                        "--override needs --profile-file, because it replaces values of a profile");
            }
            return Optional.empty();
        }
        Optional<ProfileCatalog.Entry> entry = Files.exists(Path.of(file))
                ? Optional.empty()
                : Optional.of(folder.catalog().require(file));
        ProfileTool tool = entry.isPresent()
                ? entry.get().tool()
                : ProfileReader.toolOf(Path.of(file)).orElse(ProfileTool.INFERENCE_PERF);
        Map<String, String> environment = new HashMap<>(tool.clusterDefaults());
        environment.putAll(System.getenv());
        environment.putAll(given);
        environment.put("LLMDBENCH_HARNESS_NAME", tool.id());
        environment.putAll(variables);
        List<YamlOverride> all = new ArrayList<>();
        String variable = environment.getOrDefault(VARIABLE, "");
        if (!variable.isBlank()) {
            all.addAll(YamlOverride.parse(VARIABLE, variable));
            out.println("Profile: " + VARIABLE + " overrides values of the profile");
        }
        List<List<YamlOverride>> texts =
                overrides.stream().map(each -> YamlOverride.parse("-o", each)).toList();
        texts.forEach(all::addAll);
        InferencePerfProfile profile = entry.isPresent()
                ? ProfileReader.read(entry.get(), all, environment)
                : ProfileReader.read(Path.of(file), all, environment);
        overrides = texts.stream().map(ProfileReader::masked).toList();
        profile.warnings().forEach(each -> out.println("Profile: " + each));
        return Optional.of(profile);
    }
}
