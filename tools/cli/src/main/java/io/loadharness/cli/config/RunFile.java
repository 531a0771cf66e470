// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.cli.options.OptionNames;
import io.loadharness.cli.yaml.Yaml;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A YAML file that describes a run. It contains one map for each group of options. The keys of a map are option names without the leading
 * hyphens.
 */
final class RunFile {

    private static final String START = "start";
    private static final String START_OPTION = "--server-config";

    private final Path file;
    private final CommandSpec command;
    private final References references;
    private final Map<String, String> keyPaths = new LinkedHashMap<>();
    private final Map<String, ConfiguredValue> values = new LinkedHashMap<>();

    private RunFile(Path file, CommandSpec command, Map<String, String> environment) {
        this.file = file;
        this.command = command;
        references = new References(environment);
    }

    /**
     * Reads a run file.
     *
     * @return the values by the name of the option
     * @throws io.loadharness.cli.yaml.YamlException if the file is not a run file, or has an unknown key; the message gives the line
     * number
     * @throws IOException if the file cannot be read
     */
    static Map<String, ConfiguredValue> read(Path file, CommandSpec command, Map<String, String> environment)
            throws IOException {
        RunFile runFile = new RunFile(file, command, environment);
        runFile.read(Yaml.read(file));
        return runFile.values;
    }

    private void read(YamlMap document) {
        for (OptionGroup group : OptionGroup.values()) {
            for (OptionSpec option : group.options(command)) {
                keyPaths.put(key(option), group.key() + "." + key(option));
            }
        }
        requireKeyPaths(document, (key, path) -> Arrays.stream(OptionGroup.values())
                .anyMatch(group -> group.key().equals(key)));
        for (OptionGroup group : OptionGroup.values()) {
            document.find(group.key()).map(YamlValue::map).ifPresent(section -> {
                if (group == OptionGroup.SERVER) {
                    readStart(section);
                }
                requireKeyPaths(section, (key, path) -> path.startsWith(group.key() + "."));
                group.options(command).forEach(option -> read(option, section));
            });
        }
        document.requireAllRead();
    }

    /** Sets {@code --server-config} to this file if it has the section {@code server.start}, which {@code ServerFile} reads later. */
    private void readStart(YamlMap section) {
        section.find(START).ifPresent(value -> {
            section.find(key(command.findOption(START_OPTION))).ifPresent(other -> {
                throw other.error("and " + value.path() + " both describe the servers: write only one of them");
            });
            value.map().markRead();
            values.put(START_OPTION, new ConfiguredValue(List.of(file.toString()), file + ":" + value.line()));
        });
    }

    private void read(OptionSpec option, YamlMap section) {
        section.find(key(option)).ifPresent(value -> {
            List<String> arguments = isFlag(option) ? flag(value) : texts(option, value);
            values.put(OptionNames.of(option), new ConfiguredValue(arguments, file + ":" + value.line()));
        });
    }

    private static boolean isFlag(OptionSpec option) {
        return option.arity().max() == 0;
    }

    private List<String> flag(YamlValue value) {
        String text = references.resolve(value.plainText(), value);
        return switch (text) {
            case "true" -> List.of(text);
            case "false" -> List.of();
            default -> throw value.error("must be true or false: got '" + text + "'");
        };
    }

    private List<String> texts(OptionSpec option, YamlValue value) {
        List<String> texts = new ArrayList<>();
        if (value.isMap() && option.paramLabel().contains("=")) {
            value.map()
                    .entries()
                    .forEach((name, each) -> texts.add(name + "=" + references.resolve(each.plainText(), each)));
        } else if (value.isList() && option.isMultiValue()) {
            value.list().forEach(each -> texts.add(references.resolve(each.plainText(), each)));
        } else {
            texts.add(references.resolve(value.plainText(), value));
        }
        return texts;
    }

    /**
     * Checks that no known option key is in the wrong map.
     *
     * @param isAllowed returns true if a key is allowed in this map; the arguments are the key and the path where the key belongs
     */
    private void requireKeyPaths(YamlMap map, BiPredicate<String, String> isAllowed) {
        for (String key : map.keys()) {
            String path = keyPaths.get(key);
            if (path != null && !isAllowed.test(key, path)) {
                throw map.require(key).error("is in the wrong place: write it as " + path);
            }
        }
    }

    private static String key(OptionSpec option) {
        return OptionNames.of(option).substring(2);
    }
}
