// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.loadharness.cli.Session;
import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Result files of real runs follow the published schema. */
class ResultSchemaTest {

    @TempDir
    Path parent;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--scenario server --target-qps 100 --min-duration 500ms --min-queries 50",
                "--scenario offline --target-qps 100 --min-duration 1ms --min-queries 50 --no-streaming",
                "--scenario single-stream --min-duration 100ms --no-token-counts",
                "--scenario server --target-qps 100 --min-duration 500ms --min-queries 50 --enable-metrics",
                "--scenario offline --accuracy",
                "--load concurrent --concurrency 4 --requests 40 --on local --workers 2",
                "--load concurrent --concurrency 4 --requests 40 --require ttft.p99<1ns"
            })
    void resultFollowsTheSchema(String options) throws IOException {
        assertThatTheResultFollowsIt(SimulatorConfig.builder(), options);
    }

    @Test
    void resultWithoutCompletedRequestsFollowsTheSchema() throws IOException {
        assertThatTheResultFollowsIt(
                SimulatorConfig.builder().fault(FaultRule.every(2, Fault.HTTP_500)),
                "--load burst --requests 1 --warm-up 0 --dialect vllm-chat --model simulated");
    }

    private void assertThatTheResultFollowsIt(SimulatorConfig.Builder config, String options) throws IOException {
        Path folder = parent.resolve("run");
        try (SimulatedServer server = SimulatedServer.start(config.build())) {
            Session session =
                    Session.of(("run --url " + server.uri() + " --max-tokens 6 --output-dir " + folder + " " + options)
                            .split(" "));

            assertThat(folder.resolve("result.json"))
                    .as(session.out() + session.err())
                    .isNotEmptyFile();
        }
        JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Files.readString(Path.of("../../docs/reference/result.schema.json")));
        assertThat(schema.validate(new ObjectMapper()
                        .readTree(folder.resolve("result.json").toFile())))
                .isEmpty();
    }
}
