// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.Failure;
import io.loadharness.inference.Usage;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the frames of responses and reports them to the requests in flight. A frame that violates the protocol throws a
 * {@link ProtocolException}. Only the thread of the process uses it.
 */
final class ResponseFrames {

    private final Flights flights;
    private final BooleanSupplier closing;
    private final Consumer<Flight> cancel;

    /**
     * Creates a decoder.
     *
     * @param closing returns true while the engine is closed; responses of unknown requests are then ignored
     * @param cancel asks the worker to end a request whose result is already known
     */
    ResponseFrames(Flights flights, BooleanSupplier closing, Consumer<Flight> cancel) {
        this.flights = flights;
        this.closing = closing;
        this.cancel = cancel;
    }

    void tokens(ByteBuffer bytes, int start, int end, long nanos) {
        require(end - start >= 8, "TOKENS");
        int entries = bytes.getInt(start);
        int at = start + 8;
        for (int i = 0; i < entries; i++) {
            require(end - at >= 12, "TOKENS");
            int number = bytes.getInt(at + 8);
            require(number > 0 && number <= (end - at - 12) / 4, "TOKENS");
            Flight flight = flight(bytes.getLong(at));
            if (flight != null && !flight.isEnded()) {
                try {
                    if (!flight.addIds(nanos, bytes, at + 12, number)) {
                        cancel.accept(flight);
                    }
                } catch (RuntimeException e) {
                    failOfListener(flight, e, nanos);
                }
            }
            at += 12 + 4 * number;
        }
        require(at == end, "TOKENS");
    }

    void text(ByteBuffer bytes, int start, int end, long nanos) {
        require(end - start >= 12, "TEXT");
        int number = bytes.getInt(start + 8);
        require(number >= 0 || number == WorkerProtocol.UNSENT_TEXT, "TEXT");
        Flight flight = flight(bytes.getLong(start));
        if (flight != null && !flight.isEnded()) {
            try {
                if (!flight.addText(nanos, FrameReader.text(bytes, start + 12, end), number)) {
                    cancel.accept(flight);
                }
            } catch (RuntimeException e) {
                failOfListener(flight, e, nanos);
            }
        }
    }

    void done(ByteBuffer bytes, int start, int end, long nanos) {
        require(end - start >= 36, "DONE");
        int reasonBytes = bytes.getInt(start + 24);
        int textBytes = bytes.getInt(start + 28);
        int ids = bytes.getInt(start + 32);
        require(
                reasonBytes >= 0
                        && textBytes >= 0
                        && ids >= 0
                        && 36L + reasonBytes + textBytes + 4L * ids == end - start,
                "DONE");
        Flight flight = ending(bytes.getLong(start));
        if (flight == null) {
            return;
        }
        int text = start + 36 + reasonBytes;
        int[] finalIds = new int[ids];
        for (int i = 0; i < ids; i++) {
            finalIds[i] = bytes.getInt(text + textBytes + 4 * i);
        }
        try {
            flight.end(
                    nanos,
                    finalIds,
                    FrameReader.text(bytes, text, text + textBytes),
                    new Usage(
                            bytes.getInt(start + 8),
                            bytes.getInt(start + 12),
                            bytes.getInt(start + 16),
                            bytes.getInt(start + 20)),
                    FrameReader.text(bytes, start + 36, text));
        } catch (RuntimeException e) {
            failOfListener(flight, e, nanos);
        }
    }

    void output(ByteBuffer bytes, int start, int end, long nanos) {
        require(end - start >= 8, "OUTPUT");
        Flight flight = ending(bytes.getLong(start));
        if (flight != null) {
            try {
                flight.end(nanos, FrameReader.bytes(bytes, start + 8, end));
            } catch (RuntimeException e) {
                failOfListener(flight, e, nanos);
            }
        }
    }

    void failed(ByteBuffer bytes, int start, int end, long nanos) {
        require(end - start >= 8, "FAILED");
        Map<String, @Nullable Object> object = FrameJson.object(FrameReader.bytes(bytes, start + 8, end));
        Flight flight = ending(bytes.getLong(start));
        if (flight != null) {
            fail(flight, new Failure(kind(FrameJson.text(object, "kind")), FrameJson.text(object, "message")), nanos);
        }
    }

    private static Failure.Kind kind(String name) {
        try {
            return Failure.Kind.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return Failure.Kind.BACKEND_EXCEPTION;
        }
    }

    /** Returns the request in flight with an id; null while the engine is closed. */
    private @Nullable Flight flight(long id) {
        Flight flight = flights.get(id);
        if (flight == null && !closing.getAsBoolean()) {
            throw new ProtocolException(
                    flights.wasUsed(id)
                            ? "sent a part of a response after the end of this response (id " + id + ")"
                            : "sent a response with the id " + id + ", which no request has");
        }
        return flight;
    }

    /** Removes a request at the end of its response. Returns null if its result was already reported. */
    private @Nullable Flight ending(long id) {
        Flight flight = flight(id);
        if (flight == null) {
            return null;
        }
        flights.remove(flight);
        return flight.isEnded() ? null : flight;
    }

    static void require(boolean fits, String frame) {
        if (!fits) {
            throw new ProtocolException("sent a " + frame + " frame whose counts do not match its length");
        }
    }

    private void failOfListener(Flight flight, RuntimeException cause, long nanos) {
        if (!flight.isEnded()) {
            fail(flight, Failure.of(cause), nanos);
            cancel.accept(flight);
        }
    }

    static void fail(Flight flight, Failure why, long nanos) {
        try {
            flight.fail(why, nanos);
        } catch (RuntimeException e) {
            // The listener does not accept the failure. The result of the sample is already known.
        }
    }
}
