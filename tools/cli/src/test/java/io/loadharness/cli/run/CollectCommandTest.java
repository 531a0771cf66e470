// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The command, with a cluster that cannot be reached. The tests of harness-kubernetes collect runs. */
@Isolated // sets a system property
class CollectCommandTest {

    @TempDir
    Path folder;

    @BeforeEach
    void configure() throws IOException {
        Path config = Files.writeString(folder.resolve("kubeconfig"), """
            apiVersion: v1
            kind: Config
            clusters: [{name: t, cluster: {server: "http://127.0.0.1:1"}}]
            users: [{name: u, user: {token: "test"}}]
            contexts: [{name: t, context: {cluster: t, user: u, namespace: bench}}]
            current-context: t
            """);
        System.setProperty("kubeconfig", config.toString());
    }

    @AfterEach
    void reset() {
        System.clearProperty("kubeconfig");
    }

    private Session collect(String name) {
        return Session.of("collect", name, "--namespace=bench", "--output-dir=" + folder.resolve("results"));
    }

    @Test
    void aClusterThatCannotBeReachedIsNamed() {
        Session session = collect("bench1");
        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.err()).contains("the Kubernetes API server http://127.0.0.1:1/ cannot be reached");
        assertThat(folder.resolve("results")).doesNotExist();
    }

    @Test
    void aNameThatNoRunCanHaveIsRefused() {
        Session session = collect("Bench_1");
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err())
                .contains("NAME must consist of lower-case letters, digits and hyphens")
                .doesNotContain("--run-name");
    }

    @Test
    void aFolderWithAnEarlierRunIsRefused() throws IOException {
        Files.createFile(new RunFolder(Files.createDirectory(folder.resolve("results"))).records());
        Session session = collect("bench1");
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).contains("has the records of an earlier run: choose another folder");
    }
}
