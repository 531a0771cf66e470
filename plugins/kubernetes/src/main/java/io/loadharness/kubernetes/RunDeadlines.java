// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** The time limits of a run. Not thread-safe. */
final class RunDeadlines {

    private static final Duration IMAGE_PATIENCE = Duration.ofSeconds(45);
    private static final Duration SILENCE_PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOST_NODE_PATIENCE = Duration.ofSeconds(60);
    private static final Duration LAST_WORDS = Manifests.GRACE.plusSeconds(15);

    private final KubernetesOptions options;
    private final LongSupplier nanoTime;
    private long begin;
    private boolean isQueued;
    private long lastResponse;
    private OptionalLong allStarted = OptionalLong.empty();
    private OptionalLong imageMissing = OptionalLong.empty();
    private OptionalLong nodeSilent = OptionalLong.empty();
    private OptionalLong ending = OptionalLong.empty();

    /**
     * Starts all limits.
     *
     * @param nanoTime the clock, with the unit and the order of {@link System#nanoTime}
     */
    RunDeadlines(KubernetesOptions options, LongSupplier nanoTime) {
        this.options = options;
        this.nanoTime = nanoTime;
        begin = nanoTime.getAsLong();
        lastResponse = begin;
    }

    void responded() {
        lastResponse = nanoTime.getAsLong();
    }

    boolean isSilentTooLong() {
        return isOver(lastResponse, SILENCE_PATIENCE);
    }

    /** Called for each state of the run, with true while the run waits in a queue. The start timeout does not include this time. */
    void queued(boolean isWaiting) {
        if (isWaiting || isQueued) {
            begin = nanoTime.getAsLong();
        }
        isQueued = isWaiting;
    }

    void started() {
        allStarted = orNow(allStarted);
    }

    boolean isStartTooLate() {
        return !isQueued && allStarted.isEmpty() && isOver(begin, options.startTimeout());
    }

    boolean isRunTooLong() {
        return hasLimit() && isOver(allStarted, options.limit());
    }

    boolean isRunMuchTooLong() {
        return hasLimit() && isOver(allStarted, options.limit().plus(SILENCE_PATIENCE));
    }

    private boolean hasLimit() {
        return !options.limit().isZero();
    }

    /** Returns true if the image, or another object that the pods need, was missing at each call for too long. */
    boolean isImageMissing(boolean isMissing) {
        imageMissing = isMissing ? orNow(imageMissing) : OptionalLong.empty();
        return isOver(imageMissing, IMAGE_PATIENCE);
    }

    /** Returns true if the node of the coordinator was silent at each call for too long. */
    boolean isNodeLost(boolean isSilent) {
        nodeSilent = isSilent ? orNow(nodeSilent) : OptionalLong.empty();
        return isOver(nodeSilent, LOST_NODE_PATIENCE);
    }

    void ending() {
        ending = orNow(ending);
    }

    boolean isEnding() {
        return ending.isPresent();
    }

    boolean isEnded() {
        return isOver(ending, LAST_WORDS);
    }

    private OptionalLong orNow(OptionalLong start) {
        return start.isPresent() ? start : OptionalLong.of(nanoTime.getAsLong());
    }

    private boolean isOver(OptionalLong start, Duration limit) {
        return start.isPresent() && isOver(start.getAsLong(), limit);
    }

    private boolean isOver(long start, Duration limit) {
        return nanoTime.getAsLong() - start > limit.toNanos();
    }
}
