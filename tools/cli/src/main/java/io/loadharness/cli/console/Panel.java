// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.TestRun.Progress;
import io.loadharness.client.Delay;
import io.loadharness.internal.EndpointNames;
import io.loadharness.metrics.LiveView;
import io.loadharness.report.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The lines of a panel about a run. No line is longer than the width of the terminal. */
final class Panel {

    private static final int LABEL = 11;
    private static final int MIN_BAR = 10;
    private static final int MAX_BAR = 60;
    private static final String GAP = "   ";
    private static final int MAX_WORKERS = 16;

    /**
     * A line.
     *
     * @param isWarning true if the line shows a problem
     */
    record Line(String text, boolean isWarning) {}

    private final int width;
    private final List<Line> lines = new ArrayList<>();

    private Panel(int width) {
        this.width = width;
    }

    /** Returns the lines for a terminal of the given width. */
    static List<Line> of(LiveState state, int width) {
        Panel panel = new Panel(Math.max(1, width));
        panel.progress(state);
        panel.samples(state);
        if (state.hasRequests()) {
            panel.rates(state);
            panel.times(state.view());
            panel.client(state);
            panel.workers(state.view());
        }
        panel.failures(state.view());
        return panel.lines;
    }

    private void progress(LiveState state) {
        Progress progress = state.progress();
        List<String> cells = new ArrayList<>();
        String time = progress.expected()
                .map(expected -> clock(progress.elapsed()) + " of about " + clock(expected))
                .orElse(clock(progress.elapsed()));
        if (progress.expected().isPresent()) {
            String rest = "[] 100 %" + GAP + time + GAP + state.phase().label();
            int barWidth = Math.max(MIN_BAR, Math.min(MAX_BAR, width - LABEL - rest.length()));
            double share = LiveState.share(progress);
            cells.add(bar(share, barWidth) + String.format(Locale.ROOT, " %3d %%", (int) (100 * share)));
        }
        cells.add(time);
        cells.add(state.phase().label());
        row(state.load(), false, cells);
    }

    private static String bar(double share, int barWidth) {
        int full = (int) (share * barWidth);
        return "[" + "#".repeat(full) + "-".repeat(barWidth - full) + "]";
    }

    /** Formats a time as minutes and seconds, with hours if necessary. */
    static String clock(Duration time) {
        long seconds = time.toSeconds();
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    private void samples(LiveState state) {
        Progress progress = state.progress();
        List<String> cells = new ArrayList<>();
        cells.add(Quantity.count(progress.issued()) + " issued");
        cells.add(Quantity.count(progress.completed()) + " done");
        cells.add(Quantity.count(progress.failed()) + " failed");
        cells.add(Quantity.count(Math.max(0, progress.issued() - progress.completed() - progress.failed()))
                + " in flight");
        if (!state.hasRequests()) {
            cells.add(Rates.of(progress));
        }
        row("Samples", false, cells);
    }

    private void rates(LiveState state) {
        LiveView view = state.view();
        List<String> cells = new ArrayList<>();
        cells.add(Quantity.rate(view.sentPerSecond()) + "/s sent");
        cells.add(Quantity.rate(view.completedPerSecond()) + "/s done");
        state.target().ifPresent(target -> cells.add("target " + Quantity.rate(target) + "/s"));
        cells.add(Quantity.rate(view.tokensPerSecond()) + " tokens/s");
        row("Rate", false, cells);
    }

    private void times(LiveView view) {
        List<String> cells = new ArrayList<>();
        time(cells, "TTFT", view.firstToken());
        time(cells, "TPOT", view.perToken());
        time(cells, "latency", view.latency());
        if (!cells.isEmpty()) {
            row("Last " + Math.max(1, Math.round(view.window().toMillis() / 1000.0)) + " s", false, cells);
        }
    }

    private static void time(List<String> cells, String name, Delay times) {
        if (times.count() > 0) {
            cells.add(name + " p50 " + Quantity.duration(times.p50()) + ", p99 " + Quantity.duration(times.p99()));
        }
    }

    private void client(LiveState state) {
        LiveView view = state.view();
        List<String> cells = new ArrayList<>();
        if (view.scheduleDelay().count() > 0) {
            cells.add("schedule delay p99 "
                    + Quantity.duration(view.scheduleDelay().p99())
                    + (state.isSendingLate()
                            ? ", limit " + Quantity.duration(state.limits().sendDelay())
                            : ""));
        }
        cells.add(percent("CPU", view.cpuShare()));
        cells.add(percent("GC", view.gcShare()));
        row("Client", state.isSendingLate(), cells);
    }

    /** Adds a row for each worker, if there are several and they fit. */
    private void workers(LiveView view) {
        Map<String, LiveView.EndpointCounts> workers = new TreeMap<>(EndpointNames.BY_NUMBER);
        view.endpoints().forEach((name, counts) -> {
            EndpointNames.worker(name)
                    .ifPresent(worker -> workers.merge(worker, counts, LiveView.EndpointCounts::plus));
        });
        if (workers.size() > MAX_WORKERS) {
            long failing =
                    workers.values().stream().filter(each -> each.failed() > 0).count();
            row("Workers", failing > 0, List.of(workers.size() + " workers", failing + " with failed requests"));
            return;
        }
        workers.forEach((name, counts) -> row(
                name,
                counts.failed() > 0,
                List.of(
                        Quantity.count(counts.completed()) + " done",
                        Quantity.count(counts.failed()) + " failed",
                        Quantity.count(counts.inFlight()) + " in flight")));
    }

    private static String percent(String name, double share) {
        return String.format(Locale.ROOT, "%s %.1f %%", name, 100 * share);
    }

    private void failures(LiveView view) {
        if (view.failed() > 0) {
            row(
                    "Failures",
                    true,
                    view.failures().entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .map(each -> each.getKey() + " " + Quantity.count(each.getValue()))
                            .toList());
        }
    }

    /** Adds a row of cells, wrapped to as many lines as necessary. */
    private void row(String label, boolean isWarning, List<String> cells) {
        StringBuilder line = new StringBuilder(padded(label));
        for (String cell : cells) {
            boolean first = line.length() == LABEL;
            if (!first && line.length() + GAP.length() + cell.length() > width) {
                add(line, isWarning);
                line = new StringBuilder(padded(""));
                first = true;
            }
            line.append(first ? "" : GAP).append(cell);
        }
        add(line, isWarning);
    }

    private void add(CharSequence line, boolean isWarning) {
        lines.add(new Line(line.subSequence(0, Math.min(line.length(), width)).toString(), isWarning));
    }

    private static String padded(String label) {
        String shown = label.length() < LABEL ? label : label.substring(0, LABEL - 1);
        return shown + " ".repeat(LABEL - shown.length());
    }
}
