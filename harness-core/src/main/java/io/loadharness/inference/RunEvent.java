// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Scenario;
import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A run in a recording of the JDK's Flight Recorder that starts before the run. If several runs are active at the same time, each event
 * counts the samples of all these runs.
 */
@Name("loadharness.Run")
@Label("Run")
@Category("LoadHarness")
@StackTrace(false)
final class RunEvent extends Event {

    @Label("System")
    String system = "";

    @Label("Scenario")
    String scenario = "";

    @Label("Completed")
    long completed;

    @Label("Failed")
    long failed;

    static RunEvent begin(String system, Scenario scenario, List<EndpointCounts> before) {
        RunEvent event = new RunEvent();
        event.system = system;
        event.scenario = scenario.loadGenName();
        event.completed = -completed(before);
        event.failed = -failed(before);
        event.begin();
        return event;
    }

    void end(List<EndpointCounts> after) {
        end();
        completed += completed(after);
        failed += failed(after);
        commit();
    }

    private static long completed(List<EndpointCounts> counts) {
        return counts.stream().mapToLong(EndpointCounts::completed).sum();
    }

    private static long failed(List<EndpointCounts> counts) {
        return counts.stream()
                .flatMap(each -> each.failures().values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }
}
