// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A loop around llama.cpp without LoadGen, requests, listeners and text: the upper limit for the token rate of the engine. It calls the
 * same native code and fills the same batches.
 */
public final class BareLoop implements AutoCloseable {

    private static final int BATCH = 512;

    private final long engine;
    private final int sequences;
    private final IntBuffer table;

    /** Loads a model. */
    public BareLoop(Path model, int context, int sequences, int threads) throws IOException {
        NativeLibraries.load();
        this.sequences = sequences;
        engine = LlamaBridge.open(LlamaBridge.bytes(model), 0);
        LlamaBridge.createContext(engine, context * sequences, sequences, BATCH, threads);
        table = LlamaBridge.table(engine).order(ByteOrder.nativeOrder()).asIntBuffer();
    }

    /** Generates tokens for each prompt. Returns the number of generated tokens. */
    public long generate(List<int[]> prompts, int tokens) {
        int[] prompt = new int[sequences];
        int[] done = new int[sequences];
        int[] last = new int[sequences];
        int[] rowsOf = new int[sequences];
        Arrays.fill(prompt, -1);
        int next = 0;
        int active = 0;
        long generated = 0;
        while (next < prompts.size() || active > 0) {
            int rows = 0;
            int sampled = 0;
            for (int slot = 0; slot < sequences; slot++) {
                if (prompt[slot] < 0 && next < prompts.size()) {
                    LlamaBridge.begin(engine, slot, 0, 0, 1, 0);
                    prompt[slot] = next++;
                    done[slot] = 0;
                    active++;
                }
                if (prompt[slot] < 0) {
                    continue;
                }
                int[] ids = prompts.get(prompt[slot]);
                if (done[slot] > 0) {
                    put(rows++, last[slot], ids.length + done[slot] - 1, slot, LlamaBridge.SAMPLE);
                } else {
                    for (int i = 0; i < ids.length; i++) {
                        put(rows++, ids[i], i, slot, i == ids.length - 1 ? LlamaBridge.SAMPLE : 0);
                    }
                }
                rowsOf[sampled++] = slot;
            }
            LlamaBridge.step(engine, rows);
            for (int i = 0; i < sampled; i++) {
                int slot = rowsOf[i];
                last[slot] = table.get(BATCH * LlamaBridge.ROW + i);
                generated++;
                if (++done[slot] == tokens) {
                    LlamaBridge.end(engine, slot);
                    prompt[slot] = -1;
                    active--;
                }
            }
        }
        return generated;
    }

    /** Returns the library of llama.cpp for this platform. */
    public static InputStream library() throws IOException {
        return NativeLibraries.llama();
    }

    private void put(int row, int token, int position, int slot, int flags) {
        int at = row * LlamaBridge.ROW;
        table.put(at, token);
        table.put(at + 1, position);
        table.put(at + 2, slot);
        table.put(at + 3, flags);
    }

    @Override
    public void close() {
        LlamaBridge.close(engine);
    }
}
