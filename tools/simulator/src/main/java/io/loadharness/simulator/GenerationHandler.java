// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Handles requests for completions, and applies faults to the responses. Runs on the event loops. */
final class GenerationHandler {

    private static final String REDIRECTED = "redirected";

    private final Engine engine;
    private final SimulatorConfig config;
    private final Counters counters;
    private final byte[] model;

    GenerationHandler(Engine engine) {
        this.engine = engine;
        this.config = engine.config();
        this.counters = engine.counters();
        this.model = new AsciiBytes().json(config.model()).copy();
    }

    void handle(ServerExchange exchange, ApiDialect dialect) {
        long number = counters.newRequest();
        try {
            GenerateRequest request = dialect.read(exchange.body());
            check(request);
            Set<Fault> faults = faults(exchange, number, dialect, request);
            if (!fails(exchange, faults)) {
                start(exchange, dialect, context(exchange, number, dialect, request, faults));
            }
        } catch (BadRequest e) {
            counters.rejected().increment();
            FullResponse.error(exchange, e.status(), e.getMessage());
        }
    }

    private void check(GenerateRequest request) throws BadRequest {
        String name = request.model().orElse(config.model());
        if (!name.equals(config.model())) {
            throw new BadRequest(
                    404, "The model `" + name + "` does not exist; this server serves " + config.model() + ".");
        }
        for (int[] prompt : request.prompts()) {
            if (prompt.length + (long) request.maxTokens().orElse(1) > config.maxModelLength()) {
                throw new BadRequest("The model supports at most " + config.maxModelLength()
                        + " tokens: the prompt has " + prompt.length + ", and the completion may have "
                        + request.maxTokens().orElse(1) + ".");
            }
        }
    }

    private Set<Fault> faults(ServerExchange exchange, long number, ApiDialect dialect, GenerateRequest request)
            throws BadRequest {
        if (exchange.query().equals(REDIRECTED)) {
            return Set.of();
        }
        boolean usage = dialect.countsTokens(request);
        Predicate<Fault> possible = fault -> fault.canHappen(request.stream(), usage);
        String header = exchange.headers().get("x-loadharness-fault");
        return header == null ? engine.plan().ofRequest(number, possible) : FaultPlan.read(header, possible);
    }

    /** Applies the fault that replaces the whole response, and returns true. Returns false if there is no such fault. */
    private boolean fails(ServerExchange exchange, Set<Fault> faults) {
        for (Fault fault : faults) {
            if (fault.replacesResponse()) {
                counters.faults(fault).increment();
                counters.faulted().increment();
                fail(exchange, fault);
                return true;
            }
        }
        return false;
    }

    private static void fail(ServerExchange exchange, Fault fault) {
        SocketWriter socket = new SocketWriter(exchange.connection().channel(), false);
        switch (fault) {
            case HANG_BEFORE -> {}
            case FIN_BEFORE -> socket.fin();
            case RST_BEFORE -> socket.reset();
            case REDIRECT -> {
                HttpHead head = new HttpHead(307, "text/plain", 0).with("location", exchange.path() + "?" + REDIRECTED);
                FullResponse.respond(exchange, head, exchange.loop().json());
            }
            default -> FullResponse.error(exchange, fault.status(), "The simulator injected this error.");
        }
    }

    private ResponseContext context(
            ServerExchange exchange, long number, ApiDialect dialect, GenerateRequest request, Set<Fault> faults) {
        List<Sequence> sequences = new ArrayList<>();
        for (int[] prompt : request.prompts()) {
            Generation generation = faults.contains(Fault.EMPTY_STREAM)
                    ? Generation.empty()
                    : Generation.of(prompt, request, config.outputLength(), config.maxModelLength(), config.seed());
            sequences.add(new Sequence(sequences.size(), prompt, generation));
        }
        return new ResponseContext(
                dialect.idPrefix() + String.format("%016x", number),
                TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis()),
                model,
                request,
                sequences,
                faults,
                exchange.isStampRequested(),
                exchange.received(),
                config.reasoningShare());
    }

    private void start(ServerExchange exchange, ApiDialect dialect, ResponseContext context) {
        SocketWriter socket = socket(exchange, context);
        ServerResponse response = context.request().stream()
                ? new StreamedResponse(exchange, context, counters, socket, dialect, config.tokensPerEvent())
                : new JsonResponse(exchange, context, counters, socket, dialect);
        counters.promptTokens().add(context.request().promptTokens());
        counters.images().add(context.request().images());
        exchange.connection().setResponse(response);
        for (Sequence sequence : context.sequences()) {
            sequence.onStart(counters.queued()::add);
            sequence.onToken(response::announce);
            engine.generate(sequence);
        }
        response.sendAvailable();
    }

    private SocketWriter socket(ServerExchange exchange, ResponseContext context) {
        Channel channel = exchange.connection().channel();
        boolean canChunk = !exchange.http10() && !context.has(Fault.HTTP_1_0);
        boolean chunked = canChunk
                && (context.request().stream()
                        || context.has(Fault.MALFORMED_CHUNK)
                        || context.has(Fault.SPLIT_WRITES));
        if (context.has(Fault.SLOW_LORIS)) {
            return new SlowSocketWriter(channel, chunked, config.slowPause());
        }
        return context.has(Fault.SPLIT_WRITES)
                ? new SplitSocketWriter(channel, chunked, config.seed())
                : new SocketWriter(channel, chunked);
    }
}
