// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.RunMonitor;
import io.loadharness.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class FlightRecorderTest {

    private static final long MICRO = 1_000;

    private final RecordedSamples samples = new RecordedSamples();
    private final HeldBackend backend = new HeldBackend("http://a");
    private final BackendSystemUnderTest sut = BackendSystemUnderTest.builder(
                    "servers", index -> InferenceRequest.of(index, Prompt.of(1)))
            .backend(backend)
            .build();

    @TempDir
    Path folder;

    @Test
    void recordsRequestsAndRuns() throws Exception {
        List<RecordedEvent> events;
        try (Recording recording = new Recording()) {
            recording.start();
            RunMonitor monitor = sut.monitorRun(Scenario.SERVER);
            sut.issueQuery(samples.query(7));
            sut.issueQuery(samples.query(8));
            long sent = System.nanoTime();
            while (System.nanoTime() < sent + 10 * MICRO) {
                Thread.onSpinWait();
            }
            backend.held
                    .get(0)
                    .listener()
                    .end(Response.of(
                            new int[] {1, 2, 3},
                            Timeline.builder()
                                    .dequeued(sent)
                                    .sent(sent)
                                    .firstByte(sent + 5 * MICRO)
                                    .firstToken(sent + 6 * MICRO)
                                    .firstContent(sent + 6 * MICRO)
                                    .lastToken(sent + 9 * MICRO)
                                    .done(sent + 10 * MICRO)
                                    .build()));
            backend.held.get(1).fail(Failure.Kind.TIMEOUT);
            monitor.finish();
            recording.stop();
            events = events(recording);
        }

        RecordedEvent completed = request(events, 7);
        assertThat(completed.getString("endpoint")).isEqualTo("http://a");
        assertThat(completed.getString("outcome")).isEqualTo("OK");
        assertThat(completed.getDuration("timeToFirstToken")).isEqualTo(Duration.ofNanos(6 * MICRO));
        assertThat(completed.getDuration("latency")).isEqualTo(Duration.ofNanos(10 * MICRO));
        assertThat(completed.getDuration("issueDelay")).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(completed.hasField("queueDelay")).isTrue();
        assertThat(completed.getInt("outputTokens")).isEqualTo(3);
        assertThat(completed.getDuration()).isPositive();
        assertThat(request(events, 8).getString("outcome")).isEqualTo("TIMEOUT");
        assertThat(events)
                .filteredOn(each -> named(each, "loadharness.Run"))
                .singleElement()
                .satisfies(run -> {
                    assertThat(run.getString("system")).isEqualTo("servers");
                    assertThat(run.getString("scenario")).isEqualTo("Server");
                    assertThat(run.getLong("completed")).isEqualTo(1);
                    assertThat(run.getLong("failed")).isEqualTo(1);
                    assertThat(run.getEndTime()).isAfterOrEqualTo(completed.getEndTime());
                });
    }

    @Test
    void doesNotListenWithoutRecording() {
        assertThat(new FlightObserver().sending(InferenceRequest.of(0, Prompt.of(1)), "http://a"))
                .isNull();
    }

    private List<RecordedEvent> events(Recording recording) throws IOException {
        Path file = folder.resolve("flight.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file);
    }

    private static RecordedEvent request(List<RecordedEvent> events, int sample) {
        return events.stream()
                .filter(each -> named(each, "loadharness.Request") && each.getInt("sample") == sample)
                .findFirst()
                .orElseThrow();
    }

    private static boolean named(RecordedEvent event, String name) {
        return event.getEventType().getName().equals(name);
    }
}
