// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/**
 * Checks during one run if the load generator, and not the system under test, is the bottleneck. The {@link SystemUnderTest} starts a
 * monitor for each run, and the {@link LoadGenerator} finishes the monitor.
 *
 * <pre>{@code
 * RunMonitor monitor = sut.monitorRun(Scenario.SERVER);
 * // ... the run ...
 * ClientVerdict verdict = monitor.finish();
 * }</pre>
 */
public interface RunMonitor {

    /** A monitor that observes nothing and returns no reasons. */
    RunMonitor NONE = () -> ClientVerdict.CLEAR;

    /**
     * Ends the monitoring. The generator calls this method once after every run, even after an abort or a failure, on one of its threads.
     *
     * @return the reasons why the run is not valid
     */
    ClientVerdict finish();
}
