package io.loadharness.cli.options;

import io.loadharness.report.RunDescription.Setting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command with the values that they have, given or not. */
public final class EffectiveOptions {

    private static final Set<String> SECRET = Set.of("--header");
    private static final String MASK = "(not shown)";

    private EffectiveOptions() {}

    /** Of a command line that was parsed; values that nobody may see are masked. */
    public static List<Setting> of(CommandSpec command) {
        List<Setting> settings = new ArrayList<>();
        for (OptionSpec each : command.options()) {
            if (!each.usageHelp() && !each.versionHelp() && !each.inherited()) {
                boolean given = command.commandLine().getParseResult().hasMatchedOption(each);
                settings.add(new Setting(each.longestName(), text(each), given ? "flag" : "default"));
            }
        }
        return settings;
    }

    private static String text(OptionSpec option) {
        Object value = option.getValue();
        if (value == null || (value instanceof Collection<?> values && values.isEmpty())) {
            return "";
        }
        return SECRET.contains(option.longestName()) ? MASK : value.toString();
    }
}
