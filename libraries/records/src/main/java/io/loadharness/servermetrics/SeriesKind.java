// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

/** What the numbers of a {@link Series} are. */
public enum SeriesKind {
    /** Something counted since the server started; it only grows, until the server starts anew. */
    COUNTER,
    /** Something that is now so much. */
    GAUGE,
    /** How many values came that were at most so large, counted as a {@link #COUNTER} is. One without bounds says no more than count and sum. */
    HISTOGRAM
}
