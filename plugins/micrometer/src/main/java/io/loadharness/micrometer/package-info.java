/** The meters of a run, in any registry of Micrometer. */
package io.loadharness.micrometer;
