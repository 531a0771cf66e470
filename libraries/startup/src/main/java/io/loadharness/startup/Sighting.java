// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Instant;
import java.util.Map;

/**
 * A line that looks like one of the patterns.
 *
 * @param event what the patterns call it
 * @param at when; if the line has no stamp, the time of the last line before it that has one
 * @param line of the file, from 1
 * @param values what stood at the places of the template
 */
record Sighting(
        String event, LineTemplate template, Instant at, LogProcess process, long line, Map<String, Object> values) {}
