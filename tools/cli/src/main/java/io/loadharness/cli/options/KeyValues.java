// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Checks options that take {@code KEY=VALUE} and may be repeated. */
public final class KeyValues {

    private KeyValues() {}

    /**
     * Checks that an option gives each key once.
     *
     * @param command the parsed command
     * @param option the name of the option, with hyphens
     * @throws IllegalArgumentException if a key is given twice
     */
    public static void requireDistinctKeys(CommandSpec command, String option) {
        OptionSpec matched = command.commandLine().getParseResult().matchedOption(option);
        if (matched == null) {
            return;
        }
        Set<String> keys = new HashSet<>();
        for (String each : matched.originalStringValues()) {
            String key = each.split("=", 2)[0];
            if (!keys.add(key)) {
                throw new IllegalArgumentException(
                        option + " " + key + " is given twice: leave out one of the two values");
            }
        }
    }
}
