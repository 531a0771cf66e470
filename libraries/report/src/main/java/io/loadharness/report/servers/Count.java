package io.loadharness.report.servers;

/**
 * How far a counter went within the window.
 *
 * @param increase from the last scrape before the window to the first one after it
 * @param perSecond the same for each second of the window that scrapes know of
 */
public record Count(double increase, double perSecond) {}
