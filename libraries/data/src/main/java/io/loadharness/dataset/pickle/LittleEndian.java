package io.loadharness.dataset.pickle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Whole numbers whose lowest byte comes first, which is how pickles and most arrays have them. */
final class LittleEndian {

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private LittleEndian() {}

    static short of2(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at);
    }

    static int of4(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static long of8(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
    }
}
