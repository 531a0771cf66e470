// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.Tensor;
import io.loadharness.internal.HalfFloats;
import java.nio.ByteBuffer;

/** Reads the elements of a tensor as numbers. Thread-safe; reading does not allocate. */
final class Elements {

    private final String name;
    private final Tensor.Type type;
    private final ByteBuffer data;
    private final int size;

    private Elements(String name, Tensor.Type type, ByteBuffer data) {
        this.name = name;
        this.type = type;
        this.data = data;
        this.size = data.remaining() / type.bytes();
    }

    static Elements of(Tensor tensor) {
        return new Elements(tensor.name(), tensor.type(), tensor.data());
    }

    /** Returns the name of the tensor. */
    String name() {
        return name;
    }

    int size() {
        return size;
    }

    boolean isFloatingPoint() {
        return switch (type) {
            case FLOAT16, FLOAT32, FLOAT64 -> true;
            default -> false;
        };
    }

    /** Returns an element; integers of 64 bits are rounded. */
    double number(int index) {
        int at = data.position() + index * type.bytes();
        return switch (type) {
            case FLOAT32 -> data.getFloat(at);
            case FLOAT64 -> data.getDouble(at);
            case FLOAT16 -> HalfFloats.toDouble(data.getShort(at));
            default -> integer(index);
        };
    }

    /** Returns an element of a type that is not a floating-point type. */
    long integer(int index) {
        int at = data.position() + index * type.bytes();
        return switch (type) {
            case INT8 -> data.get(at);
            case INT16 -> data.getShort(at);
            case INT32 -> data.getInt(at);
            case INT64 -> data.getLong(at);
            default -> Byte.toUnsignedLong(data.get(at));
        };
    }

    /** Returns NaN if an element is NaN, else infinity if an element is infinite, else zero. Reads each element at most once. */
    double worst() {
        double worst = 0;
        if (isFloatingPoint()) {
            for (int i = 0; i < size; i++) {
                double number = number(i);
                if (Double.isNaN(number)) {
                    return number;
                }
                if (Double.isInfinite(number)) {
                    worst = Double.POSITIVE_INFINITY;
                }
            }
        }
        return worst;
    }
}
