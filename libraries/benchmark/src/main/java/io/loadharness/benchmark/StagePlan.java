// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.schedule.Schedule;

/**
 * One stage of a load, which is a run of its own.
 *
 * @param load its rate or its concurrency; 0 if it has neither
 * @param schedule of its requests
 * @param requests about how many it sends
 * @param isOfTrace true if each request of the schedule names its prompt
 */
public record StagePlan(double load, Schedule schedule, long requests, boolean isOfTrace) {}
