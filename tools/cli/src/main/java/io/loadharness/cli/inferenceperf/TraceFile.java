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
 * The recorded requests that a profile names.
 *
 * @param file where they are
 * @param trace what is in there
 */
public record TraceFile(Path file, RequestTrace trace) {

    static TraceFile of(YamlValue value) {
        YamlMap keys = value.map().only("file", "format");
        YamlValue file = keys.require("file");
        keys.find("format").ifPresent(each -> each.oneOf(List.of("AzurePublicDataset")));
        Path path = file.file();
        RequestTrace trace;
        try {
            trace = RequestTrace.read(path);
        } catch (IOException e) {
            throw file.wrong("cannot be used: " + e.getMessage());
        }
        if (trace.requests() == 0) {
            throw file.wrong("is " + path + ", in which no request has a prompt and an answer");
        }
        return new TraceFile(path, trace);
    }

    /**
     * The requests at their moments.
     *
     * @param prompts the trace that the prompts are made for, if they are; if it is the same, each request has its own prompt
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
