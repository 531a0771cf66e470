// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import io.loadharness.Reason;
import io.loadharness.Reason.Code;
import io.loadharness.client.ClientHealth.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Compares the health of a client with limits. Each exceeded limit becomes a reason why the run is not valid. */
final class ClientLimitCheck {

    private final ClientHealth health;
    private final ClientLimits limits;
    private final List<Reason> reasons = new ArrayList<>();

    private ClientLimitCheck(ClientHealth health, ClientLimits limits) {
        this.health = health;
        this.limits = limits;
    }

    static List<Reason> of(ClientHealth health, ClientLimits limits) {
        if (health.watched().compareTo(ClientHealth.MIN_WATCHED) < 0) {
            return List.of();
        }
        ClientLimitCheck check = new ClientLimitCheck(health, limits);
        check.addDelays();
        check.addShares();
        return List.copyOf(check.reasons);
    }

    private void addDelays() {
        Delay issueDelay = health.sends().issueDelay();
        if (exceeds(issueDelay, limits.sendDelay())) {
            add(Code.ISSUED_LATE, "the issue delay was %s for %s queries", issueDelay, limits.sendDelay());
        }
        Delay sendDelay = health.sends().sendDelay();
        if (exceeds(sendDelay, limits.sendDelay())) {
            add(Code.SENT_LATE, "the send delay was %s for %s requests", sendDelay, limits.sendDelay());
        }
        Optional<Reader> slowest = health.readers().stream()
                .filter(reader -> exceeds(reader.delay(), limits.readDelay()))
                .max(Comparator.comparing(reader -> reader.delay().judged()));
        if (slowest.isPresent()) {
            String finding = "the read delay of thread " + slowest.get().thread() + " was %s in %s measurements";
            add(Code.READ_LATE, finding, slowest.get().delay(), limits.readDelay());
        } else if (exceeds(health.pauses(), limits.readDelay())) {
            add(
                    Code.CLIENT_PAUSED,
                    "the whole client paused for %s in %s measurements",
                    health.pauses(),
                    limits.readDelay());
        }
    }

    private static boolean exceeds(Delay delay, Duration limit) {
        return delay.judged().compareTo(limit) > 0;
    }

    private void addShares() {
        health.readers().stream()
                .filter(reader -> reader.share() > limits.threadShare())
                .max(Comparator.comparingDouble(Reader::share))
                .ifPresent(reader -> add(
                        Code.READER_BUSY,
                        reader.thread() + ", which reads responses, was busy ",
                        reader.share(),
                        "the time",
                        limits.threadShare()));
        if (health.cpuShare() > limits.cpuShare()) {
            add(
                    Code.CPUS_BUSY,
                    "the client used ",
                    health.cpuShare(),
                    "the " + health.cpus() + " CPUs",
                    limits.cpuShare());
        }
        double gcShare = health.garbageCollection().share();
        if (gcShare > limits.gcShare()) {
            add(Code.GARBAGE_COLLECTION, "garbage collection took ", gcShare, "the time", limits.gcShare());
        }
    }

    /**
     * Adds a reason. The text {@code finding} has two placeholders: the delay that is compared with the limit, and the number of
     * observations that reach or exceed this delay.
     */
    private void add(Code code, String finding, Delay delay, Duration limit) {
        String count = String.format(Locale.ROOT, "%,d of %,d", delay.judgedCount(), delay.count());
        String text =
                finding.replaceFirst("%s", time(delay.judged()) + " or more").replaceFirst("%s", count);
        reasons.add(new Reason(code, sentence(text, time(limit)))
                .with("delay_ms", millis(delay.judged()))
                .with("limit_ms", millis(limit)));
    }

    private void add(Code code, String start, double share, String whole, double limit) {
        reasons.add(new Reason(code, sentence(start + percent(share) + " of " + whole, percent(limit)))
                .with("share", share)
                .with("limit", limit));
    }

    private static String sentence(String finding, String limit) {
        return "client-limited: " + finding + "; the limit is " + limit;
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    private static String time(Duration duration) {
        double millis = millis(duration);
        return millis < 1000
                ? String.format(Locale.ROOT, "%.1f ms", millis)
                : String.format(Locale.ROOT, "%.1f s", millis / 1000);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
