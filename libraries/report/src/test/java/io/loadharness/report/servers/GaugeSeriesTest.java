// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.servermetrics.Point;
import io.loadharness.servermetrics.Series;
import io.loadharness.servermetrics.SeriesKind;
import io.loadharness.servermetrics.Window;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GaugeSeriesTest {

    /** Creates a gauge whose values are equal to their times. */
    private static GaugeSeries at(long... times) {
        return GaugeSeries.of(new Series(
                "name",
                Map.of(),
                SeriesKind.GAUGE,
                List.of(),
                LongStream.of(times)
                        .mapToObj(each -> Point.of(each, (double) each))
                        .toList()));
    }

    @Test
    void onlyTheScrapesWithinTheWindowCount() {
        assertThat(at(1, 2, 4, 6, 9).within(new Window(2, 6))).contains(new GaugeSummary(4, 6));
        assertThat(at(1, 9).within(new Window(2, 6))).isEmpty();
    }

    @Test
    void gaugesKeepTheirLastValueInASum() {
        GaugeSeries sum = GaugeSeries.combined(List.of(at(1, 5), at(2, 4, 6)), true);

        assertThat(sum.mean(1, 2)).hasValue(1);
        assertThat(sum.mean(2, 3)).hasValue(1 + 2);
        assertThat(sum.mean(4, 5)).hasValue(1 + 4);
        assertThat(sum.mean(5, 6)).hasValue(5 + 4);
        assertThat(sum.mean(6, 7)).as("the first has ended").hasValue(6);
        assertThat(sum.mean(3, 4)).isEmpty();
    }

    @Test
    void theMeanCoversKnownGaugesOnly() {
        GaugeSeries mean = GaugeSeries.combined(List.of(at(1, 5), at(2, 4, 6)), false);

        assertThat(mean.mean(1, 2)).hasValue(1);
        assertThat(mean.mean(5, 6)).hasValue(4.5);
        assertThat(mean.within(new Window(1, 6))).contains(new GaugeSummary((1 + 1.5 + 2.5 + 4.5 + 6) / 5, 6));
    }
}
