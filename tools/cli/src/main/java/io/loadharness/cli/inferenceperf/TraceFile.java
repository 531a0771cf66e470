// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.benchmark.StagePlan;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.schedule.Schedule;
import io.loadharness.workload.RequestTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A trace file of a profile.
 *
 * @param file the path of the file
 * @param trace the requests in the file
 */
public record TraceFile(Path file, RequestTrace trace) {

    static TraceFile of(YamlValue value) {
        YamlMap keys = value.map().allowOnly("file", "format");
        YamlValue file = keys.require("file");
        keys.find("format").ifPresent(each -> each.oneOf(List.of("AzurePublicDataset")));
        Path path = file.file();
        RequestTrace trace;
        try {
            trace = RequestTrace.read(path);
        } catch (IOException e) {
            throw file.error("cannot be used: " + e.getMessage());
        }
        if (trace.requests() == 0) {
            throw file.error("is " + path + ", in which no request has both a prompt and a completion");
        }
        return new TraceFile(path, trace);
    }

    /**
     * Returns a stage that sends the requests at their recorded times.
     *
     * @param prompts the trace that defines the lengths of the prompts; if both traces come from the same file, each request is sent
     * with the prompt of its own row
     */
    StagePlan stage(Optional<TraceFile> prompts) {
        double[] arrivals = trace.arrivals();
        int[] order = IntStream.range(0, arrivals.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> arrivals[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        long[] offsets = IntStream.of(order)
                .mapToLong(i -> Math.round(arrivals[i] * 1e9))
                .toArray();
        boolean same = prompts.filter(each -> each.file.equals(file)).isPresent();
        Schedule schedule = Schedule.replay(
                same
                        ? io.loadharness.schedule.Trace.ofNanos(offsets, order)
                        : io.loadharness.schedule.Trace.ofNanos(offsets));
        return new StagePlan(0, schedule, order.length, same);
    }
}
