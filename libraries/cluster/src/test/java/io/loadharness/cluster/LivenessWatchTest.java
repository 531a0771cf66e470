// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The time of this class passes only where a test moves it. */
class LivenessWatchTest {

    private static final int TICKS_PER_SECOND = 4;
    private static final long TICK = TimeUnit.SECONDS.toNanos(1) / TICKS_PER_SECOND;

    private final List<TestPeer> peers = new ArrayList<>();
    private final LivenessWatch watch = new LivenessWatch("test", Duration.ofSeconds(5), () -> peers, 0);
    private long now;

    /** A peer that sends bytes when it receives a heartbeat. */
    private final class TestPeer implements LivenessWatch.Peer {

        long received = now;
        boolean answers = true;
        int heartbeats;
        String lost = "";

        @Override
        public long silence() {
            return now - received;
        }

        @Override
        public void resetSilence() {
            received = now;
        }

        @Override
        public void heartbeat() {
            heartbeats++;
            if (answers) {
                received = now;
            }
        }

        @Override
        public void lose(String why) {
            lost = why;
        }
    }

    private TestPeer connect() {
        TestPeer peer = new TestPeer();
        peers.add(peer);
        return peer;
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds * TICKS_PER_SECOND; i++) {
            now += TICK;
            watch.tick(now);
        }
    }

    @Test
    void sendsAHeartbeatEachSecondFromTheConnection() {
        TestPeer first = connect();
        pass(60);
        TestPeer second = connect();
        pass(3);

        assertThat(first.heartbeats).isEqualTo(63);
        assertThat(second.heartbeats).isEqualTo(3);
        assertThat(first.lost + second.lost).isEmpty();
    }

    @Test
    void losesOnlyAPeerThatIsSilentForLongerThanTheLimit() {
        TestPeer answering = connect();
        TestPeer silent = connect();
        silent.answers = false;
        pass(5);
        assertThat(silent.lost).isEmpty();

        pass(1);

        assertThat(silent.lost)
                .isEqualTo("it has sent no message for 5 s: it hangs, or the network to it is interrupted");
        assertThat(answering.lost).isEmpty();
    }

    @Test
    void usesANewLimit() {
        TestPeer silent = connect();
        silent.answers = false;
        watch.limit(Duration.ofSeconds(15));
        pass(15);
        assertThat(silent.lost).isEmpty();

        watch.limit(Duration.ofSeconds(5));
        pass(1);

        assertThat(silent.lost).contains("5 s");
    }

    @Test
    void doesNotCountAPauseOfThisProcess() {
        TestPeer silent = connect();
        silent.answers = false;
        pass(4);
        now += TimeUnit.MINUTES.toNanos(1);
        pass(5);
        assertThat(silent.lost).isEmpty();

        pass(1);

        assertThat(silent.lost).isNotEmpty();
    }
}
