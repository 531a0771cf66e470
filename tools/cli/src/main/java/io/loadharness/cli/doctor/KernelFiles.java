// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Reads kernel values from {@code /proc} and {@code /sys}. The values are empty for missing files, and on other operating systems. */
final class KernelFiles {

    private final Path root;

    /** Creates an instance that reads files below a root folder, which is {@code /} except in tests. */
    KernelFiles(Path root) {
        this.root = root;
    }

    /** Returns the text of a file. */
    Optional<String> text(String path) {
        try {
            return Optional.of(Files.readString(root.resolve(path)).strip()).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns a limit from {@code /proc/self/limits} by its name; empty if it is unlimited or unknown. */
    OptionalLong limit(String name) {
        return text("proc/self/limits").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip().split("\\s+", -1)[0])
                .flatMap(KernelFiles::number)
                .mapToLong(Long::longValue)
                .findFirst();
    }

    static Stream<Long> number(String text) {
        return text.matches("\\d{1,18}") ? Stream.of(Long.parseLong(text)) : Stream.empty();
    }
}
