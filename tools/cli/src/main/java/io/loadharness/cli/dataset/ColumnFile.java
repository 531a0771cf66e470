// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.yaml.Yaml;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.dataset.StandardColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** What the columns of a data set mean, in a file of YAML: {@code input: question}. */
final class ColumnFile {

    private ColumnFile() {}

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it says something else; says where, and the nearest right value
     * @throws IOException if it cannot be read
     */
    static Map<StandardColumn, String> read(Path file) throws IOException {
        YamlMap meanings = Yaml.read(file);
        Map<StandardColumn, String> columns = new EnumMap<>(StandardColumn.class);
        for (StandardColumn each : StandardColumn.values()) {
            meanings.find(each.userName()).ifPresent(name -> columns.put(each, name.text()));
        }
        meanings.requireAllRead();
        return columns;
    }
}
