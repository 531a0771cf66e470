// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The names of options. */
public final class OptionNames {

    private OptionNames() {}

    /** Returns the main name of an option, for example {@code --url}: the first long name. Other names are aliases. */
    public static String of(OptionSpec option) {
        return Arrays.stream(option.names())
                .filter(name -> name.startsWith("--"))
                .findFirst()
                .orElse(option.longestName());
    }

    /** Returns the arguments that give an option the same values as the parsed command line; an empty list if it was not given. */
    public static List<String> arguments(OptionSpec option) {
        String name = of(option);
        OptionSpec matched = option.command().commandLine().getParseResult().matchedOption(name);
        boolean isFlag = option.arity().max() == 0;
        return matched == null
                ? List.of()
                : matched.originalStringValues().stream()
                        .map(value -> isFlag ? name : name + "=" + value)
                        .toList();
    }

    /** Returns the options of a command, without the options that every command has. */
    public static List<OptionSpec> own(CommandSpec command) {
        return command.options().stream()
                .filter(each -> !each.usageHelp() && !each.versionHelp() && !each.inherited())
                .toList();
    }
}
