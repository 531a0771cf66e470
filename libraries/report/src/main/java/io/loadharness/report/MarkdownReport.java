// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;

/** {@code summary.md}: the summary for GitHub, with collapsible sections for all percentiles, the settings and the machine. */
final class MarkdownReport {

    private MarkdownReport() {}

    static void write(RunReport report, OutputStream out) throws IOException {
        ReportText.write(out, text -> {
            RunDescription run = report.description();
            text.println("# " + run.model() + ": " + run.load());
            text.println();
            Summary.print(text, report);
            folded(
                    text,
                    "All percentiles, with their upper bounds at 99 % confidence (≤)",
                    () -> LatencyTable.printAll(text, report.metrics()));
            folded(text, "Settings", () -> settings(run).print(text));
            folded(text, "Run and machine", () -> machine(run).print(text));
        });
    }

    private static void folded(PrintWriter out, String title, Runnable content) {
        out.println("<details><summary>" + title + "</summary>");
        out.println();
        content.run();
        out.println();
        out.println("</details>");
        out.println();
    }

    private static Table settings(RunDescription run) {
        Table table = new Table("lll", "Setting", "Value", "Source");
        run.settings().forEach(each -> table.row(each.name(), each.value(), each.source()));
        return table;
    }

    private static Table machine(RunDescription run) {
        Environment environment = run.environment();
        Table table = new Table("ll", "Property", "Value");
        table.row("LoadHarness", run.version());
        table.row("Started", run.started().toString());
        table.row("Load generator", run.generator());
        table.row("Dialect", run.dialect());
        table.row("Transport", run.transport());
        table.row("Streaming", run.streamed() ? "yes" : "no");
        table.row("Data set", run.dataset() + ", " + Quantity.count(run.samples()) + " samples");
        table.row("JVM", environment.jvm());
        table.row("Operating system", environment.os());
        table.row("CPUs", environment.cpus() + " " + environment.cpu());
        environment.revision().ifPresent(revision -> table.row("Git revision", revision));
        return table;
    }
}
