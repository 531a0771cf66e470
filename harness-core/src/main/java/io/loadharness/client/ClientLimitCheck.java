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

/** Compares the health of a client with its limits; each limit that is exceeded is a reason for which a run is not valid. */
final class ClientLimitCheck {

    /** Shorter runs are dominated by JVM warm-up. */
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
        Duration issueLag = health.sends().issueLag().lasting();
        if (issueLag.compareTo(limits.sendLag()) > 0) {
            add(Code.ISSUED_LATE, "queries were issued late, 1 % of them by ", issueLag, limits.sendLag());
        }
        Duration lag = health.sends().lag().lasting();
        if (lag.compareTo(limits.sendLag()) > 0) {
            add(Code.SENT_LATE, "requests were sent late, 1 % of them by ", lag, limits.sendLag());
        }
        Duration stall = health.stalls().lasting();
        Optional<Reader> slowest = health.readers().stream()
                .max(Comparator.comparing(reader -> reader.delay().lasting()));
        Duration slow = slowest.map(reader -> reader.delay().lasting()).orElse(Duration.ZERO);
        if (slow.compareTo(limits.readDelay()) > 0) {
            String thread = slowest.orElseThrow().thread();
            add(Code.READ_LATE, "answers waited for " + thread + ", 1 % of the time for ", slow, limits.readDelay());
        } else if (stall.compareTo(limits.readDelay()) > 0) {
            add(Code.CLIENT_PAUSED, "the whole client stood still, 1 % of the time for ", stall, limits.readDelay());
        }
    }

    private void addShares() {
        health.readers().stream()
                .filter(reader -> reader.share() > limits.threadShare())
                .max(Comparator.comparingDouble(Reader::share))
                .ifPresent(reader -> add(
                        Code.READER_BUSY,
                        reader.thread() + ", which reads answers, was busy ",
                        reader.share(),
                        "the time",
                        limits.threadShare()));
        if (health.processorShare() > limits.processorShare()) {
            add(
                    Code.PROCESSORS_BUSY,
                    "the client used ",
                    health.processorShare(),
                    "the " + health.processors() + " processors",
                    limits.processorShare());
        }
        double collections = health.collections().share();
        if (collections > limits.collectionShare()) {
            add(Code.GARBAGE_COLLECTION, "garbage collection took ", collections, "the time", limits.collectionShare());
        }
    }

    private void add(Code code, String what, Duration delay, Duration limit) {
        reasons.add(new Reason(code, sentence(what + time(delay) + " or more", time(limit)))
                .with("delay_ms", millis(delay))
                .with("limit_ms", millis(limit)));
    }

    private void add(Code code, String what, double share, String whole, double limit) {
        reasons.add(new Reason(code, sentence(what + percent(share) + " of " + whole, percent(limit)))
                .with("share", share)
                .with("limit", limit));
    }

    private static String sentence(String what, String limit) {
        return "client-limited: " + what + "; the limit is " + limit;
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
