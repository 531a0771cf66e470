// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.run.RunCommand;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class OptionGroupTest {

    private static final CommandSpec RUN = new CommandLine(new RunCommand()).getCommandSpec();

    static Stream<OptionSpec> options() {
        return OptionNames.own(RUN).stream().filter(option -> !option.hidden());
    }

    @ParameterizedTest
    @MethodSource("options")
    void everyOptionIsInOneGroup(OptionSpec option) {
        List<OptionGroup> groups = Arrays.stream(OptionGroup.values())
                .filter(group -> group.options(RUN).contains(option))
                .toList();

        assertThat(groups)
                .as(OptionNames.of(option) + ": add it to a group in OptionGroup")
                .hasSize(1);
    }

    @Test
    void groupKeysAreUnique() {
        assertThat(Arrays.stream(OptionGroup.values()).map(OptionGroup::key)).doesNotHaveDuplicates();
    }

    /** An option may have the name of a group, for example {@code --client}, because its key is inside a group. */
    @Test
    void optionKeysAreUnique() {
        assertThat(options().map(OptionNames::of)).doesNotHaveDuplicates();
    }
}
