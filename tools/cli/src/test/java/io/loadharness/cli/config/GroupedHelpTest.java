// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.run.RunCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class GroupedHelpTest {

    @ParameterizedTest
    @ValueSource(strings = {"run", "find-peak", "validate", "doctor"})
    void helpShowsCommonOptionsAndGroups(String command) {
        Session session = Session.of(command, "--help");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.err()).isEmpty();
        assertThat(session.out())
                .contains("Common options:", "--url, --api-server-url", "--target-qps")
                .contains("More options (./harness " + command + " --help-all lists all options):")
                .containsPattern("(?m)^  Limits of the client +\\d+ options$")
                .doesNotContain("--max-gc-share");
    }

    @Test
    void helpShowsTenCommonOptions() {
        String help = Session.of("run", "--help").out();
        String common = help.substring(help.indexOf("Common options:"), help.indexOf("More options"));

        assertThat(common.lines().filter(line -> line.startsWith("      --"))).hasSize(10);
        assertThat(help.lines().filter(line -> line.contains("harness run [FILE] --url")))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line.indexOf("harness")).isEqualTo("Usage: ".length()));
    }

    @Test
    void descriptionsAreWrappedOnlyAtSpaces() {
        assertThat(Session.of("run", "--help-all").out()).contains(" ttft.p99<2s,");
        assertThat(Session.of("dataset", "generate", "--help").outLines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void helpAllShowsEveryOptionInItsGroup() {
        Session session = Session.of("run", "--help-all");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.err()).isEmpty();
        assertThat(session.out()).contains("Common options:", "Servers (run file key: server):");
        assertThat(OptionNames.own(new CommandLine(new RunCommand()).getCommandSpec()))
                .filteredOn(option -> !option.hidden())
                .allSatisfy(
                        option -> assertThat(session.out().replace("[no-]", "")).contains(OptionNames.of(option)));
    }
}
