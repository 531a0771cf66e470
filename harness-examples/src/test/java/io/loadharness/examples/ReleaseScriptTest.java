// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code .ci/release} with input that it rejects before it builds anything. */
class ReleaseScriptTest {

    private static final String POM = "<project>\n  <version>%s</version>\n</project>\n";

    @TempDir
    private Path checkout;

    @BeforeEach
    void copyTheScript() throws IOException {
        Files.createDirectory(checkout.resolve(".ci"));
        for (String script : List.of("release", "common")) {
            Files.copy(
                    Pages.ROOT.resolve(".ci").resolve(script),
                    checkout.resolve(".ci").resolve(script));
        }
        Files.writeString(checkout.resolve("pom.xml"), POM.formatted("1.2.0"));
        setVersionOfPackage("1.2.0");
        String wheel = "integrations/python/build_wheel.py";
        Files.copy(Pages.ROOT.resolve(wheel), checkout.resolve(wheel));
        Files.writeString(checkout.resolve("CHANGELOG.md"), "## [Unreleased]\n\n- Nothing.\n\n## [1.1.0]\n\n- More.\n");
    }

    private void setVersionOfPackage(String version) throws IOException {
        Path folder = Files.createDirectories(checkout.resolve("integrations/python/loadharness"));
        Files.writeString(folder.resolve("__init__.py"), "__version__ = \"" + version + "\"\n");
    }

    @Test
    void aSnapshotIsNotReleased() throws Exception {
        Files.writeString(checkout.resolve("pom.xml"), POM.formatted("1.2.0-SNAPSHOT"));

        assertThat(refusal("files", "v1.2.0"))
                .isEqualTo(
                        "The version of the poms is 1.2.0-SNAPSHOT: set it to a version without -SNAPSHOT, see CONTRIBUTING.");
    }

    @Test
    void theTagIsThatOfThePoms() throws Exception {
        assertThat(refusal("files", "v1.1.0"))
                .isEqualTo("The tag is v1.1.0, but the version of the poms is 1.2.0: the tag must be v1.2.0.");
    }

    @Test
    void thePythonPackageHasTheVersion() throws Exception {
        setVersionOfPackage("1.1.0");

        assertThat(refusal("files", "v1.2.0"))
                .isEqualTo(
                        "build_wheel.py: loadharness/__init__.py has the version 1.1.0, but the archive has the version"
                                + " 1.2.0: make them equal");
    }

    @Test
    void theVersionOfThePythonPackageHasAnotherForm() throws Exception {
        Files.writeString(checkout.resolve("pom.xml"), POM.formatted("1.2.0-rc.1"));
        setVersionOfPackage("1.2.0rc1");

        assertThat(refusal("files", "v1.2.0-rc.1"))
                .isEqualTo("CHANGELOG.md has no section [1.2.0-rc.1]: rename its section [Unreleased].");
    }

    @Test
    void theChangelogDescribesTheVersion() throws Exception {
        assertThat(refusal("files", "v1.2.0"))
                .isEqualTo("CHANGELOG.md has no section [1.2.0]: rename its section [Unreleased].");
    }

    @Test
    void filesAreNotMixedWithOthers() throws Exception {
        Files.writeString(Files.createDirectory(checkout.resolve("files")).resolve("old"), "old");

        assertThat(refusal("files")).endsWith("files is not empty: choose another folder.");
    }

    @Test
    void nothingIsUploadedWithoutAKey() throws Exception {
        assertThat(refusal("--central")).startsWith("MAVEN_GPG_KEY is not set: ");
    }

    @Test
    void theFolderIsRequired() throws Exception {
        assertThat(refusal()).isEqualTo("usage: .ci/release FOLDER [TAG] or .ci/release --central");
    }

    /** Runs the script, which must fail, and returns its message. */
    private String refusal(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", ".ci/release"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(checkout.toFile()).redirectErrorStream(true);
        builder.environment().remove("MAVEN_GPG_KEY");
        Process script = builder.start();
        String output = new String(script.getInputStream().readAllBytes(), UTF_8);
        assertThat(script.waitFor()).as(output).isEqualTo(1);
        return output.strip();
    }
}
