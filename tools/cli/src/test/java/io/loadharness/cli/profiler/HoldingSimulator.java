// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiler;

import io.loadharness.cli.GatedProxy;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A simulator that is started for a run. It holds request 20 of the run until the profile has started, and request 40 until the profile has
 * stopped. Therefore a client that sends one request at a time is profiled during exactly 20 requests, at any speed of the machine.
 */
final class HoldingSimulator implements GatedProxy.Gate {

    /** The number of requests before the run: the search for the dialect sends one. */
    private static final int EARLIER = 1;

    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    private HoldingSimulator() {}

    public static void main(String[] arguments) throws IOException {
        SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder()
                .profileFolder(Path.of(value(arguments, "--profile-dir")))
                .build());
        GatedProxy.start(Integer.parseInt(value(arguments, "--port")), server.uri(), new HoldingSimulator());
    }

    private static String value(String[] arguments, String option) {
        List<String> all = Arrays.asList(arguments);
        return all.get(all.indexOf(option) + 1);
    }

    @Override
    public void before(String path, long number) throws InterruptedException {
        if (number == EARLIER + 20) {
            await(started, "start");
        } else if (number == EARLIER + 40) {
            await(stopped, "stop");
        }
    }

    private static void await(CountDownLatch event, String name) throws InterruptedException {
        if (!event.await(2, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the profile did not " + name);
        }
    }

    @Override
    public void after(String path) {
        if (path.equals("/start_profile")) {
            started.countDown();
        } else if (path.equals("/stop_profile")) {
            stopped.countDown();
        }
    }
}
