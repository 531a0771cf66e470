// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Scenario;
import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A run in a recording of the JDK's Flight Recorder. Of runs that go on at the same time each has the samples of all. */
@Name("loadharness.Run")
@Label("Run")
@Category("LoadHarness")
@StackTrace(false)
final class RunEvent extends Event {

    @Label("System")
    String system = "";

    @Label("Scenario")
    String scenario = "";

    @Label("Answered")
    long answered;

    @Label("Failed")
    long failed;

    static RunEvent begin(String system, Scenario scenario, List<EndpointCounts> before) {
        RunEvent event = new RunEvent();
        event.system = system;
        event.scenario = scenario.loadGenName();
        event.answered = -answered(before);
        event.failed = -failed(before);
        event.begin();
        return event;
    }

    void end(List<EndpointCounts> after) {
        end();
        answered += answered(after);
        failed += failed(after);
        commit();
    }

    private static long answered(List<EndpointCounts> counts) {
        return counts.stream().mapToLong(EndpointCounts::answered).sum();
    }

    private static long failed(List<EndpointCounts> counts) {
        return counts.stream()
                .flatMap(each -> each.failures().values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }
}
