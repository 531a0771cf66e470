// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import io.loadharness.internal.SecretText;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Prints the data of a server start as Markdown text. */
public final class StartupText {

    private static final String UNKNOWN = "–";
    private static final int MAX_PHASES = 4;

    private final Startup startup;
    private final ZoneId zone;
    private final PrintWriter out;

    private StartupText(Startup startup, ZoneId zone, PrintWriter out) {
        this.startup = startup;
        this.zone = zone;
        this.out = out;
    }

    /**
     * Prints the data of a server start. Does not close the writer.
     *
     * @param zone the time zone in which times are printed
     */
    public static void print(Startup startup, ZoneId zone, PrintWriter out) {
        new StartupText(startup, zone, out).print();
    }

    /** Returns a sentence about a server start, with its duration and its longest phases. */
    public static String sentence(Startup startup) {
        String longest = startup.phases().stream()
                .sorted(Comparator.comparing(Phase::elapsed).reversed())
                .limit(MAX_PHASES)
                .map(phase -> phase.title() + " " + StartupAmount.time(phase.elapsed()))
                .collect(Collectors.joining(", "));
        String verdict = verdict(startup);
        return longest.isEmpty() ? verdict : verdict.substring(0, verdict.length() - 1) + ": " + longest + ".";
    }

    private void print() {
        out.println(verdict(startup));
        startup.failure().ifPresent(why -> out.println("Reason: " + SecretText.maskedLine(why)));
        startup.warnings().forEach(out::println);
        out.println();
        server().print(out);
        out.println();
        phases().print(out);
        Table facts = facts();
        if (!facts.isEmpty()) {
            out.println();
            facts.print(out);
        }
        Table sleeps = sleeps();
        if (!sleeps.isEmpty()) {
            out.println();
            sleeps.print(out);
        }
        out.flush();
    }

    private static String verdict(Startup startup) {
        String took = StartupAmount.time(startup.span().length());
        if (startup.ready().isPresent()) {
            return "Ready after " + took + ".";
        }
        return "Not ready: the log ends after " + took
                + startup.unfinished().map(phase -> ", in " + phase).orElse("") + ".";
    }

    private Table server() {
        StartedServer server = startup.server();
        Table table = new Table("ll", "server", "");
        server.service().ifPresent(service -> table.row("service", service));
        table.row("vLLM", server.version().orElse(UNKNOWN));
        table.row("model", server.model().orElse(UNKNOWN));
        table.row("load format", server.loadFormat().orElse(UNKNOWN));
        server.devices().forEach(device -> table.row("GPU", Objects.requireNonNullElse(device.name(), UNKNOWN)));
        table.row("patterns", startup.patterns());
        table.row("start", time(startup.start()));
        table.row("ready", startup.ready().map(this::time).orElse(UNKNOWN));
        return table;
    }

    private String time(Instant time) {
        return LocalDateTime.ofInstant(time, zone).toString().replace('T', ' ');
    }

    private Table phases() {
        Table table = new Table("lrrrl", "phase", "from", "lasted", "share", "process");
        startup.phases().forEach(phase -> add(table, phase, ""));
        List<Span> gaps = startup.uncategorized();
        if (!gaps.isEmpty()) {
            table.row(
                    "Uncategorized",
                    from(gaps.get(0)),
                    StartupAmount.time(Span.length(gaps)),
                    share(Span.length(gaps)),
                    "");
        }
        table.row(
                "all",
                StartupAmount.time(Duration.ZERO),
                StartupAmount.time(startup.span().length()),
                "",
                "");
        return table;
    }

    private void add(Table table, Phase phase, String indent) {
        table.row(
                indent + phase.title(),
                from(phase.spans().get(0)),
                StartupAmount.time(phase.elapsed()),
                share(phase.elapsed()),
                processes(phase));
        String inner = indent.isEmpty() ? "- " : "-" + indent;
        phase.parts().forEach(part -> add(table, part, inner));
        Duration gap = Span.length(phase.gaps());
        if (!gap.isZero()) {
            table.row(inner + "Uncategorized", from(phase.gaps().get(0)), StartupAmount.time(gap), share(gap), "");
        }
    }

    /** Returns the process of a phase. If there are several processes, returns the durations of the fastest and the slowest process. */
    private static String processes(Phase phase) {
        if (phase.processes().size() == 1) {
            return phase.process().toString();
        }
        List<String> byTime = phase.processes().entrySet().stream()
                .sorted(Comparator.comparing(each -> Span.length(each.getValue())))
                .map(each -> each.getKey() + " " + StartupAmount.time(Span.length(each.getValue())))
                .toList();
        return byTime.size() + " processes: " + byTime.get(0) + " to " + byTime.get(byTime.size() - 1);
    }

    private String from(Span span) {
        return StartupAmount.time(Duration.between(startup.start(), span.start()));
    }

    private String share(Duration part) {
        double all = StartupAmount.seconds(startup.span().length());
        return all > 0 ? Math.round(100 * StartupAmount.seconds(part) / all) + " %" : "";
    }

    private Table facts() {
        Table table = new Table("lr", "reported by the server", "");
        startup.facts().forEach((fact, value) -> table.row(fact.title(), StartupAmount.of(fact, value)));
        OptionalDouble rate = startup.loadRate();
        if (rate.isPresent()) {
            table.row("load rate", StartupAmount.size(rate.getAsDouble()) + "/s");
        }
        return table;
    }

    private Table sleeps() {
        Table table = new Table("lrrrr", "sleep", "after", "took", "freed", "still in use");
        for (SleepWake each : startup.sleeps()) {
            table.row(
                    each.isSleep() ? "asleep" : "awake",
                    StartupAmount.time(Duration.between(startup.start(), each.at())),
                    StartupAmount.seconds(each.seconds()),
                    size(each.freedBytes()),
                    size(each.inUseBytes()));
        }
        return table;
    }

    private static String size(OptionalDouble bytes) {
        return bytes.isPresent() ? StartupAmount.size(bytes.getAsDouble()) : UNKNOWN;
    }
}
