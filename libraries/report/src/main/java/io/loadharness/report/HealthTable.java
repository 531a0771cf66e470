// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.client.ClientHealth;
import io.loadharness.client.ClientHealth.Reader;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.Delay;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** How the client itself got on: its delays, and how much of the machine it used. */
final class HealthTable {

    private static final String NONE = "-";

    private HealthTable() {}

    /** Prints what was seen, with the limits beside it. */
    static void print(PrintWriter out, ClientHealth health, ClientLimits limits) {
        printDelays(out, health, limits);
        out.println();
        printShares(out, health, limits);
    }

    private static void printDelays(PrintWriter out, ClientHealth health, ClientLimits limits) {
        Table table = new Table("lrrrr", "Client", "p50", "p99", "max", "limit");
        row(table, "Issue lag", health.sends().issueLag(), limit(limits.sendLag()));
        row(table, "Send lag", health.sends().lag(), limit(limits.sendLag()));
        row(table, "Wait for a place", health.sends().placeWait(), NONE);
        row(table, "Wait for a connection", health.sends().connectionWait(), NONE);
        for (Reader each : health.readers()) {
            row(table, "Read delay, " + each.thread(), each.delay(), limit(limits.readDelay()));
        }
        row(table, "Stalls", health.stalls(), limit(limits.readDelay()));
        table.print(out);
    }

    private static void row(Table table, String name, Delay delay, String limit) {
        if (delay.count() > 0) {
            table.row(
                    name,
                    Quantity.duration(delay.p50()),
                    Quantity.duration(delay.p99()),
                    Quantity.duration(delay.max()),
                    limit);
        }
    }

    private static String limit(Duration limit) {
        return limit.equals(ClientLimits.NONE.sendLag()) ? NONE : Quantity.duration(limit);
    }

    private static void printShares(PrintWriter out, ClientHealth health, ClientLimits limits) {
        Table table = new Table("lrrl", "Client", "busy", "limit", "");
        for (Reader each : health.readers()) {
            if (!each.thread().isEmpty()) {
                table.row(each.thread(), percent(each.share()), shareLimit(limits.threadShare()), "");
            }
        }
        table.row(
                "Processors",
                percent(health.processorShare()),
                shareLimit(limits.processorShare()),
                "of " + health.processors());
        String pauses = health.collections().count() == 0
                ? ""
                : Quantity.count(health.collections().count()) + " collections, the longest "
                        + Quantity.duration(health.collections().longest());
        table.row(
                "Garbage collection",
                percent(health.collections().share()),
                shareLimit(limits.collectionShare()),
                pauses);
        table.print(out);
    }

    private static String shareLimit(double limit) {
        return Double.isInfinite(limit) ? NONE : percent(limit);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
