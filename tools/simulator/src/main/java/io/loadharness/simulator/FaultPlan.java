// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Decides which requests and connections get a fault. Immutable and thread-safe. */
final class FaultPlan {

    private final List<FaultRule> ofRequests;
    private final List<FaultRule> ofConnections;
    private final long seed;

    FaultPlan(List<FaultRule> rules, long seed) {
        this.ofConnections =
                rules.stream().filter(rule -> rule.fault() == Fault.TLS_FAILURE).toList();
        this.ofRequests =
                rules.stream().filter(rule -> rule.fault() != Fault.TLS_FAILURE).toList();
        this.seed = seed;
    }

    /**
     * Finds the first rule that applies to the request and whose fault is possible for the request. Returns the fault of this rule, or an
     * empty set if there is no such rule. Request numbers start at 1.
     */
    Set<Fault> ofRequest(long number, Predicate<Fault> possible) {
        return first(ofRequests, number, possible)
                .<Set<Fault>>map(EnumSet::of)
                .orElseGet(() -> EnumSet.noneOf(Fault.class));
    }

    /** Returns true if a connection must fail. Connection numbers start at 1. */
    boolean failsConnection(long number) {
        return first(ofConnections, number, fault -> true).isPresent();
    }

    private Optional<Fault> first(List<FaultRule> rules, long number, Predicate<Fault> possible) {
        for (int i = 0; i < rules.size(); i++) {
            FaultRule rule = rules.get(i);
            if (rule.applies(number, SplitMix.at(SplitMix.of(seed + i), number)) && possible.test(rule.fault())) {
                return Optional.of(rule.fault());
            }
        }
        return Optional.empty();
    }

    /** Parses the header with which a client requests faults: names separated by commas. */
    static Set<Fault> read(String header, Predicate<Fault> possible) throws BadRequest {
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        for (String label : header.split(",", -1)) {
            Fault fault = named(label.strip());
            if (!possible.test(fault)) {
                throw new BadRequest("The fault " + fault.label() + " is not possible for this request.");
            }
            faults.add(fault);
        }
        if (faults.stream().filter(fault -> !fault.isLegal()).count() > 1) {
            throw new BadRequest(
                    "At most one requested fault may make the response incorrect. The others must be correct variants"
                            + " of a response, for example framing-cr or split-writes: got " + header + ".");
        }
        return faults;
    }

    private static Fault named(String label) throws BadRequest {
        try {
            return Fault.of(label);
        } catch (IllegalArgumentException e) {
            throw new BadRequest(e.getMessage() + ".");
        }
    }
}
