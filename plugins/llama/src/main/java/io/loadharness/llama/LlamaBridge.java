// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The native methods. A handle is the address of an engine; {@link #close} makes it invalid. Only {@link #tokenize}, {@link #applyTemplate}
 * and {@link #interrupt} may be called while another thread uses the engine. All methods throw {@link IllegalStateException} with the
 * message of llama.cpp.
 */
final class LlamaBridge {

    /** The number of integers of a row of the table: token, position, sequence, flags. */
    static final int ROW = 4;

    /** The flag of a row after which a token is sampled. */
    static final int SAMPLE = 1;

    /** The flag of a row after which no token is sampled that ends the generation. */
    static final int NO_END = 2;

    /** The sampled token of a row for which the model computed values that are not numbers. */
    static final int NOT_A_NUMBER = -1;

    private LlamaBridge() {}

    static byte[] bytes(Path file) {
        return file.toAbsolutePath().toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Loads the library of llama.cpp, once per process. */
    static native void load(byte[] library);

    /** Loads a model and returns the handle of a new engine. */
    static native long open(byte[] model, int gpuLayers);

    /** Releases an engine. */
    static native void close(long engine);

    /** Allocates the key-value cache. Called once, before the methods that use sequences. */
    static native void createContext(long engine, int cells, int sequences, int batch, int threads);

    /** Returns the description of the model in UTF-8. */
    static native byte[] description(long engine);

    /** Returns the number of tokens that the model was trained for. */
    static native int trainingContext(long engine);

    /** Returns the size of the weights. */
    static native long modelBytes(long engine);

    /** Returns the size of the key-value cache for one token. */
    static native long bytesPerCell(long engine);

    /** Returns the bytes of each token of the vocabulary. Control tokens have no bytes. */
    static native byte[][] pieces(long engine);

    /** Returns true if a token ends the generation. */
    static native boolean endsGeneration(long engine, int token);

    /** Returns the tokens of a text in UTF-8, with the tokens that the model adds to the beginning and the end. */
    static native int[] tokenize(long engine, byte[] text);

    /**
     * Returns a chat as text in UTF-8, or null if llama.cpp does not know the template of the model. The array alternates roles and
     * contents.
     */
    static native byte @Nullable [] applyTemplate(long engine, byte[][] turns);

    /** Returns the memory in which {@link #step} finds rows, and behind the last possible row writes sampled tokens. */
    static native ByteBuffer table(long engine);

    /** Starts a sequence. A temperature of 0 selects the most likely token. */
    static native void begin(long engine, int sequence, float temperature, int topK, float topP, int seed);

    /** Removes a sequence from the key-value cache. */
    static native void end(long engine, int sequence);

    /** Processes the first rows of the table and samples a token after each row with {@link #SAMPLE}. */
    static native void step(long engine, int rows);

    /** Makes the running step and all later steps fail. */
    static native void interrupt(long engine);
}
