// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.schedule.Schedule;

/**
 * One stage of a load. Each stage is a separate run.
 *
 * @param load the rate in samples per second, or the concurrency; 0 if the stage has neither a rate nor a concurrency
 * @param schedule the schedule of the requests
 * @param requests the approximate number of requests
 * @param fromTrace true if the schedule determines the prompt of each request
 */
public record StagePlan(double load, Schedule schedule, long requests, boolean fromTrace) {}
