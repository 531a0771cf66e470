// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Answers requests for tokens, or does instead what the fault plan says. On the event loops. */
final class Generator {

    private static final String REDIRECTED = "redirected";

    private final Engine engine;
    private final SimulatorConfig config;
    private final Counters counters;
    private final byte[] model;

    Generator(Engine engine) {
        this.engine = engine;
        this.config = engine.config();
        this.counters = engine.counters();
        this.model = new AsciiBytes().json(config.model()).copy();
    }

    void answer(ServedExchange exchange, ApiDialect dialect) {
        long number = counters.newRequest();
        try {
            GenerateRequest request = dialect.read(exchange.body());
            check(request);
            Set<Fault> faults = faults(exchange, number, dialect, request);
            if (!fails(exchange, faults)) {
                start(exchange, dialect, reply(exchange, number, dialect, request, faults));
            }
        } catch (BadRequest e) {
            counters.rejected().increment();
            Plain.error(exchange, e.status(), e.getMessage());
        }
    }

    private void check(GenerateRequest request) throws BadRequest {
        String name = request.model().orElse(config.model());
        if (!name.equals(config.model())) {
            throw new BadRequest(
                    404, "The model `" + name + "` does not exist; this server has " + config.model() + ".");
        }
        for (int[] prompt : request.prompts()) {
            if (prompt.length + (long) request.maxTokens().orElse(1) > config.maxModelLength()) {
                throw new BadRequest("The model takes " + config.maxModelLength() + " tokens, and the request has "
                        + prompt.length + " and asks for " + request.maxTokens().orElse(1) + ".");
            }
        }
    }

    private Set<Fault> faults(ServedExchange exchange, long number, ApiDialect dialect, GenerateRequest request)
            throws BadRequest {
        if (exchange.query().equals(REDIRECTED)) {
            return Set.of();
        }
        boolean usage = dialect.countsTokens(request);
        Predicate<Fault> possible = fault -> fault.canHappen(request.stream(), usage);
        String header = exchange.headers().get("x-loadharness-fault");
        return header == null ? engine.plan().ofRequest(number, possible) : FaultPlan.read(header, possible);
    }

    /** Does what a fault says instead of an answer. Returns whether there is such a fault. */
    private boolean fails(ServedExchange exchange, Set<Fault> faults) {
        for (Fault fault : faults) {
            if (fault.replacesAnswer()) {
                counters.faults(fault).increment();
                counters.faulted().increment();
                fail(exchange, fault);
                return true;
            }
        }
        return false;
    }

    private static void fail(ServedExchange exchange, Fault fault) {
        ServedWire wire = new ServedWire(exchange.connection().channel(), false);
        switch (fault) {
            case HANG_BEFORE -> {}
            case FIN_BEFORE -> wire.fin();
            case RST_BEFORE -> wire.reset();
            case REDIRECT -> {
                Head head = new Head(307, "text/plain", 0).with("location", exchange.path() + "?" + REDIRECTED);
                Plain.respond(exchange, head, exchange.loop().json());
            }
            default -> Plain.error(exchange, fault.status(), "This error was asked for.");
        }
    }

    private ServedReply reply(
            ServedExchange exchange, long number, ApiDialect dialect, GenerateRequest request, Set<Fault> faults) {
        List<Sequence> sequences = new ArrayList<>();
        for (int[] prompt : request.prompts()) {
            Generation generation = faults.contains(Fault.EMPTY_STREAM)
                    ? Generation.empty()
                    : Generation.of(prompt, request, config.outputLength(), config.maxModelLength(), config.seed());
            sequences.add(new Sequence(sequences.size(), prompt, generation));
        }
        return new ServedReply(
                dialect.idPrefix() + String.format("%016x", number),
                TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis()),
                model,
                request,
                sequences,
                faults,
                exchange.wantsStamps(),
                exchange.received(),
                config.reasoningShare());
    }

    private void start(ServedExchange exchange, ApiDialect dialect, ServedReply reply) {
        ServedWire wire = wire(exchange, reply);
        ServedAnswer answer = reply.request().stream()
                ? new StreamedAnswer(exchange, reply, counters, wire, dialect, config.tokensPerEvent())
                : new WholeAnswer(exchange, reply, counters, wire, dialect);
        counters.promptTokens().add(reply.request().promptTokens());
        counters.images().add(reply.request().images());
        exchange.connection().answeredBy(answer);
        for (Sequence sequence : reply.sequences()) {
            sequence.whenBegun(counters.queued()::add);
            sequence.whenAdvanced(answer::announce);
            engine.make(sequence);
        }
        answer.collect();
    }

    private ServedWire wire(ServedExchange exchange, ServedReply reply) {
        Channel channel = exchange.connection().channel();
        boolean canChunk = !exchange.http10() && !reply.has(Fault.HTTP_1_0);
        boolean chunked = canChunk
                && (reply.request().stream() || reply.has(Fault.MALFORMED_CHUNK) || reply.has(Fault.SPLIT_WRITES));
        if (reply.has(Fault.SLOW_LORIS)) {
            return new SlowWire(channel, chunked, config.slowPause());
        }
        return reply.has(Fault.SPLIT_WRITES)
                ? new SplitWire(channel, chunked, config.seed())
                : new ServedWire(channel, chunked);
    }
}
