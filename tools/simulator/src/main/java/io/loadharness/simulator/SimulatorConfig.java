// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a {@link SimulatedServer} shall be like. Without any setting it is a free port of 127.0.0.1 where nothing takes time. */
public final class SimulatorConfig {

    private final String host;
    private final int port;
    private final String model;
    private final int maxModelLength;
    private final long seed;
    private final TimingModel timing;
    private final @Nullable Pace pace;
    private final OutputLength outputLength;
    private final int tokensPerEvent;
    private final double reasoningShare;
    private final List<FaultRule> faults;
    private final Duration slowPause;
    private final @Nullable String apiKey;
    private final @Nullable Tls tls;
    private final boolean http2;
    private final @Nullable Path profileFolder;
    private final Transport transport;
    private final int eventLoops;

    private SimulatorConfig(Builder builder) {
        host = builder.host;
        port = builder.port;
        model = builder.model;
        maxModelLength = builder.maxModelLength;
        seed = builder.seed;
        timing = builder.timing;
        pace = builder.pace;
        outputLength = builder.outputLength;
        tokensPerEvent = builder.tokensPerEvent;
        reasoningShare = builder.reasoningShare;
        faults = List.copyOf(builder.faults);
        slowPause = builder.slowPause;
        apiKey = builder.apiKey;
        tls = builder.tls;
        http2 = builder.http2;
        profileFolder = builder.profileFolder;
        transport = builder.transport;
        eventLoops = builder.eventLoops;
    }

    /** Settings with nothing set. */
    public static Builder builder() {
        return new Builder();
    }

    String host() {
        return host;
    }

    int port() {
        return port;
    }

    String model() {
        return model;
    }

    int maxModelLength() {
        return maxModelLength;
    }

    long seed() {
        return seed;
    }

    boolean isFree() {
        return pace == null && timing.isFree();
    }

    BatchSchedule schedule() {
        return pace == null ? new ContinuousBatch(timing) : new PacedStreams(pace);
    }

    OutputLength outputLength() {
        return outputLength;
    }

    int tokensPerEvent() {
        return tokensPerEvent;
    }

    double reasoningShare() {
        return reasoningShare;
    }

    List<FaultRule> faults() {
        return faults;
    }

    Duration slowPause() {
        return slowPause;
    }

    Optional<String> apiKey() {
        return Optional.ofNullable(apiKey);
    }

    Optional<Tls> tls() {
        return Optional.ofNullable(tls);
    }

    boolean http2() {
        return http2;
    }

    Optional<Path> profileFolder() {
        return Optional.ofNullable(profileFolder);
    }

    Transport transport() {
        return transport;
    }

    int eventLoops() {
        return eventLoops;
    }

    /** Collects settings. For one thread; each method returns this builder. */
    public static final class Builder {

        private final List<FaultRule> faults = new ArrayList<>();
        private String host = "127.0.0.1";
        private int port;
        private String model = "simulated";
        private int maxModelLength = 131_072;
        private long seed;
        private TimingModel timing = TimingModel.FREE;
        private @Nullable Pace pace;
        private OutputLength outputLength = OutputLength.logNormal(128, 0.6, 4096);
        private int tokensPerEvent = 1;
        private double reasoningShare;
        private Duration slowPause = Duration.ofMillis(200);
        private @Nullable String apiKey;
        private @Nullable Tls tls;
        private boolean http2;
        private @Nullable Path profileFolder;
        private Transport transport = Transport.best();
        private int eventLoops = Math.max(1, Math.min(8, Runtime.getRuntime().availableProcessors() / 2));

        private Builder() {}

        /** The settings as collected so far. */
        public SimulatorConfig build() {
            return new SimulatorConfig(this);
        }

        /** The address to listen at. Default: 127.0.0.1. */
        public Builder host(String value) {
            host = Objects.requireNonNull(value, "host");
            return this;
        }

        /** The port to listen at; 0, which is the default, for a free one. */
        public Builder port(int value) {
            port = between("port", value, 0, 65_535);
            return this;
        }

        /** The name of the model. Requests for another one are refused. Default: simulated. */
        public Builder model(String value) {
            model = Objects.requireNonNull(value, "model");
            return this;
        }

        /** How many tokens a prompt and its answer may have together; longer ones are refused. */
        public Builder maxModelLength(int value) {
            maxModelLength = between("maxModelLength", value, 1, Integer.MAX_VALUE);
            return this;
        }

        /** Decides the answers to requests without a seed, and the faults that have a probability. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** What takes time. Default: nothing. */
        public Builder timing(TimingModel value) {
            timing = Objects.requireNonNull(value, "timing");
            pace = null;
            return this;
        }

        /** What takes time, in place of {@link #timing}. */
        public Builder pace(Pace value) {
            pace = Objects.requireNonNull(value, "pace");
            return this;
        }

        /** How long answers are that nothing else ends. */
        public Builder outputLength(OutputLength value) {
            outputLength = Objects.requireNonNull(value, "outputLength");
            return this;
        }

        /** How many tokens an event of a stream carries. Default: 1. */
        public Builder tokensPerEvent(int value) {
            tokensPerEvent = between("tokensPerEvent", value, 1, 1_000_000);
            return this;
        }

        /** How much of each chat answer, from its begin, is reasoning: from 0, the default, to 1. */
        public Builder reasoningShare(double value) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException("reasoningShare must be from 0 to 1: " + value);
            }
            reasoningShare = value;
            return this;
        }

        /** A fault that happens by itself. Of several rules the first that applies counts. */
        public Builder fault(FaultRule value) {
            faults.add(Objects.requireNonNull(value, "fault"));
            return this;
        }

        /** The pause between the bytes of {@link Fault#SLOW_LORIS}. */
        public Builder slowPause(Duration value) {
            if (value.isNegative() || value.isZero()) {
                throw new IllegalArgumentException("slowPause must be more than zero: " + value);
            }
            slowPause = value;
            return this;
        }

        /** The bearer token that requests must carry. Default: none is asked for. */
        public Builder apiKey(String value) {
            apiKey = Objects.requireNonNull(value, "apiKey");
            return this;
        }

        /** Speaks TLS. Default: plain text. */
        public Builder tls(Tls value) {
            tls = Objects.requireNonNull(value, "tls");
            return this;
        }

        /** Speaks HTTP/2 too: where TLS agrees on it, and in plain text with a client that begins so. Default: HTTP/1.1 only. */
        public Builder http2(boolean value) {
            http2 = value;
            return this;
        }

        /** Answers at {@code /start_profile} and {@code /stop_profile}, and writes a trace into this folder. Default: no such pages. */
        public Builder profileFolder(Path value) {
            profileFolder = Objects.requireNonNull(value, "profileFolder");
            return this;
        }

        /** How to reach the sockets. Default: the best that works here. */
        public Builder transport(Transport value) {
            transport = Objects.requireNonNull(value, "transport");
            return this;
        }

        /** How many threads serve connections. Default: half of the processors, at most 8. */
        public Builder eventLoops(int value) {
            eventLoops = between("eventLoops", value, 1, 1024);
            return this;
        }

        private static int between(String name, int value, int min, int max) {
            if (value < min || value > max) {
                throw new IllegalArgumentException(name + " must be from " + min + " to " + max + ": " + value);
            }
            return value;
        }
    }
}
