// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Decides what happens to which request. */
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

    /** What happens to a request: the first rule that applies and can, or nothing. Requests are counted from 1. */
    Set<Fault> ofRequest(long number, Predicate<Fault> possible) {
        return first(ofRequests, number, possible)
                .<Set<Fault>>map(EnumSet::of)
                .orElseGet(() -> EnumSet.noneOf(Fault.class));
    }

    /** Whether a connection fails. Connections are counted from 1. */
    boolean failsConnection(long number) {
        return first(ofConnections, number, fault -> true).isPresent();
    }

    private Optional<Fault> first(List<FaultRule> rules, long number, Predicate<Fault> possible) {
        for (int i = 0; i < rules.size(); i++) {
            FaultRule rule = rules.get(i);
            if (rule.applies(number, Mix.at(Mix.of(seed + i), number)) && possible.test(rule.fault())) {
                return Optional.of(rule.fault());
            }
        }
        return Optional.empty();
    }

    /** What a client asks for: names with commas between them. */
    static Set<Fault> read(String header, Predicate<Fault> possible) throws BadRequest {
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        for (String label : header.split(",", -1)) {
            Fault fault = named(label.strip());
            if (!possible.test(fault)) {
                throw new BadRequest("The fault " + fault.label() + " cannot happen to this request.");
            }
            faults.add(fault);
        }
        if (faults.stream().filter(fault -> !fault.isLegal()).count() > 1) {
            throw new BadRequest("Of several faults, all but one must be legal variants: " + header + ".");
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
