// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.loadharness.cluster.protocol.ClusterProtocol;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SliceTaskTest {

    private static ClusterProtocol.SliceContent file(String path, String text) {
        ByteString content = ByteString.copyFromUtf8(text);
        return ClusterProtocol.SliceContent.newBuilder()
                .setPath(path)
                .setSize(content.size())
                .setContent(content)
                .build();
    }

    @Test
    void deletesFilesWithSecretsBeforeTheOtherFiles() throws IOException {
        SliceTask task = new SliceTask(
                ClusterProtocol.RunSlice.newBuilder().setCount(1).setInputs(3).build(), message -> {});
        task.input(file("api-key-file/token", "s3cret"));
        task.input(file("dataset-path/data.json", "[]"));
        Path token = task.inputs().get("api-key-file/token");
        Path data = task.inputs().get("dataset-path/data.json");
        assertThat(token).hasContent("s3cret");

        task.deleteInputs("api-key-file");
        task.deleteInputs("header-file"); // there is none

        assertThat(token).doesNotExist();
        assertThat(data).hasContent("[]");

        task.end();

        assertThat(data).doesNotExist();
    }
}
