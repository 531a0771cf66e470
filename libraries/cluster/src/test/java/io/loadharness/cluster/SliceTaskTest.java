// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.loadharness.Scenario;
import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.cluster.protocol.ClusterProtocol.ToCoordinator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SliceTaskTest {

    private static ClusterProtocol.SliceContent file(String path, String text) {
        ByteString content = ByteString.copyFromUtf8(text);
        return ClusterProtocol.SliceContent.newBuilder()
                .setPath(path)
                .setSize(content.size())
                .setContent(content)
                .build();
    }

    /** A program that ends, and that writes a file, only when the test allows it. */
    private static final class SlowProgram implements SliceProgram {

        final CountDownLatch hasStarted = new CountDownLatch(1);
        final CountDownLatch mayWrite = new CountDownLatch(1);
        final CountDownLatch mayEnd = new CountDownLatch(1);

        @Override
        public Result run(SliceTask task) throws Exception {
            task.awaitStart(new SlicePlan(Scenario.SERVER, OptionalDouble.empty(), "test"));
            hasStarted.countDown();
            mayWrite.await();
            Files.createDirectories(task.output());
            Files.writeString(task.output().resolve("records.cbor"), "abc");
            mayEnd.await();
            return new Result(3, "");
        }
    }

    @Test
    @Timeout(120)
    void reportsTheProgressOfAProgramThatWasAskedToStop() throws Exception {
        BlockingQueue<ToCoordinator> sent = new LinkedBlockingQueue<>();
        SlowProgram program = new SlowProgram();
        SliceTask task =
                new SliceTask(ClusterProtocol.RunSlice.newBuilder().setCount(1).build(), sent::add, () -> program);
        task.begin();
        assertThat(sent.take().getSliceFolder().getPath())
                .isEqualTo(task.output().getParent().toString());
        assertThat(sent.take().hasSliceReady()).isTrue();
        task.start(ClusterProtocol.StartSlice.getDefaultInstance());
        program.hasStarted.await();
        assertThat(sent).isEmpty();

        task.stop("the test stops it");
        assertThat(sent.take().hasSliceWriting()).isTrue();
        program.mayWrite.countDown();
        assertThat(sent.take().hasSliceWriting()).isTrue();
        program.mayEnd.countDown();
        ToCoordinator last = sent.take();
        while (last.hasSliceWriting()) {
            last = sent.take();
        }
        assertThat(last.getSliceOutput().getContent().toStringUtf8()).isEqualTo("abc");
        do {
            last = sent.take();
        } while (last.hasSliceWriting());
        assertThat(last.getSliceEnded().getExitCode()).isEqualTo(3);
        task.end();
        assertThat(sent).isEmpty();
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
