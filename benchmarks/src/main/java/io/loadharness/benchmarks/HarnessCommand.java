// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.cli.Harness;
import java.lang.management.ManagementFactory;
import java.util.List;

/** The command line that runs {@code harness} in a separate JVM, with the archive of classes of this JVM. */
final class HarnessCommand {

    private HarnessCommand() {}

    static List<String> of(String... arguments) {
        List<String> archive = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(each -> each.startsWith("-XX:SharedArchiveFile") || each.startsWith("-Xlog:cds"))
                .toList();
        return ChildProgram.command(archive, Harness.class, arguments);
    }
}
