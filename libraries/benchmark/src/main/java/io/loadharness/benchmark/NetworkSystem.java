// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.loadharness.cluster.WorkerDescription;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The name and the description of a system under test that LoadGen reaches over a network, in the format of MLPerf's Network division.
 *
 * @param launcher the launcher that started the workers
 * @param protocol the protocol of the connections to the workers
 * @param workers the workers, each of which responded over its connection before the test
 */
record NetworkSystem(String launcher, String protocol, List<WorkerDescription> workers) {

    /** The name of the file with the description. */
    static final String FILE = "network.json";

    /** Fields about the hardware. The submitter fills them in. */
    private static final List<String> UNKNOWN = List.of(
            "network_type",
            "network_media",
            "network_rate",
            "network_topology",
            "nic_loadgen",
            "number_nic_loadgen",
            "nic_sut",
            "number_nic_sut");

    private static final int MAX_NAMED = 32;

    /** Returns the name of the system: it contains {@code Network SUT} and the unique name of each worker. */
    String name() {
        String named = workers.stream()
                .limit(MAX_NAMED)
                .map(each -> nodeName(each) + " on " + each.host())
                .collect(Collectors.joining(", "));
        return "LoadHarness Network SUT: " + workers.size() + (workers.size() == 1 ? " node: " : " nodes: ") + named
                + (workers.size() > MAX_NAMED ? " and " + (workers.size() - MAX_NAMED) + " others" : "");
    }

    private static String nodeName(WorkerDescription worker) {
        return "worker-" + worker.rank();
    }

    /**
     * Writes the fields that the system description of a submission to the Network division needs. Fields about the hardware are empty,
     * because LoadHarness does not know the hardware.
     */
    Path writeTo(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        try (JsonGenerator json = new JsonFactory()
                .createGenerator(file.toFile(), JsonEncoding.UTF8)
                .useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeStringField("sut_name", name());
            json.writeBooleanField("is_network", true);
            for (String each : UNKNOWN) {
                json.writeStringField(each, "");
            }
            json.writeStringField("net_software_stack_loadgen", stack(System.getProperty("java.version", "")));
            json.writeStringField("net_software_stack_sut", stacks());
            json.writeStringField("network_protocol", protocol + ", one message for each sample");
            json.writeNumberField("number_connections", workers.size());
            json.writeStringField("launcher", launcher);
            json.writeArrayFieldStart("nodes");
            for (WorkerDescription each : workers) {
                json.writeStartObject();
                json.writeStringField("name", nodeName(each));
                json.writeStringField("host", each.host());
                json.writeNumberField("process", each.processId());
                json.writeStringField("java", each.javaVersion());
                json.writeNumberField("round_trip_ns", 2 * each.before().boundNanos());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return file;
    }

    private String stacks() {
        return workers.stream()
                .map(each -> stack(each.javaVersion()))
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static String stack(String java) {
        return "LoadHarness on Java " + java + ", sockets of the operating system";
    }
}
