// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import io.loadharness.inference.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The response of a model to one sample, as LoadGen logged it. Immutable.
 *
 * <pre>{@code
 * int count = answer.count(Tensor.Type.FLOAT32);
 * double best = answer.number(Tensor.Type.FLOAT32, 0);
 * }</pre>
 *
 * @param place the file and the line of the response, for messages
 * @param sample the index of the sample in the data set
 * @param data the bytes of the response
 * @param firstTokens the bytes of the response when its first tokens had arrived; empty if the run did not time tokens
 * @param tokenCount the number of tokens; empty if the run did not count tokens
 */
public record LoggedAnswer(
        String place, int sample, ByteBuffer data, Optional<ByteBuffer> firstTokens, OptionalLong tokenCount) {

    public LoggedAnswer {
        Objects.requireNonNull(place, "place");
        data = littleEndian(data);
        firstTokens = firstTokens.map(LoggedAnswer::littleEndian);
        Objects.requireNonNull(tokenCount, "tokenCount");
    }

    private static ByteBuffer littleEndian(ByteBuffer bytes) {
        return bytes.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the bytes of the response in little-endian order, as a new read-only view. */
    @Override
    public ByteBuffer data() {
        return littleEndian(data);
    }

    /**
     * Returns the number of elements of the response.
     *
     * @throws AccuracyException if the response is empty, or its size is not a multiple of the size of an element
     */
    public int count(Tensor.Type type) throws AccuracyException {
        int bytes = data.remaining();
        if (bytes == 0) {
            throw new AccuracyException(place + ": the response to sample " + sample + " is empty");
        }
        if (bytes % type.bytes() != 0) {
            throw new AccuracyException(place + ": the response to sample " + sample + " has " + bytes
                    + (bytes == 1 ? " byte" : " bytes") + ", which is not a multiple of the " + type.bytes()
                    + " bytes of a number of type " + type + ": set the type that the system wrote");
        }
        return bytes / type.bytes();
    }

    /**
     * Returns an element of the response.
     *
     * @throws IllegalArgumentException if responses cannot have this type
     */
    public double number(Tensor.Type type, int index) {
        int at = data.position() + index * type.bytes();
        return switch (type) {
            case FLOAT32 -> data.getFloat(at);
            case FLOAT64 -> data.getDouble(at);
            case INT8 -> data.get(at);
            case INT16 -> data.getShort(at);
            case INT32 -> data.getInt(at);
            case INT64 -> data.getLong(at);
            default -> throw new IllegalArgumentException("responses of type " + type + " cannot be read as numbers");
        };
    }
}
