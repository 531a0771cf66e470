// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecordedExchangeTest {

    @Test
    void returnsTheFirstCallInTheWrongOrder() {
        RecordedExchange exchange = new RecordedExchange();

        exchange.end(0);
        exchange.sent(0);

        assertThat(exchange.fault()).isEqualTo("end twice or before the head");
    }
}
