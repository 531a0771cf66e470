package io.loadharness.client;

import io.loadharness.client.ClientHealth.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Holds what was seen of a client against its limits. */
final class Objections {

    /** In less time than this a JVM has hardly begun to be itself. */
    private static final Duration LEAST_WATCHED = Duration.ofSeconds(1);

    private final ClientHealth health;
    private final ClientLimits limits;
    private final List<String> sentences = new ArrayList<>();

    private Objections(ClientHealth health, ClientLimits limits) {
        this.health = health;
        this.limits = limits;
    }

    static List<String> of(ClientHealth health, ClientLimits limits) {
        if (health.watched().compareTo(LEAST_WATCHED) < 0) {
            return List.of();
        }
        Objections objections = new Objections(health, limits);
        objections.addDelays();
        objections.addShares();
        return List.copyOf(objections.sentences);
    }

    private void addDelays() {
        Duration issueLag = health.sends().issueLag().lasting();
        if (issueLag.compareTo(limits.sendLag()) > 0) {
            add("queries were issued late, 1 % of them by " + time(issueLag) + " or more", time(limits.sendLag()));
        }
        Duration lag = health.sends().lag().lasting();
        if (lag.compareTo(limits.sendLag()) > 0) {
            add("requests were sent late, 1 % of them by " + time(lag) + " or more", time(limits.sendLag()));
        }
        Duration stall = health.stalls().lasting();
        Optional<Reader> slowest = health.readers().stream()
                .max(Comparator.comparing(reader -> reader.delay().lasting()));
        Duration slow = slowest.map(reader -> reader.delay().lasting()).orElse(Duration.ZERO);
        if (slow.compareTo(limits.readDelay()) > 0) {
            String thread = slowest.orElseThrow().thread();
            add(
                    "answers waited for " + thread + ", 1 % of the time for " + time(slow) + " or more",
                    time(limits.readDelay()));
        } else if (stall.compareTo(limits.readDelay()) > 0) {
            add(
                    "the whole client stood still, 1 % of the time for " + time(stall) + " or more",
                    time(limits.readDelay()));
        }
    }

    private void addShares() {
        health.readers().stream()
                .filter(reader -> reader.share() > limits.threadShare())
                .max(Comparator.comparingDouble(Reader::share))
                .ifPresent(reader -> add(
                        reader.thread() + ", which reads answers, was busy " + percent(reader.share()) + " of the time",
                        percent(limits.threadShare())));
        if (health.processorShare() > limits.processorShare()) {
            add(
                    "the client used " + percent(health.processorShare()) + " of the " + health.processors()
                            + " processors",
                    percent(limits.processorShare()));
        }
        if (health.collections().share() > limits.collectionShare()) {
            add(
                    "garbage collection took " + percent(health.collections().share()) + " of the time",
                    percent(limits.collectionShare()));
        }
    }

    private void add(String sentence, String limit) {
        sentences.add("client-limited: " + sentence + "; the limit is " + limit);
    }

    private static String time(Duration duration) {
        double millis = duration.toNanos() / 1e6;
        return millis < 1000
                ? String.format(Locale.ROOT, "%.1f ms", millis)
                : String.format(Locale.ROOT, "%.1f s", millis / 1000);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
