// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loadharness.Failure;
import io.loadharness.http.NaiveSse.Event;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseDecoderTest {

    private static final int NO_LIMIT = 1 << 20;

    /** The number of streams that the fuzz test generates. */
    private static final long STREAMS = Long.getLong("loadharness.fuzz", 5_000);

    private static final String[] FRAGMENTS = {
        "data",
        "data:",
        "data: ",
        "event:",
        "event: e",
        "id: 1",
        "retry: 5",
        ":",
        ": ",
        " ",
        "x",
        "é",
        "€",
        "\uFEFF",
        "\n",
        "\n",
        "\n\n",
        "\r",
        "\r\n",
        "\r\n\r\n",
        "\r\r",
        "[DONE]",
        "{\"a\":1}",
        "dat",
        "datax",
        "\0",
        "a longer run of text"
    };

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void endsLinesAtLineFeedsCarriageReturnsAndBoth(String end) {
        assertThat(decoded("data: a" + end + "data: b" + end + end + "data: c" + end + end))
                .containsExactly(new Event("message", "a\nb"), new Event("message", "c"));
    }

    @Test
    void acceptsMixedLineEnds() {
        assertThat(decoded("data: a\r\r\ndata: b\n\r\n")).containsExactly(message("a"), message("b"));
    }

    @Test
    void skipsOneByteOrderMark() {
        assertThat(decoded("\uFEFFdata: a\n\n")).containsExactly(message("a"));
        assertThat(decoded("\uFEFF\uFEFFdata: a\n\n")).isEmpty();
        assertThat(decoded("data: a\n\n\uFEFFdata: b\n\n")).containsExactly(message("a"));
    }

    @Test
    void skipsComments() {
        assertThat(decoded(": ping\n\n:\ndata: a\n: in the middle\ndata: b\n\n"))
                .containsExactly(message("a\nb"));
    }

    @Test
    void removesOneSpaceAfterTheColon() {
        assertThat(decoded("data:a\n\ndata: a\n\ndata:  a\n\ndata:\ta\n\n"))
                .containsExactly(message("a"), message("a"), message(" a"), message("\ta"));
    }

    @Test
    void joinsLinesOfDataWithALineFeed() {
        assertThat(decoded("data: YHOO\ndata: +2\ndata: 10\n\n")).containsExactly(message("YHOO\n+2\n10"));
    }

    @Test
    void distinguishesEmptyDataFromNoData() {
        assertThat(decoded("data\n\n")).containsExactly(message(""));
        assertThat(decoded("data:\n\n")).containsExactly(message(""));
        assertThat(decoded("data\ndata\n\n")).containsExactly(message("\n"));
        assertThat(decoded("event: e\n\n")).isEmpty();
        assertThat(decoded("\n\n\n")).isEmpty();
    }

    @Test
    void doesNotPassTheTypeToTheNextEvent() {
        assertThat(decoded("event: add\ndata: 1\n\ndata: 2\n\nevent: x\nevent: remove\ndata: 3\n\nevent\ndata: 4\n\n"))
                .containsExactly(
                        new Event("add", "1"), message("2"), new Event("remove", "3"), new Event("message", "4"));
    }

    @Test
    void forgetsTheTypeOfAnEventWithoutData() {
        assertThat(decoded("event: e\n\ndata: a\n\n")).containsExactly(message("a"));
    }

    @Test
    void skipsUnknownFields() {
        assertThat(decoded("id: 7\nretry: 100\nData: x\ndata : x\n data: x\nother\ndata: a\n\n"))
                .containsExactly(message("a"));
    }

    @Test
    void dropsAnUnfinishedEvent() {
        assertThat(decoded("data: a\n\ndata: b\n")).containsExactly(message("a"));
        assertThat(decoded("data: a\n\ndata: b")).containsExactly(message("a"));
    }

    @Test
    void rejectsALineThatIsTooLong() {
        assertRejected("data: " + "x".repeat(100) + "\n\n", 50);
        assertRejected("x".repeat(100), 50);
        assertRejected(":" + "x".repeat(100) + "\n", 50);
    }

    @Test
    void rejectsAnEventThatIsTooLong() {
        assertRejected("data: 0123456789\n".repeat(10) + "\n", 50);
    }

    @Test
    void acceptsAnyNumberOfShortEvents() {
        assertThat(decode("data: 0123456789\n\n".repeat(100), 7, 20)).hasSize(100);
    }

    @Test
    void acceptsALineOfAMillionBytes() {
        String line = "x".repeat(1_000_000);
        assertThat(decode("data: " + line + "\n\n", 1000, 1 << 20)).containsExactly(message(line));
    }

    @Test
    void matchesTheReferenceDecoderForEverySplit() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(20260101);
        for (long i = 0; i < STREAMS; i++) {
            byte[] stream = stream(random);
            List<Event> expected = NaiveSse.decode(stream);
            assertSame(decode(stream, 1, NO_LIMIT), expected, stream);
            for (int split = 0; split <= stream.length; split++) {
                assertSame(decodeInTwo(stream, split), expected, stream);
            }
        }
    }

    private static byte[] stream(RandomGenerator random) {
        StringBuilder stream = new StringBuilder();
        int fragments = random.nextInt(1, 16);
        for (int i = 0; i < fragments; i++) {
            stream.append(FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
        }
        return stream.append("\n\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void assertSame(List<Event> events, List<Event> expected, byte[] stream) {
        if (!events.equals(expected)) { // AssertJ is too slow to call for every case
            assertThat(events)
                    .as(() -> new String(stream, StandardCharsets.UTF_8))
                    .isEqualTo(expected);
        }
    }

    private static void assertRejected(String stream, int limit) {
        for (int size : new int[] {1, 7, stream.length()}) {
            assertThatExceptionOfType(FailureException.class)
                    .isThrownBy(() -> decode(stream, size, limit))
                    .satisfies(e -> assertThat(e.failure().kind()).isEqualTo(Failure.Kind.MALFORMED_RESPONSE))
                    .withMessageContaining("longer than 50 bytes");
        }
    }

    private static Event message(String data) {
        return new Event("message", data);
    }

    private static List<Event> decoded(String stream) {
        List<Event> whole = decode(stream, Integer.MAX_VALUE, NO_LIMIT);
        assertThat(decode(stream, 1, NO_LIMIT)).isEqualTo(whole);
        return whole;
    }

    private static List<Event> decode(String stream, int size, int limit) {
        return decode(stream.getBytes(StandardCharsets.UTF_8), size, limit);
    }

    private static List<Event> decode(byte[] stream, int size, int limit) {
        List<Event> events = new ArrayList<>();
        SseDecoder decoder = decoder(events, limit);
        for (int from = 0; from < stream.length; from += Math.min(size, stream.length - from)) {
            feed(decoder, stream, from, from + Math.min(size, stream.length - from));
        }
        return events;
    }

    private static List<Event> decodeInTwo(byte[] stream, int split) {
        List<Event> events = new ArrayList<>();
        SseDecoder decoder = decoder(events, NO_LIMIT);
        feed(decoder, stream, 0, split);
        feed(decoder, stream, split, stream.length);
        return events;
    }

    /** Feeds bytes from an array that is overwritten afterwards. */
    private static void feed(SseDecoder decoder, byte[] stream, int from, int to) {
        byte[] borrowed = Arrays.copyOfRange(stream, from, to);
        decoder.feed(borrowed, 0, borrowed.length);
        Arrays.fill(borrowed, (byte) '?');
    }

    private static SseDecoder decoder(List<Event> events, int limit) {
        return new SseDecoder(
                (type, bytes, from, to) ->
                        events.add(new Event(type, new String(bytes, from, to - from, StandardCharsets.ISO_8859_1))),
                limit);
    }
}
