// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What options are called. */
public final class OptionNames {

    private OptionNames() {}

    /** The name of an option, as in {@code --url}: the first that is no letter; the others are further spellings. */
    public static String of(OptionSpec option) {
        return Arrays.stream(option.names())
                .filter(name -> name.startsWith("--"))
                .findFirst()
                .orElse(option.longestName());
    }

    /** The options of a command that are its own, and not there for every command. */
    public static List<OptionSpec> own(CommandSpec command) {
        return command.options().stream()
                .filter(each -> !each.usageHelp() && !each.versionHelp() && !each.inherited())
                .toList();
    }
}
