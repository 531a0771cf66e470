// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.EarlyStopping;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EarlyStoppingTextTest {

    @Test
    void blankTextIsEmpty() {
        assertThat(EarlyStoppingText.parse("")).isEmpty();
        assertThat(EarlyStoppingText.parse(" ")).isEmpty();
    }

    @Test
    void findsEveryEstimate() {
        EarlyStopping found =
                parse(" * Early stopping 90.0th percentile estimate: 271  * Early stopping 99.0th percentile "
                        + "estimate: 2174");

        assertThat(found.estimates()).isEqualTo(Map.of(90.0, Duration.ofNanos(271), 99.0, Duration.ofNanos(2174)));
        assertThat(found.missingQueries()).isEmpty();
    }

    @Test
    void findsTheMissingQueriesOfServer() {
        assertThat(parse(" * Processed 288 queries.  * Would need to run at least 171 more queries,")
                        .missingQueries())
                .hasValue(171);
    }

    @Test
    void findsTheMissingQueriesOfTheStreams() {
        assertThat(parse(" * Only processed 100 queries.  * Need to process at least 662 queries for")
                        .missingQueries())
                .hasValue(562);
    }

    @Test
    void keepsTheText() {
        assertThat(parse(" * Run successful.").text()).isEqualTo("* Run successful.");
    }

    private static EarlyStopping parse(String text) {
        return EarlyStoppingText.parse(text).orElseThrow();
    }
}
