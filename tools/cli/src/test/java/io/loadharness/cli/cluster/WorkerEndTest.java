// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.JavaCommand;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The end of the process of {@code harness worker}. */
class WorkerEndTest {

    @Test
    void aWorkerWhoseInputEndsPrintsTheReason() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            Process worker = new ProcessBuilder(
                            JavaCommand.harness(List.of(), "worker", "--connect", address, "--rank", "0"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                OutputStream input = worker.getOutputStream();
                input.write("secret -\n".getBytes(StandardCharsets.UTF_8));
                input.flush();
                try (Socket connection = silent.accept()) {
                    input.close();

                    assertThat(new String(worker.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                            .isEqualToNormalizingNewlines(
                                    "The launcher has closed the standard input: this worker ends.\n");
                    assertThat(connection.isConnected()).isTrue();
                }
            } finally {
                worker.destroyForcibly();
            }
            assertThat(worker.waitFor()).isEqualTo(ExitCode.OK);
        }
    }
}
