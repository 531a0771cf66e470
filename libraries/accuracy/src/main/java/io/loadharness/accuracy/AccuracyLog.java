// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.loadharness.internal.ProgramName;
import java.io.CharConversionException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A reader of LoadGen's {@code mlperf_log_accuracy.json}. The reader keeps one response in memory at a time. Not thread-safe.
 *
 * <pre>{@code
 * try (AccuracyLog log = AccuracyLog.open(Path.of("results/mlperf_log_accuracy.json"))) {
 *     for (Optional<LoggedAnswer> next = log.next(); next.isPresent(); next = log.next()) {
 *         System.out.println(next.get().sample());
 *     }
 * }
 * }</pre>
 */
public final class AccuracyLog implements Closeable {

    /** The name of the file in the folder of a run. */
    public static final String FILE_NAME = "mlperf_log_accuracy.json";

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final Path file;
    private final JsonParser parser;
    private boolean started;

    private AccuracyLog(Path file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /**
     * Opens a log.
     *
     * @throws AccuracyException if the file does not exist
     */
    public static AccuracyLog open(Path file) throws IOException {
        try {
            return new AccuracyLog(file, JSON.createParser(Files.newInputStream(file)));
        } catch (NoSuchFileException e) {
            throw new AccuracyException(
                    file + " does not exist: give the folder of a run of LoadGen, such as the output folder of '"
                            + ProgramName.COMMAND + " run --accuracy'",
                    e);
        }
    }

    /**
     * Returns the next response; empty at the end of the log.
     *
     * @throws AccuracyException if the log is damaged; the message gives the line
     */
    public Optional<LoggedAnswer> next() throws IOException {
        try {
            if (!started) {
                require(parser.nextToken() == JsonToken.START_ARRAY, "the file does not start with '['");
                started = true;
            }
            JsonToken token = parser.nextToken();
            if (token == JsonToken.END_ARRAY) {
                require(parser.nextToken() == null, "the file continues after the end of the list");
                return Optional.empty();
            }
            require(token == JsonToken.START_OBJECT, "an entry is not an object");
            return Optional.of(entry());
        } catch (JsonProcessingException e) {
            boolean atEnd = parser.currentLocation().getByteOffset() >= Files.size(file);
            throw new AccuracyException(
                    place(e.getLocation())
                            + (atEnd
                                    ? ": the log ends in the middle, because the process of the run ended early, or the disk"
                                            + " was full: run again"
                                    : ": the log is damaged or was truncated for a submission: "
                                            + e.getOriginalMessage()),
                    e);
        } catch (CharConversionException e) {
            throw new AccuracyException(place(parser.currentLocation()) + ": the log is damaged: " + e.getMessage(), e);
        }
    }

    private String place(@Nullable JsonLocation location) {
        return location == null ? file.toString() : file + ", line " + location.getLineNr();
    }

    private void require(boolean condition, String problem) throws AccuracyException {
        if (!condition) {
            throw invalid(problem);
        }
    }

    private AccuracyException invalid(String problem) {
        return new AccuracyException(place(parser.currentTokenLocation())
                + ": the log is not LoadGen's accuracy log, or it is damaged: " + problem);
    }

    private LoggedAnswer entry() throws IOException {
        String place = place(parser.currentTokenLocation());
        OptionalLong sample = OptionalLong.empty();
        Optional<ByteBuffer> data = Optional.empty();
        Optional<ByteBuffer> firstTokens = Optional.empty();
        OptionalLong tokenCount = OptionalLong.empty();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "qsl_idx" -> sample = OptionalLong.of(integer(field));
                case "data" -> data = Optional.of(bytes(field));
                case "token_data" -> firstTokens = Optional.of(bytes(field));
                case "token_count" -> tokenCount = OptionalLong.of(integer(field));
                default -> parser.skipChildren();
            }
        }
        if (sample.isEmpty() || data.isEmpty()) {
            throw invalid("an entry has no \"" + (sample.isEmpty() ? "qsl_idx" : "data") + "\"");
        }
        if (sample.getAsLong() < 0 || sample.getAsLong() > Integer.MAX_VALUE) {
            throw new AccuracyException(
                    place + ": \"qsl_idx\" must be the index of a sample, from 0: got " + sample.getAsLong());
        }
        return new LoggedAnswer(place, (int) sample.getAsLong(), data.get(), firstTokens, tokenCount);
    }

    private long integer(String field) throws IOException {
        require(parser.currentToken() == JsonToken.VALUE_NUMBER_INT, "\"" + field + "\" is not an integer");
        return parser.getLongValue();
    }

    private ByteBuffer bytes(String field) throws IOException {
        require(parser.currentToken() == JsonToken.VALUE_STRING, "\"" + field + "\" is not a string");
        int start = parser.getTextOffset();
        int length = parser.getTextLength();
        try {
            return ByteBuffer.wrap(HexFormat.of().parseHex(parser.getTextCharacters(), start, start + length));
        } catch (IllegalArgumentException e) {
            throw new AccuracyException(
                    place(parser.currentTokenLocation()) + ": \"" + field + "\" does not contain bytes as pairs of"
                            + " hexadecimal digits: it has " + length + " characters",
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
