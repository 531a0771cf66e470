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
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Runs commands in the container of a pod. */
record PodExec(KubernetesClient client, String namespace, String pod) {

    private static final int ATTEMPTS = 3;
    private static final long COMMAND_SECONDS = 15;
    private static final long STALL_SECONDS = 60;

    /** Runs a short command. */
    void run(String... command) throws IOException, InterruptedException {
        Optional<String> failure = execute(OutputStream.nullOutputStream(), COMMAND_SECONDS, command);
        if (failure.isPresent()) {
            throw new IOException(failure.get());
        }
    }

    /**
     * Copies a folder of the pod to a folder of this machine.
     *
     * @param warnings receives the failure of {@code tar} if its archive is complete, because {@code tar} leaves out files that it cannot
     *     read; empty if all files are needed
     */
    void copy(String source, Path folder, Optional<Consumer<String>> warnings)
            throws IOException, InterruptedException {
        IOException failure = new IOException("the folder " + source + " was not copied");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path archive = Files.createTempFile("loadharness-results", ".tar");
            try {
                Optional<String> left;
                try (OutputStream out = Files.newOutputStream(archive)) {
                    left = execute(out, STALL_SECONDS, "tar", "-C", source, "-cf", "-", ".");
                }
                extract(archive, folder, left, warnings);
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

    /** Extracts an archive of a {@code tar} that may have failed. */
    static void extract(Path archive, Path folder, Optional<String> failure, Optional<Consumer<String>> warnings)
            throws IOException {
        if (failure.isPresent() && warnings.isEmpty()) {
            throw new IOException(failure.get());
        }
        Files.createDirectories(folder);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(archive))) {
            TarFile.extract(in, folder);
        } catch (IOException e) {
            throw failure.isPresent() ? new IOException(failure.get(), e) : e;
        }
        failure.ifPresent(each -> warnings.orElseThrow().accept("Some files were not copied: " + each));
    }

    /**
     * Runs a command and waits for its end. Returns a sentence about its failure; empty if it succeeded.
     *
     * @throws IOException if the connection breaks, or the command writes no output for {@code stallSeconds}
     */
    private Optional<String> execute(OutputStream target, long stallSeconds, String... command)
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
                    return code != null && code == 0
                            ? Optional.empty()
                            : Optional.of(command[0] + " in the pod " + pod + " failed"
                                    + (code == null ? "" : " with exit code " + code) + ": "
                                    + ApiErrors.oneLine(error.toString(StandardCharsets.UTF_8)));
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
