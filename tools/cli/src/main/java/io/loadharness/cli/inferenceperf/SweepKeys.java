// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.schedule.Sweep;
import java.time.Duration;
import java.util.List;

/**
 * The sweep of a profile.
 *
 * @param sweep the sweep, which finds the rates
 * @param requests the number of requests of the saturation probe
 */
record SweepKeys(Sweep sweep, int requests) {

    private static final int DEFAULT_REQUESTS = 2000;
    private static final double DEFAULT_PERCENTILE = 95;
    private static final int MAX_SECONDS = 31_536_000;

    static SweepKeys of(YamlValue value) {
        YamlMap keys = value.map()
                .allowOnly("num_requests", "type", "num_stages", "stage_duration", "saturation_percentile")
                .requireValues();
        Sweep.Builder sweep = Sweep.builder().percentile(DEFAULT_PERCENTILE);
        int requests =
                keys.find("num_requests").map(each -> each.wholeNumber(1)).orElse(DEFAULT_REQUESTS);
        value.convert(() -> sweep.probeSamples(requests));
        keys.find("type")
                .map(each -> each.oneOf(List.of("linear", "geometric")))
                .map(each -> each.equals("linear") ? Sweep.Ladder.LINEAR : Sweep.Ladder.GEOMETRIC)
                .ifPresent(sweep::ladder);
        keys.find("num_stages").ifPresent(each -> each.convert(() -> sweep.stages(each.wholeNumber(1))));
        keys.find("stage_duration")
                .ifPresent(each -> sweep.stageLength(Duration.ofSeconds(each.wholeNumber(1, MAX_SECONDS))));
        keys.find("saturation_percentile").ifPresent(each -> each.convert(() -> sweep.percentile(each.real())));
        return new SweepKeys(sweep.build(), requests);
    }
}
