// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

class StartupReportsTest {

    @Test
    void textShowsPhasesWithPartsAndFacts() throws IOException {
        StringWriter text = new StringWriter();
        StartupText.print(StartupLogs.startup("vllm-0.9.txt"), ZoneOffset.UTC, new PrintWriter(text));

        assertThat(text.toString().lines())
                .startsWith("Ready after 96.00 s.")
                .contains(
                        "| start       | 2025-12-31 23:59:40 |",
                        "| Pytorch Compilation   | 42.00 s | 30.00 s |  31 % |         |",
                        "| - Dynamo              | 42.00 s |  8.00 s |   8 % |         |",
                        "| Uncategorized         | 12.00 s |  7.00 s |   7 % |         |",
                        "| model in memory                 |  30.00 GiB |",
                        "| load rate                       | 1.50 GiB/s |",
                        "| asleep | 140.00 s |  1.50 s | 65.50 GiB |     4.25 GiB |",
                        "| awake  | 170.00 s | 0.250 s |         – |            – |");
    }

    @Test
    void textDistinguishesWorkers() throws IOException {
        StringWriter text = new StringWriter();
        StartupText.print(StartupLogs.startup("vllm-0.21.txt"), ZoneOffset.UTC, new PrintWriter(text));

        assertThat(text.toString().lines())
                .anyMatch(line ->
                        line.matches("\\| Model Loading .* \\| 12.50 s \\| .* \\| 2 processes: Worker_TP0 pid=31"
                                + " 10.50 s to Worker_TP1 pid=32 12.00 s \\|"))
                .anyMatch(line -> line.matches("\\| CUDA Graph Capture .* \\| Worker_TP0 pid=31 +\\|"));
    }

    @Test
    void textOfAFailedStartHasTheReason() throws IOException {
        StringWriter text = new StringWriter();
        StartupText.print(StartupLogs.startup("vllm-0.18.txt"), ZoneOffset.UTC, new PrintWriter(text));

        assertThat(text.toString().lines())
                .startsWith(
                        "Not ready: the log ends after 40.00 s.",
                        "Reason: line 12: OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB");
    }

    @Test
    void jsonHasSpansInSecondsAndSizesInBytes() throws IOException {
        StringWriter text = new StringWriter();
        StartupJson.write(StartupLogs.startup("vllm-0.21.txt"), text);
        JsonNode json = new ObjectMapper().readTree(text.toString());

        assertThat(json.get("schema").asText()).isEqualTo("loadharness-startup");
        assertThat(json.get("seconds").asDouble()).isEqualTo(54.5);
        assertThat(json.at("/arguments/kv_transfer_config/sizes/1").asDouble()).isEqualTo(2.5);
        assertThat(json.at("/facts/load_size").asDouble()).isEqualTo(24.5 * StartupAmount.GIBI);
        assertThat(json.at("/facts/initial_free").isNull()).isTrue();
        assertThat(json.get("phases")).anySatisfy(phase -> assertThat(phase.toString())
                .contains("\"Model Loading\"", "\"Worker_TP0\"", "[[10.5,23.0]]"));
        assertThat(json.get("phases")).anySatisfy(phase -> assertThat(phase.at("/processes/1"))
                .hasToString("{\"process\":\"Worker_TP1\",\"pid\":32,\"seconds\":12.0,\"spans\":[[11.0,23.0]]}"));
    }

    @Test
    void llmdResultIsYamlWithItsNamesAndUnits() throws IOException {
        Map<String, Object> result = result("vllm-0.9.txt");

        assertThat(result).containsOnlyKeys("version", "scenario", "vllm_metrics", "extra_metrics", "time");
        assertThat(in(result, "scenario"))
                .containsEntry("load_format", "auto")
                .containsEntry("sleep_mode", true)
                .containsEntry("model", Map.of("name", "acme/large"));
        Map<String, Object> metrics = map(list(result.get("vllm_metrics")).get(0));
        assertThat(metrics)
                .containsEntry("name", "a pod")
                .containsEntry("vllm_start_timestamp", 1767225580.0)
                .containsEntry("vllm_ready_timestamp", 1767225676.0)
                .containsEntry("load", Map.of("time", 20.0, "size", 30.0, "transfer_rate", 1.5))
                .containsEntry("dynamo_bytecode_transform", 8.0)
                .containsEntry("torch_compile", 22.33)
                .containsEntry(
                        "memory_profiling",
                        Map.of("initial_free", 78.5, "after_free", 45.25, "time", 0.0, "available_kv_cache", 37.5))
                .doesNotContainKey("load_cached_compiled_graph");
        assertThat(list(metrics.get("sleep_wake")).get(0))
                .isEqualTo(Map.of(
                        "timestamp",
                        1767225720.0,
                        "type",
                        "sleep",
                        "time",
                        1.5,
                        "gpu_freed",
                        65.5,
                        "gpu_in_use",
                        4.25));
        assertThat(list(metrics.get("categories")))
                .contains(Map.of("title", "Model Loading", "elapsed", 20.0))
                .anySatisfy(category -> assertThat(category.toString())
                        .contains("Pytorch Compilation", "categories=[{title=Dynamo, elapsed=8.0}"));
    }

    @Test
    void ambiguousYamlNamesAreQuoted() throws IOException {
        Map<String, Object> engine =
                map(list(in(in(result("vllm-0.21.txt"), "scenario"), "platform").get("engines"))
                        .get(0));

        assertThat(in(in(engine, "args"), "kv_transfer_config")).containsKey("on");
    }

    @Test
    void resultContainsLoggedDevices() throws IOException {
        assertThat(in(result("vllm-0.21.txt"), "scenario"))
                .containsEntry(
                        "gpus",
                        List.of(Map.of(
                                "uuid", "GPU-1",
                                "name", "Acme 1000",
                                "compute_cap", "9.0",
                                "persistence_mode", "Enabled")));
    }

    private static Map<String, Object> result(String log) throws IOException {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        LlmdStartup.print(StartupLogs.startup(log), "a pod", out);
        out.flush();
        return new Yaml().load(text.toString());
    }

    private static Map<String, Object> in(Map<String, Object> map, String key) {
        return map(map.get(key));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return (List<Object>) value;
    }
}
