// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.yaml.Yaml;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.dataset.StandardColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** A YAML file with the roles of the columns of a data set, for example {@code input: instruction}. */
final class ColumnFile {

    private ColumnFile() {}

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if the file contains anything else; the message gives the location and the nearest allowed value
     * @throws IOException if the file cannot be read
     */
    static Map<StandardColumn, String> read(Path file) throws IOException {
        YamlMap document = Yaml.read(file);
        Map<StandardColumn, String> columns = new EnumMap<>(StandardColumn.class);
        for (StandardColumn each : StandardColumn.values()) {
            document.find(each.userName()).ifPresent(name -> columns.put(each, name.text()));
        }
        document.requireAllRead();
        return columns;
    }
}
