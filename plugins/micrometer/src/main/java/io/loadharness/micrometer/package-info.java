/** The meters of a run, in any registry of Micrometer, and an endpoint that serves them to Prometheus. */
package io.loadharness.micrometer;
