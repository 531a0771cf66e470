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

    /** The minimum time with samples in flight. In shorter runs, JVM warm-up dominates. */
    private static final Duration MIN_WATCHED = Duration.ofSeconds(1);

    private final ClientHealth health;
    private final ClientLimits limits;
    private final List<Reason> reasons = new ArrayList<>();

    private ClientLimitCheck(ClientHealth health, ClientLimits limits) {
        this.health = health;
        this.limits = limits;
    }

    static List<Reason> of(ClientHealth health, ClientLimits limits) {
        if (health.watched().compareTo(MIN_WATCHED) < 0) {
            return List.of();
        }
        ClientLimitCheck check = new ClientLimitCheck(health, limits);
        check.addDelays();
        check.addShares();
        return List.copyOf(check.reasons);
    }

    private void addDelays() {
        Duration issueDelay = health.sends().issueDelay().judged();
        if (issueDelay.compareTo(limits.sendDelay()) > 0) {
            add(Code.ISSUED_LATE, "queries were issued late, 1 % of them by ", issueDelay, limits.sendDelay());
        }
        Duration sendDelay = health.sends().sendDelay().judged();
        if (sendDelay.compareTo(limits.sendDelay()) > 0) {
            add(Code.SENT_LATE, "requests were sent late, 1 % of them by ", sendDelay, limits.sendDelay());
        }
        Duration pause = health.pauses().judged();
        Optional<Reader> slowest = health.readers().stream()
                .max(Comparator.comparing(reader -> reader.delay().judged()));
        Duration readDelay = slowest.map(reader -> reader.delay().judged()).orElse(Duration.ZERO);
        if (readDelay.compareTo(limits.readDelay()) > 0) {
            String waited =
                    "responses waited for thread " + slowest.orElseThrow().thread() + ", 1 % of the time for ";
            add(Code.READ_LATE, waited, readDelay, limits.readDelay());
        } else if (pause.compareTo(limits.readDelay()) > 0) {
            add(Code.CLIENT_PAUSED, "the whole client paused, 1 % of the time for ", pause, limits.readDelay());
        }
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

    private void add(Code code, String start, Duration delay, Duration limit) {
        reasons.add(new Reason(code, sentence(start + time(delay) + " or more", time(limit)))
                .with("delay_ms", millis(delay))
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
