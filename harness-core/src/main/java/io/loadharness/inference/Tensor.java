// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A multi-dimensional array of numbers, for example the pixels of an image. Immutable, as long as the caller does not change the buffer.
 *
 * <pre>{@code
 * ByteBuffer pixels = ByteBuffer.allocateDirect(3 * 224 * 224 * Float.BYTES).order(ByteOrder.nativeOrder());
 * Prompt image = new Prompt.Tensors(List.of(new Tensor("input", Tensor.Type.FLOAT32, new long[] {3, 224, 224}, pixels)));
 * }</pre>
 */
public final class Tensor {

    /** The type of the elements. The names are those of NumPy. */
    public enum Type {
        /** True or false, one byte each. */
        BOOL(1),
        /** Signed integers of 8 bits. */
        INT8(1),
        /** Unsigned integers of 8 bits. */
        UINT8(1),
        /** Signed integers of 16 bits. */
        INT16(2),
        /** Signed integers of 32 bits. */
        INT32(4),
        /** Signed integers of 64 bits. */
        INT64(8),
        /** Floating-point numbers of 16 bits (IEEE 754). */
        FLOAT16(2),
        /** Floating-point numbers of 32 bits. */
        FLOAT32(4),
        /** Floating-point numbers of 64 bits. */
        FLOAT64(8);

        private final int bytes;

        Type(int bytes) {
            this.bytes = bytes;
        }

        /** Returns the size of an element in bytes. */
        public int bytes() {
            return bytes;
        }

        /** Returns the type with the given NumPy name, for example {@code float32}; empty if no type has this name. */
        public static Optional<Type> named(String name) {
            return Arrays.stream(values())
                    .filter(each -> each.toString().equals(name))
                    .findFirst();
        }

        /** Returns the name that NumPy uses, for example {@code float32}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final String name;
    private final Type type;
    private final long[] shape;
    private final ByteBuffer data;

    /**
     * Creates a tensor. The tensor copies neither the shape nor the buffer. Do not change the shape or the content of the buffer.
     *
     * @param name the name of the model's input; empty for a model with one input
     * @param shape the dimensions, without the batch dimension
     * @param data the elements between position and limit, in native byte order and row-major order. Engines can use a direct buffer
     *     without a copy
     * @throws IllegalArgumentException if the size of the data does not match the shape
     */
    public Tensor(String name, Type type, long[] shape, ByteBuffer data) {
        this.name = Objects.requireNonNull(name, "name");
        this.type = Objects.requireNonNull(type, "type");
        this.shape = Objects.requireNonNull(shape, "shape");
        this.data = data.asReadOnlyBuffer().order(ByteOrder.nativeOrder());
        long bytes = Math.multiplyExact(elements(shape), type.bytes());
        if (bytes != data.remaining()) {
            throw new IllegalArgumentException("the tensor '" + name + "' of " + description() + " needs " + bytes
                    + " bytes, but has " + data.remaining());
        }
    }

    private static long elements(long[] shape) {
        long elements = 1;
        for (long each : shape) {
            if (each < 0) {
                throw new IllegalArgumentException("dimensions must not be negative: got " + Arrays.toString(shape));
            }
            elements = Math.multiplyExact(elements, each);
        }
        return elements;
    }

    /** Returns the name of the model's input; empty for a model with one input. */
    public String name() {
        return name;
    }

    /** Returns the type of the elements. */
    public Type type() {
        return type;
    }

    /** Returns the dimensions, without the batch dimension. The array is not a copy; do not change it. */
    public long[] shape() {
        return shape;
    }

    /** Returns the elements in native byte order and row-major order, as a new read-only view. */
    public ByteBuffer data() {
        return data.duplicate().order(ByteOrder.nativeOrder());
    }

    /**
     * Copies the bytes of all elements into a buffer, starting at an index of the buffer. Changes neither the position nor the limit of the
     * buffer.
     */
    public void copyTo(ByteBuffer target, int index) {
        target.put(index, data, data.position(), data.remaining());
    }

    /** Returns the size in bytes. */
    public int bytes() {
        return data.remaining();
    }

    /** Returns the type and the shape as text for messages, for example {@code float32[3, 224, 224]}. */
    public String description() {
        return type + Arrays.toString(shape);
    }

    @Override
    public String toString() {
        return "Tensor[" + name + ", " + description() + "]";
    }
}
