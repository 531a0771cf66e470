/** Profilers of servers beside runs: the options, from when to when, and what they leave. */
package io.loadharness.cli.profiler;
