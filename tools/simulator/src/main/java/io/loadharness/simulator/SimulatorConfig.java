// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link SimulatedServer}. By default, the server listens on a free port of 127.0.0.1, and generation takes no time.
 *
 * <pre>{@code
 * SimulatorConfig config = SimulatorConfig.builder()
 *         .pace(new Pace(Duration.ofMillis(20), Duration.ofMillis(5)))
 *         .fault(FaultRule.every(10, Fault.HTTP_500))
 *         .build();
 * }</pre>
 */
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

    /** Creates a builder with default settings. */
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

    TokenScheduler schedule() {
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

    /** A builder of settings. Not thread-safe; each method returns this builder. */
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

        /** Builds the settings. */
        public SimulatorConfig build() {
            return new SimulatorConfig(this);
        }

        /** Sets the address to listen on. Default: 127.0.0.1. */
        public Builder host(String value) {
            host = Objects.requireNonNull(value, "host");
            return this;
        }

        /** Sets the port to listen on. Default: 0, which selects a free port. */
        public Builder port(int value) {
            port = between("port", value, 0, 65_535);
            return this;
        }

        /** Sets the name of the model. Requests for another model are rejected. Default: simulated. */
        public Builder model(String value) {
            model = Objects.requireNonNull(value, "model");
            return this;
        }

        /**
         * Sets the maximum number of tokens of a prompt and its completion together. A request is rejected if the sum of its prompt tokens
         * and its token limit exceeds this value. Default: 131072.
         */
        public Builder maxModelLength(int value) {
            maxModelLength = between("maxModelLength", value, 1, Integer.MAX_VALUE);
            return this;
        }

        /** Sets the seed for completions of requests without a seed, and for rules that select requests with a probability. Default: 0. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** Sets the timing of an engine with batching, which replaces {@link #pace}. Default: generation takes no time. */
        public Builder timing(TimingModel value) {
            timing = Objects.requireNonNull(value, "timing");
            pace = null;
            return this;
        }

        /** Sets fixed times between the tokens of each request, which replace {@link #timing}. Default: none. */
        public Builder pace(Pace value) {
            pace = Objects.requireNonNull(value, "pace");
            return this;
        }

        /**
         * Sets the distribution of completion lengths. A token limit or a stop string can end a completion earlier. Default: log-normal
         * with a median of 128 and a maximum of 4096 tokens.
         */
        public Builder outputLength(OutputLength value) {
            outputLength = Objects.requireNonNull(value, "outputLength");
            return this;
        }

        /** Sets the number of tokens in an event of a stream. Default: 1. */
        public Builder tokensPerEvent(int value) {
            tokensPerEvent = between("tokensPerEvent", value, 1, 1_000_000);
            return this;
        }

        /** Sets the share of each chat completion that is reasoning, from 0 to 1. The reasoning comes first. Default: 0. */
        public Builder reasoningShare(double value) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException("reasoningShare must be from 0 to 1: got " + value);
            }
            reasoningShare = value;
            return this;
        }

        /**
         * Adds a rule for a fault. If several rules apply to a request, the server uses the first rule with a fault that is possible for
         * the request.
         */
        public Builder fault(FaultRule value) {
            faults.add(Objects.requireNonNull(value, "fault"));
            return this;
        }

        /** Sets the pause between the bytes of a response with {@link Fault#SLOW_LORIS}. Default: 200 ms. */
        public Builder slowPause(Duration value) {
            if (value.isNegative() || value.isZero()) {
                throw new IllegalArgumentException("slowPause must be greater than zero: got " + value);
            }
            slowPause = value;
            return this;
        }

        /** Sets the bearer token that requests must contain. Default: no token is required. */
        public Builder apiKey(String value) {
            apiKey = Objects.requireNonNull(value, "apiKey");
            return this;
        }

        /** Enables TLS. Default: plain text. */
        public Builder tls(Tls value) {
            tls = Objects.requireNonNull(value, "tls");
            return this;
        }

        /** Enables HTTP/2 in addition to HTTP/1.1: negotiated by TLS, or in plain text with prior knowledge. Default: HTTP/1.1 only. */
        public Builder http2(boolean value) {
            http2 = value;
            return this;
        }

        /** Enables {@code /start_profile} and {@code /stop_profile}, which write a trace into this folder. Default: disabled. */
        public Builder profileFolder(Path value) {
            profileFolder = Objects.requireNonNull(value, "profileFolder");
            return this;
        }

        /** Sets the socket transport. Default: {@link Transport#best}, which is epoll if it works on this machine, and otherwise NIO. */
        public Builder transport(Transport value) {
            transport = Objects.requireNonNull(value, "transport");
            return this;
        }

        /** Sets the number of threads for connections. Default: half of the CPUs, at least 1 and at most 8. */
        public Builder eventLoops(int value) {
            eventLoops = between("eventLoops", value, 1, 1024);
            return this;
        }

        private static int between(String name, int value, int min, int max) {
            if (value < min || value > max) {
                throw new IllegalArgumentException(name + " must be from " + min + " to " + max + ": got " + value);
            }
            return value;
        }
    }
}
