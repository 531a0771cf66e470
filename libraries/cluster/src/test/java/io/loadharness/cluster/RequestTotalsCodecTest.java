// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Failure;
import io.loadharness.client.DelayCounts;
import io.loadharness.client.DelayHistogram;
import io.loadharness.client.RequestTotals;
import io.loadharness.cluster.protocol.ClusterProtocol.SliceRequests;
import io.loadharness.cluster.protocol.ClusterProtocol.SliceTimes;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequestTotalsCodecTest {

    private static DelayCounts times(long... nanos) {
        DelayHistogram histogram = new DelayHistogram();
        for (long each : nanos) {
            histogram.add(each);
        }
        return histogram.counts();
    }

    @Test
    void totalsArriveAsTheyWereSent() {
        RequestTotals sent = new RequestTotals(
                9,
                7,
                5,
                60,
                times(10, 1_000_000),
                times(Long.MAX_VALUE),
                times(3, 3, 3),
                DelayCounts.NONE,
                Map.of(Failure.Kind.TIMEOUT, 2L),
                0.5,
                0.01);

        RequestTotals received = RequestTotalsCodec.decode(RequestTotalsCodec.encode(sent));

        assertThat(received).usingRecursiveComparison().isEqualTo(sent);
        assertThat(received.latency().since(DelayCounts.NONE).count()).isEqualTo(3);
    }

    static Stream<UnaryOperator<SliceRequests.Builder>> impossible() {
        return Stream.of(
                requests -> requests.setCompleted(-1),
                requests -> requests.setEnded(6),
                requests -> requests.setCompleted(6),
                requests -> requests.setTokens(-1),
                requests -> requests.setCpuShare(Double.NaN),
                requests -> requests.setGcShare(-1),
                requests -> requests.putFailures("TIMEOUT", -1),
                requests -> requests.putFailures("ODD", 1),
                requests -> requests.setLatency(SliceTimes.newBuilder().addBuckets(1)),
                requests -> requests.setLatency(
                        SliceTimes.newBuilder().addBuckets(-1).addCounts(1)),
                requests -> requests.setLatency(
                        SliceTimes.newBuilder().addBuckets(1 << 20).addCounts(1)),
                requests -> requests.setLatency(
                        SliceTimes.newBuilder().addBuckets(1).addCounts(-1)));
    }

    @ParameterizedTest
    @MethodSource("impossible")
    void impossibleNumbersAreRefused(UnaryOperator<SliceRequests.Builder> change) {
        SliceRequests.Builder valid =
                SliceRequests.newBuilder().setSent(5).setEnded(5).setCompleted(5);
        assertThat(RequestTotalsCodec.decode(valid.build()).completed()).isEqualTo(5);

        SliceRequests changed = change.apply(valid).build();

        assertThatThrownBy(() -> RequestTotalsCodec.decode(changed)).isInstanceOf(IllegalArgumentException.class);
    }
}
