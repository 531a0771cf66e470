/**
 * What a run came to, for people and for programs. A {@link io.loadharness.report.RunFolder} is what a run leaves behind; a
 * {@link io.loadharness.report.RunReport} is made from it, and every format from that.
 */
package io.loadharness.report;
