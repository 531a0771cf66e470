// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.Spread;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.util.List;
import java.util.OptionalInt;

/**
 * The number of samples in flight at a backend in the offline scenario. An engine with its own queue can ask for more samples than usual.
 * The prompts of these samples are in the memory of the engine, and therefore limited. Tensors are not limited: an engine asks for as many
 * as its batches need, and has memory for these batches.
 */
final class OfflineInFlight {

    private static final long MAX_PROMPT_BYTES = 1L << 28;

    /** The maximum number of requests whose prompts are measured. A data set may decode them on each access. */
    private static final int MAX_MEASURED = 1000;

    private OfflineInFlight() {}

    /** Returns the limit of a backend; empty for no limit. */
    static OptionalInt limit(Spread spread, int backend, InferenceBackend engine, List<InferenceRequest> requests) {
        OptionalInt usual = spread.concurrency(backend);
        if (usual.isEmpty() || !spread.isDefaultConcurrency()) {
            return usual;
        }
        OptionalInt asked = engine.concurrentRequests();
        if (asked.isEmpty() || asked.getAsInt() <= usual.getAsInt()) {
            return asked.isEmpty() ? usual : asked;
        }
        if (engine.requestLimit().isPresent()) {
            return usual; // the limit includes the time in the queue of the engine
        }
        long affordable = MAX_PROMPT_BYTES / Math.max(1, meanBytes(requests));
        return OptionalInt.of((int) Math.max(usual.getAsInt(), Math.min(asked.getAsInt(), affordable)));
    }

    private static long meanBytes(List<InferenceRequest> requests) {
        int step = Math.max(1, requests.size() / MAX_MEASURED);
        long sum = 0;
        int count = 0;
        for (int i = 0; i < requests.size(); i += step) {
            Prompt prompt = requests.get(i).prompt();
            sum += bytes(prompt);
            count++;
        }
        return sum / Math.max(1, count);
    }

    private static long bytes(Prompt prompt) {
        if (prompt instanceof Prompt.Tensors) {
            return 0;
        }
        return (long) prompt.length() * (prompt instanceof Prompt.TokenIds ? Integer.BYTES : 1);
    }
}
