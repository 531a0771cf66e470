// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.testkit.RecordedResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the token counts of responses of workers. */
class FlightTest {

    private static final int[] NO_IDS = {};

    private final RecordedResponse recorded = new RecordedResponse();
    private final Flight flight = new Flight(0, InferenceRequest.of(0, Prompt.of("hello")), recorded, 0);

    private Response end(int completion) throws Exception {
        flight.end(9, NO_IDS, "", new Usage(1, -1, completion, -1), "stop");
        return recorded.await().response();
    }

    @ParameterizedTest
    @CsvSource({
        "2, 2, 4, 4, USAGE",
        "2, 2, -1, 4, USAGE",
        "2, 2, 5, 5, CONTRADICTORY_USAGE",
        "2, 2, 3, 3, CONTRADICTORY_USAGE",
        "2, 0, 3, 3, USAGE",
        "2, 0, 1, 1, CONTRADICTORY_USAGE",
        "0, 0, 5, 5, USAGE",
        "0, 0, -1, 0, NONE"
    })
    void usageIsComparedWithTheTokensOfTheChunks(int first, int second, int completion, int tokens, TokenSource source)
            throws Exception {
        flight.addText(1, "a", first);
        flight.addText(2, "b", second);

        Response response = end(completion);

        assertThat(response.tokenSource()).isEqualTo(source);
        assertThat(response.tokenCount()).isEqualTo(tokens);
    }

    @Test
    void emptyTextWithoutTokensHasNoEffect() throws Exception {
        flight.addText(1, "", 0);
        flight.addText(2, "a", 1);
        flight.addText(3, "b", 1);
        flight.addText(4, "", 0);

        Response response = end(3);

        assertThat(response.timeline().firstToken()).isEqualTo(2);
        assertThat(response.timeline().lastToken()).isEqualTo(3);
        assertThat(response.tokenSource()).isEqualTo(TokenSource.CONTRADICTORY_USAGE);
        assertThat(recorded.laterChunks()).containsExactly(1);
    }

    /** The text of an end token is empty. */
    @Test
    void emptyTextWithATokenIsAToken() throws Exception {
        flight.addText(1, "a", 1);
        flight.addText(2, "", 1);

        assertThat(end(2).timeline().lastToken()).isEqualTo(2);
    }

    /** Several frames can be written together. The worker can respond to the first of them before the last one is written. */
    @Test
    void responseCanBeginBeforeOtherRequestsAreWritten() throws Exception {
        flight.written(1);
        flight.addText(2, "a", 1);
        flight.written(3);

        assertThat(end(1).timeline().sent()).isEqualTo(1);
    }

    @Test
    void idsOfTheEndReplaceStreamedTokens() throws Exception {
        flight.addText(1, "a", 1);
        flight.end(9, new int[] {1, 2, 3}, "abc", new Usage(1, -1, 3, -1), "stop");

        assertThat(recorded.await().response().tokenCount()).isEqualTo(3);
    }

    @Test
    void fewerIdsThanStreamedTokensFailTheRequest() throws Exception {
        flight.addText(1, "a", 2);
        flight.addText(2, "b", 2);
        flight.end(9, new int[] {1, 2, 3}, "abc", new Usage(1, -1, 3, -1), "stop");

        assertThat(recorded.await().failure())
                .isEqualTo(new Failure(
                        Failure.Kind.MALFORMED_RESPONSE,
                        "the engine streamed 4 tokens, but its complete response has only 3"));
        assertThat(flight.isEnded()).isTrue();
    }

    @Test
    void responseOfOnePartHasTheCountOfItsUsage() throws Exception {
        flight.end(9, NO_IDS, "ab", new Usage(1, -1, 5, -1), "stop");

        assertThat(recorded.await().response().tokenSource()).isEqualTo(TokenSource.USAGE);
    }
}
