// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Runs commands in the container of a pod. */
record PodExec(KubernetesClient client, String namespace, String pod) {

    private static final int ATTEMPTS = 3;
    private static final long COMMAND_SECONDS = 15;
    private static final long STALL_SECONDS = 60;

    /** Runs a short command. */
    void run(String... command) throws IOException, InterruptedException {
        execute(OutputStream.nullOutputStream(), COMMAND_SECONDS, command);
    }

    /** Copies a folder of the pod to a folder of this machine. */
    void copy(String source, Path folder) throws IOException, InterruptedException {
        IOException failure = new IOException("the folder " + source + " was not copied");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path archive = Files.createTempFile("loadharness-results", ".tar");
            try {
                try (OutputStream out = Files.newOutputStream(archive)) {
                    execute(out, STALL_SECONDS, "tar", "-C", source, "-cf", "-", ".");
                }
                Files.createDirectories(folder);
                try (InputStream in = new BufferedInputStream(Files.newInputStream(archive))) {
                    TarFile.extract(in, folder);
                }
                return;
            } catch (IOException e) {
                failure = e;
            } catch (KubernetesClientException e) {
                if (!ApiErrors.isTransient(e)) {
                    throw e;
                }
                failure = ApiErrors.explained("copying " + source, client, e);
            } finally {
                Files.deleteIfExists(archive);
            }
            TimeUnit.SECONDS.sleep(1);
        }
        throw failure;
    }

    /** Runs a command and waits for its end. Fails if the command writes no output for {@code stallSeconds}. */
    private void execute(OutputStream target, long stallSeconds, String... command)
            throws IOException, InterruptedException {
        AtomicLong bytes = new AtomicLong();
        OutputStream counted = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                target.write(value);
                bytes.incrementAndGet();
            }

            @Override
            public void write(byte[] data, int from, int count) throws IOException {
                target.write(data, from, count);
                bytes.addAndGet(count);
            }
        };
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        try (ExecWatch watch = client.pods()
                .inNamespace(namespace)
                .withName(pod)
                .inContainer(Manifests.CONTAINER)
                .writingOutput(counted)
                .writingError(error)
                .exec(command)) {
            long seen = -1;
            while (true) {
                try {
                    Integer code = watch.exitCode().get(stallSeconds, TimeUnit.SECONDS);
                    if (code == null || code != 0) {
                        throw new IOException(command[0] + " in the pod " + pod + " failed"
                                + (code == null ? "" : " with exit code " + code) + ": "
                                + ApiErrors.oneLine(error.toString(StandardCharsets.UTF_8)));
                    }
                    return;
                } catch (TimeoutException e) {
                    if (bytes.get() == seen || bytes.get() == 0) {
                        throw new IOException(command[0] + " in the pod " + pod + " does not respond", e);
                    }
                    seen = bytes.get();
                }
            }
        } catch (NullPointerException e) { // fabric8 throws it if the pod no longer exists
            throw new IOException("the pod " + pod + " does not exist any more", e);
        } catch (ExecutionException e) {
            throw new IOException(
                    "the connection to the pod " + pod + " broke: " + ApiErrors.oneLine(String.valueOf(e.getCause())),
                    e);
        }
    }
}
