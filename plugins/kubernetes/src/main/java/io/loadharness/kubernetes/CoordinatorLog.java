// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the output of the coordinator on a separate thread. If the connection breaks, the thread reconnects and continues after the last
 * line.
 */
final class CoordinatorLog implements AutoCloseable {

    /** The last line that pod.sh prints. */
    private static final Pattern END = Pattern.compile("loadharness: the run \\S* ?ended with exit code ([0-9]{1,3})");

    /** The last line that pod.sh prints if it refuses the run. */
    private static final Pattern REFUSAL = Pattern.compile("loadharness: the run \\S* ?has no results: (.*)");

    private static final long PAUSE_MILLIS = 1000;

    private final Consumer<String> lines;
    private @Nullable Thread thread;
    private volatile @Nullable LogWatch watch;
    private volatile boolean isClosed;
    private volatile boolean hasPodEnded;
    private volatile boolean isDrained;
    private volatile int exitCode = -1;
    private volatile Optional<String> refusal = Optional.empty();
    private Instant last = Instant.EPOCH;
    private long linesAtLast;

    CoordinatorLog(Consumer<String> lines) {
        this.lines = lines;
    }

    /** Starts to read the output of a pod. Only the first call has an effect. */
    void follow(KubernetesClient client, String namespace, String pod) {
        if (thread == null) {
            thread = new Thread(() -> followToEnd(client, namespace, pod), "coordinator-log");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Returns the exit code of the coordinator; empty if it has not ended. */
    OptionalInt exitCode() {
        return exitCode < 0 ? OptionalInt.empty() : OptionalInt.of(exitCode);
    }

    /** Returns the reason why pod.sh refused the run; empty if it accepted the run. */
    Optional<String> refusal() {
        return refusal;
    }

    /** Called when the container of the pod has ended. Output that was read to its end before may be incomplete. */
    void podEnded() {
        hasPodEnded = true;
    }

    /** Returns true if the output was read to its end after {@link #podEnded}, or if it can no longer be read. */
    boolean isDrained() {
        return isDrained;
    }

    private void followToEnd(KubernetesClient client, String namespace, String pod) {
        try {
            followAll(client, namespace, pod);
        } finally {
            isDrained = true; // after an Error, nothing else reads the output
        }
    }

    private void followAll(KubernetesClient client, String namespace, String pod) {
        while (!isClosed && exitCode < 0) {
            boolean isLast = hasPodEnded;
            try {
                read(client, namespace, pod);
                isDrained |= isLast;
            } catch (KubernetesClientException e) {
                isDrained |= !ApiErrors.isTransient(e);
            } catch (IOException | RuntimeException e) {
                // The connection broke. fabric8 throws different exceptions in this case. The loop tries again.
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void read(KubernetesClient client, String namespace, String pod) throws IOException {
        long seen = linesAtLast;
        Instant since = last;
        var container = client.pods().inNamespace(namespace).withName(pod).inContainer(Manifests.CONTAINER);
        try (LogWatch log = since.equals(Instant.EPOCH)
                        ? container.usingTimestamps().watchLog()
                        : container
                                .usingTimestamps()
                                .sinceTime(since.toString())
                                .watchLog();
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(log.getOutput(), StandardCharsets.UTF_8))) {
            watch = log;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int space = line.indexOf(' ');
                Instant time = space < 0 ? Instant.EPOCH : time(line.substring(0, space));
                String text = time.equals(Instant.EPOCH) ? line : line.substring(space + 1);
                // A new connection repeats the lines with the last timestamp; some servers repeat its whole second.
                if (time.isBefore(since) || (time.equals(since) && seen-- > 0)) {
                    continue;
                }
                linesAtLast = time.equals(last) ? linesAtLast + 1 : 1;
                last = time.equals(Instant.EPOCH) ? last : time;
                accept(text);
            }
        }
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    private void accept(String text) {
        Matcher end = END.matcher(text);
        Matcher refused = REFUSAL.matcher(text);
        if (end.matches()) {
            exitCode = Integer.parseInt(end.group(1));
            isDrained = true;
        } else if (refused.matches()) {
            refusal = Optional.of(refused.group(1).strip());
            isDrained = true;
        } else if (!isClosed) {
            lines.accept(text);
        }
    }

    @Override
    public void close() {
        isClosed = true;
        LogWatch open = watch;
        if (open != null) {
            open.close();
        }
        Thread follower = thread;
        if (follower != null) {
            follower.interrupt();
        }
    }
}
