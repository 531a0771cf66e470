// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cluster.ClockOffset;
import io.loadharness.cluster.WorkerDescription;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkSystemTest {

    @TempDir
    Path folder;

    private static NetworkSystem system(int count) {
        List<WorkerDescription> workers = IntStream.range(0, count)
                .mapToObj(rank -> new WorkerDescription(
                        rank, "n" + rank, 100 + rank, "17.0.15", new ClockOffset(0, 50_000), Optional.empty()))
                .toList();
        return new NetworkSystem("ssh", "TCP with TLS 1.3", workers);
    }

    @Test
    void theNameHasTheWordsOfTheRulesAndEachWorker() {
        assertThat(system(1).name()).isEqualTo("LoadHarness Network SUT: 1 node: worker-0 on n0");
        assertThat(system(2).name()).isEqualTo("LoadHarness Network SUT: 2 nodes: worker-0 on n0, worker-1 on n1");
        assertThat(system(10_000).name()).hasSizeLessThan(1000).endsWith(" and 9968 others");
    }

    @Test
    void theDescriptionHasAllFieldsOfTheNetworkDivision() throws Exception {
        String json = Files.readString(system(2).writeTo(folder));

        for (String field : List.of(
                "network_type",
                "network_media",
                "network_rate",
                "nic_loadgen",
                "number_nic_loadgen",
                "net_software_stack_loadgen",
                "network_protocol",
                "nic_sut",
                "number_nic_sut",
                "net_software_stack_sut",
                "network_topology")) {
            assertThat(json).contains("\"" + field + "\" : \"");
        }
        assertThat(json)
                .contains("\"is_network\" : true", "\"number_connections\" : 2", "TCP with TLS 1.3")
                .contains("\"round_trip_ns\" : 100000");
    }
}
