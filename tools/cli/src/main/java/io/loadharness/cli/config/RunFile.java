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

/** A run as a file of YAML describes it: a map for each group of options, and in it the names of options without their hyphens. */
final class RunFile {

    private static final String START = "start";
    private static final String START_OPTION = "--server-config";

    private final Path file;
    private final CommandSpec command;
    private final References references;
    private final Map<String, String> places = new LinkedHashMap<>();
    private final Map<String, Given> given = new LinkedHashMap<>();

    private RunFile(Path file, CommandSpec command, Map<String, String> environment) {
        this.file = file;
        this.command = command;
        references = new References(environment);
    }

    /**
     * Reads one.
     *
     * @return by the name of the option
     * @throws io.loadharness.cli.yaml.YamlException if it is none, or has a key that no option has; says where and why
     * @throws IOException if it cannot be read
     */
    static Map<String, Given> read(Path file, CommandSpec command, Map<String, String> environment) throws IOException {
        RunFile read = new RunFile(file, command, environment);
        read.read(Yaml.read(file));
        return read.given;
    }

    private void read(YamlMap document) {
        for (OptionGroup group : OptionGroup.values()) {
            for (OptionSpec option : group.options(command)) {
                places.put(key(option), group.key() + "." + key(option));
            }
        }
        requirePlaces(document, (key, place) -> Arrays.stream(OptionGroup.values())
                .anyMatch(group -> group.key().equals(key)));
        for (OptionGroup group : OptionGroup.values()) {
            document.find(group.key()).map(YamlValue::map).ifPresent(section -> {
                if (group == OptionGroup.SERVER) {
                    readStart(section);
                }
                requirePlaces(section, (key, place) -> place.startsWith(group.key() + "."));
                group.options(command).forEach(option -> read(option, section));
            });
        }
        document.requireAllRead();
    }

    /** Servers to start: whoever starts them reads what stands there, as from a file of their own. */
    private void readStart(YamlMap section) {
        section.find(START).ifPresent(value -> {
            section.find(key(command.findOption(START_OPTION))).ifPresent(other -> {
                throw other.wrong("and " + value.path() + " say the same: write one of them");
            });
            value.map().leaveToOthers();
            given.put(START_OPTION, new Given(List.of(file.toString()), file + ":" + value.line()));
        });
    }

    private void read(OptionSpec option, YamlMap section) {
        section.find(key(option)).ifPresent(value -> {
            List<String> arguments = isFlag(option) ? flag(value) : texts(option, value);
            given.put(OptionNames.of(option), new Given(arguments, file + ":" + value.line()));
        });
    }

    private static boolean isFlag(OptionSpec option) {
        return option.arity().max() == 0;
    }

    private List<String> flag(YamlValue value) {
        String text = references.resolve(value.written(), value);
        return switch (text) {
            case "true" -> List.of(text);
            case "false" -> List.of();
            default -> throw value.wrong("is '" + text + "' and must be true or false");
        };
    }

    private List<String> texts(OptionSpec option, YamlValue value) {
        List<String> texts = new ArrayList<>();
        if (value.isMap() && option.paramLabel().contains("=")) {
            value.map()
                    .entries()
                    .forEach((name, each) -> texts.add(name + "=" + references.resolve(each.written(), each)));
        } else if (value.isList() && option.isMultiValue()) {
            value.list().forEach(each -> texts.add(references.resolve(each.written(), each)));
        } else {
            texts.add(references.resolve(value.written(), value));
        }
        return texts;
    }

    /**
     * Checks the place of each key that an option has.
     *
     * @param isRight tests a key and the place where it belongs
     */
    private void requirePlaces(YamlMap map, BiPredicate<String, String> isRight) {
        for (String key : map.keys()) {
            String place = places.get(key);
            if (place != null && !isRight.test(key, place)) {
                throw map.require(key).wrong("stands in the wrong place: write it as " + place);
            }
        }
    }

    private static String key(OptionSpec option) {
        return OptionNames.of(option).substring(2);
    }
}
