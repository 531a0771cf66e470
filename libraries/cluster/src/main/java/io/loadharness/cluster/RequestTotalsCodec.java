// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.Failure;
import io.loadharness.client.DelayCounts;
import io.loadharness.client.RequestTotals;
import io.loadharness.cluster.protocol.ClusterProtocol;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.LongStream;

/** Encodes and decodes the requests of a slice for the live display. */
final class RequestTotalsCodec {

    private RequestTotalsCodec() {}

    static ClusterProtocol.SliceRequests encode(RequestTotals totals) {
        ClusterProtocol.SliceRequests.Builder message = ClusterProtocol.SliceRequests.newBuilder()
                .setSent(totals.sent())
                .setEnded(totals.ended())
                .setCompleted(totals.completed())
                .setTokens(totals.tokens())
                .setFirstToken(encode(totals.firstToken()))
                .setPerToken(encode(totals.perToken()))
                .setLatency(encode(totals.latency()))
                .setScheduleDelay(encode(totals.scheduleDelay()))
                .setCpuShare(totals.cpuShare())
                .setGcShare(totals.gcShare());
        totals.failures().forEach((kind, count) -> message.putFailures(kind.name(), count));
        return message.build();
    }

    private static ClusterProtocol.SliceTimes encode(DelayCounts counts) {
        ClusterProtocol.SliceTimes.Builder message = ClusterProtocol.SliceTimes.newBuilder();
        counts.forEach((bucket, count) -> message.addBuckets(bucket).addCounts(count));
        return message.build();
    }

    /**
     * Decodes a message.
     *
     * @throws IllegalArgumentException if a number is impossible, or a kind of failure is unknown
     */
    static RequestTotals decode(ClusterProtocol.SliceRequests message) {
        Map<Failure.Kind, Long> failures = new EnumMap<>(Failure.Kind.class);
        message.getFailuresMap().forEach((kind, count) -> failures.put(Failure.Kind.valueOf(kind), count));
        boolean isPossible = LongStream.concat(
                                LongStream.of(
                                        message.getCompleted(),
                                        message.getEnded() - message.getCompleted(),
                                        message.getSent() - message.getEnded(),
                                        message.getTokens()),
                                failures.values().stream().mapToLong(Long::longValue))
                        .allMatch(each -> each >= 0)
                && message.getCpuShare() >= 0
                && message.getGcShare() >= 0;
        if (!isPossible) {
            throw new IllegalArgumentException("the requests of a slice have impossible numbers");
        }
        return new RequestTotals(
                message.getSent(),
                message.getEnded(),
                message.getCompleted(),
                message.getTokens(),
                decode(message.getFirstToken()),
                decode(message.getPerToken()),
                decode(message.getLatency()),
                decode(message.getScheduleDelay()),
                failures,
                message.getCpuShare(),
                message.getGcShare());
    }

    private static DelayCounts decode(ClusterProtocol.SliceTimes message) {
        return DelayCounts.of(
                message.getBucketsList().stream().mapToInt(Integer::intValue).toArray(),
                message.getCountsList().stream().mapToLong(Long::longValue).toArray());
    }
}
