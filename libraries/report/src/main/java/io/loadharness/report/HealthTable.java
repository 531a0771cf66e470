// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientHealth.Reader;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.Delay;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Prints the health of the client: its delays and its resource usage. */
final class HealthTable {

    private static final String NONE = "-";

    private HealthTable() {}

    /**
     * Prints the measured values next to the limits above which the run is client-limited. The limits apply to the values in the column
     * Judged.
     */
    static void print(PrintWriter out, ClientHealth health, ClientLimits limits) {
        printDelays(out, health, limits);
        out.println();
        printShares(out, health, limits);
    }

    private static void printDelays(PrintWriter out, ClientHealth health, ClientLimits limits) {
        Table table = new Table("lrrrr", "Client", "P99", "Max", "Judged", "Limit");
        row(table, "Issue delay", health.sends().issueDelay(), limit(limits.sendDelay()));
        row(table, "Send delay", health.sends().sendDelay(), limit(limits.sendDelay()));
        row(table, "Slot wait", health.sends().slotWait(), NONE);
        row(table, "Connection wait", health.sends().connectionWait(), NONE);
        for (Reader each : health.readers()) {
            row(table, "Read delay, " + each.thread(), each.delay(), limit(limits.readDelay()));
        }
        row(table, "Pauses", health.pauses(), limit(limits.readDelay()));
        table.print(out);
    }

    private static void row(Table table, String name, Delay delay, String limit) {
        if (delay.count() > 0) {
            table.row(
                    name,
                    Quantity.duration(delay.p99()),
                    Quantity.duration(delay.max()),
                    limit.equals(NONE) || delay.judgedCount() == 0 ? NONE : Quantity.duration(delay.judged()),
                    limit);
        }
    }

    private static String limit(Duration limit) {
        return ClientCheck.isOff(limit) ? NONE : Quantity.duration(limit);
    }

    private static void printShares(PrintWriter out, ClientHealth health, ClientLimits limits) {
        Table table = new Table("lrrl", "Client", "Usage", "Limit", "Details");
        for (Reader each : health.readers()) {
            if (!each.thread().isEmpty()) {
                table.row(each.thread(), percent(each.share()), shareLimit(limits.threadShare()), "");
            }
        }
        table.row("CPUs", percent(health.cpuShare()), shareLimit(limits.cpuShare()), "of " + health.cpus());
        String pauses = health.garbageCollection().count() == 0
                ? ""
                : Quantity.count(health.garbageCollection().count()) + " collections, longest "
                        + Quantity.duration(health.garbageCollection().longest());
        table.row(
                "Garbage collection",
                percent(health.garbageCollection().share()),
                shareLimit(limits.gcShare()),
                pauses);
        table.print(out);
    }

    private static String shareLimit(double limit) {
        return ClientCheck.isOff(limit) ? NONE : percent(limit);
    }

    /** Formats a share with one decimal. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
