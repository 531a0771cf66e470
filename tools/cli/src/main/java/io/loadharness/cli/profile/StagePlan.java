package io.loadharness.cli.profile;

import io.loadharness.schedule.Schedule;

/**
 * A stage of a profile, which is a run of its own.
 *
 * @param load its rate or its concurrency, or 0 where it has none
 * @param requests about how many it sends
 * @param isOfTrace whether each request says which prompt it is
 */
public record StagePlan(double load, Schedule schedule, long requests, boolean isOfTrace) {}
