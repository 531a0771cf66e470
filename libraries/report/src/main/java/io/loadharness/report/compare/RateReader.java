// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.Rate;
import io.loadharness.report.ReportException;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Reads rates from the results of tools. Not thread-safe. */
final class RateReader {

    private final Map<Rate, Double> rates = new EnumMap<>(Rate.class);

    /** Reads a rate if the result contains it. */
    RateReader read(Rate rate, ResultNode node, String name) throws ReportException {
        OptionalDouble value = node.number(name);
        if (value.isPresent()) {
            rates.put(rate, value.getAsDouble());
        }
        return this;
    }

    Map<Rate, Double> rates() {
        return rates;
    }
}
