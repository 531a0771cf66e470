package io.loadharness.report.servers;

/**
 * How much of something there was, as the scrapes within the window saw it.
 *
 * @param mean of the scrapes
 * @param max of the scrapes; what was more between two of them was not seen
 */
public record Level(double mean, double max) {}
