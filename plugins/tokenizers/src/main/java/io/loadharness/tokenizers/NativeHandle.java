// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongFunction;

/**
 * A handle for a tokenizer in native memory. The first call of {@link #close} waits for running calls and frees the memory. Calls of
 * {@link #with} then throw an exception. Thread-safe.
 */
final class NativeHandle implements AutoCloseable {

    private static final long FREED = 0;

    private final TokenizersLibrary methods;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private long address;

    NativeHandle(TokenizersLibrary methods, long address) {
        this.methods = methods;
        this.address = address;
    }

    /** Calls a function with the address of the tokenizer. The address is valid until the function returns. */
    <T> T with(LongFunction<T> call) {
        lock.readLock().lock();
        try {
            if (address == FREED) {
                throw new IllegalStateException("the tokenizer is closed");
            }
            return call.apply(address);
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            if (address != FREED) {
                methods.deleteTokenizer(address);
                address = FREED;
            }
        } finally {
            lock.writeLock().unlock();
        }
    }
}
