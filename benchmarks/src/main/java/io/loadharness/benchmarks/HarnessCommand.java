// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cli.Harness;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line that runs {@code harness} in a separate JVM, with the archive of classes of this JVM. */
final class HarnessCommand {

    private HarnessCommand() {}

    static List<String> of(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(each -> each.startsWith("-XX:SharedArchiveFile") || each.startsWith("-Xlog:cds"))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Harness.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
