// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiles;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.cli.inferenceperf.InferencePerfProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code harness profiles}, and the profiles that LoadHarness contains. */
class ProfilesCommandTest {

    @TempDir
    Path folder;

    static Stream<ProfileCatalog.Entry> loads() throws IOException {
        return ProfileCatalog.read(Optional.empty()).entries().stream()
                .filter(each -> each.tool() != ProfileTool.NOP)
                .filter(each -> !each.name().equals("chatbot_sharegpt"));
    }

    @ParameterizedTest
    @MethodSource("loads")
    void builtInProfileCanBeRun(ProfileCatalog.Entry entry) throws IOException {
        InferencePerfProfile profile = ProfileReader.read(
                entry,
                List.of(),
                Map.of("LLMDBENCH_DEPLOY_CURRENT_MODEL", "m", "LLMDBENCH_HARNESS_STACK_ENDPOINT_URL", "http://h:1"));

        assertThat(profile.server().url()).contains("http://h:1");
        assertThat(profile.server().model()).contains("m");
        assertThat(profile.load().load().stages()).isNotEmpty();
        assertThat(entry.purpose()).isNotEmpty();
    }

    @Test
    void listsTheBuiltInProfiles() {
        Session session = Session.of("profiles");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .containsPattern("(?m)^ *inference-perf +sanity_random +A first check.* built in *$")
                .containsPattern("(?m)^ *inference-perf +chatbot_sharegpt ")
                .containsPattern("(?m)^ *guidellm +sanity_concurrent ")
                .containsPattern("(?m)^ *vllm-benchmark +random_concurrent ")
                .containsPattern("(?m)^ *fmperf +sanity_short-input ")
                .containsPattern("(?m)^ *nop +nop ");
    }

    @Test
    void printsAProfile() {
        Session session = Session.of("profiles", "guidellm/sanity_concurrent.yaml.in");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).startsWith("# A first check").contains("profile: concurrent");
    }

    @Test
    void folderAddsAndReplacesProfiles() throws IOException {
        Path own = Files.createDirectories(folder.resolve("guidellm"));
        Files.writeString(own.resolve("mine.yaml"), "# My profile\ntarget: h\n");
        Files.writeString(own.resolve("sanity_concurrent.yaml.in"), "# Another check\n");
        Files.writeString(own.resolve("notes.txt"), "nothing");

        Session session = Session.of("profiles", "--profiles-dir", folder.toString());

        assertThat(session.plainOut())
                .contains(
                        "My profile", "Another check", own.resolve("mine.yaml").toString())
                .doesNotContain("notes");
        assertThat(Session.of("profiles", "mine", "--profiles-dir", folder.toString())
                        .out())
                .isEqualTo("# My profile\ntarget: h\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            sanity_random                  | several harnesses have a profile 'sanity_random': write one of inference-perf/sanity_random, vllm-benchmark/sanity_random.
            sanity_concurent               | there is no file and no profile 'sanity_concurent'; did you mean 'sanity_concurrent'? All profiles: harness profiles.
            sanity_randm                   | there is no file and no profile 'sanity_randm'; did you mean 'inference-perf/sanity_random' or 'vllm-benchmark/sanity_random'? All profiles: harness profiles.
            x --profiles-dir no-such       | the folder of profiles no-such is not a folder: create it, with a folder for each harness.
            """)
    void reportsUnknownNames(String arguments, String sentence) {
        Session session = Session.of(("profiles " + arguments).split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).first().isEqualTo(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "run --profile-file", "validate"})
    void reportsAMisspelledProfileOfARun(String command) {
        Session session = Session.of((command + " inference-perf/sanity_randm").split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines())
                .first()
                .isEqualTo("there is no file and no profile 'inference-perf/sanity_randm'; did you mean"
                        + " 'inference-perf/sanity_random'? All profiles: harness profiles.");
    }

    @Test
    void listsProfilesWithTheirHarness() {
        assertThat(Session.of("run", "--profile-file", "nosuch", "--url", "http://h:1")
                        .err())
                .startsWith("there is no file and no profile 'nosuch': give a path or one of inference-perf/")
                .contains(", inference-perf/sanity_random, ", ", vllm-benchmark/sanity_random, ")
                .doesNotContain(", sanity_random");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--profile-file inference-perf/sanity_random",
                "sanity_random_concurrent",
                "fmperf/sanity_long-input"
            })
    void urlAndModelAreTheVariablesOfAProfile(String profile) {
        Session session =
                Session.of(("validate " + profile + " --url http://h:1 --model m --output-dir " + folder.resolve("run"))
                        .split(" "));

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut()).contains("Servers: http://h:1", "Load: ");
    }

    @Test
    void missingVariableNamesTheOption() {
        Session session = Session.of("validate", "sanity_random_concurrent", "--url", "http://h:1");

        assertThat(session.err())
                .contains(
                        "is not set: give its value with --model or --profile-env LLMDBENCH_DEPLOY_CURRENT_MODEL=VALUE");
    }

    @Test
    void runAcceptsAProfileByName() {
        Session session = Session.of(
                "validate",
                "--profile-file",
                "guidellm/sanity_concurrent",
                "--profile-env",
                "LLMDBENCH_HARNESS_STACK_ENDPOINT_URL=http://h:1",
                "--profile-env",
                "LLMDBENCH_DEPLOY_CURRENT_MODEL=m",
                "--output-dir",
                folder.resolve("run").toString());

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut()).contains("Servers: http://h:1", "Plan: 2 at a time for 30 s");
    }
}
