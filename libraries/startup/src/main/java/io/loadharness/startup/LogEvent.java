// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Instant;
import java.util.Map;

/**
 * A log line that matches a pattern.
 *
 * @param event the id of the event in the patterns
 * @param template the matching template
 * @param at the timestamp of the line; if it has none, the last timestamp before the line
 * @param process the process that wrote the line
 * @param line the line number, starting at 1
 * @param values the field values by name
 */
record LogEvent(
        String event, LineTemplate template, Instant at, LogProcess process, long line, Map<String, Object> values) {}
