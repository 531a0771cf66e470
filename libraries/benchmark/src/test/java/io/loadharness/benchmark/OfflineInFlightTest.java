// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.benchmark.endpoint.Spread;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import io.loadharness.inference.Tensor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Tests the number of samples in flight at engines in the offline scenario. */
class OfflineInFlightTest {

    private record Engine(OptionalInt concurrentRequests, Optional<Duration> requestLimit) implements InferenceBackend {

        @Override
        public String name() {
            return "engine";
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    private static OptionalInt limit(OptionalInt concurrency, boolean isDefault, OptionalInt asked, Prompt... prompts) {
        return limit(new Engine(asked, Optional.empty()), concurrency, isDefault, prompts);
    }

    private static OptionalInt limit(Engine engine, OptionalInt concurrency, boolean isDefault, Prompt... prompts) {
        Spread spread = new Spread(
                Routing.ROUND_ROBIN, List.of(), concurrency, isDefault, 1, 1, OptionalInt.empty(), SampleOrder.ISSUED);
        List<InferenceRequest> requests = List.of(prompts).stream()
                .map(each -> InferenceRequest.of(0, each))
                .toList();
        return OfflineInFlight.limit(spread, 0, engine, requests);
    }

    @Test
    void engineGetsTheNumberThatItAsksFor() {
        Prompt prompt = Prompt.of(1, 2, 3);
        OptionalInt usual = OptionalInt.of(256);

        assertThat(limit(usual, true, OptionalInt.of(8192), prompt)).hasValue(8192);
        assertThat(limit(usual, true, OptionalInt.of(2), prompt)).hasValue(2);
        assertThat(limit(usual, true, OptionalInt.empty(), prompt)).hasValue(256);
    }

    @Test
    void concurrencyOfTheUserAndOtherScenariosHavePrecedence() {
        Prompt prompt = Prompt.of(1, 2, 3);

        assertThat(limit(OptionalInt.of(16), false, OptionalInt.of(8192), prompt))
                .hasValue(16);
        assertThat(limit(OptionalInt.empty(), true, OptionalInt.of(8192), prompt))
                .isEmpty();
    }

    @Test
    void aRequestLimitKeepsTheQueueOfTheEngineShort() {
        Engine engine = new Engine(OptionalInt.of(8192), Optional.of(Duration.ofMinutes(5)));

        assertThat(limit(engine, OptionalInt.of(256), true, Prompt.of(1))).hasValue(256);
    }

    /** 256 MiB of prompts are 4096 prompts of 16,384 tokens, or of 65,536 characters. */
    @Test
    void memoryOfThePromptsIsLimited() {
        OptionalInt usual = OptionalInt.of(256);
        OptionalInt asked = OptionalInt.of(8192);

        assertThat(limit(usual, true, asked, Prompt.of(new int[16_384]))).hasValue(4096);
        assertThat(limit(usual, true, asked, Prompt.of("a".repeat(65_536)))).hasValue(4096);
        assertThat(limit(usual, true, asked, Prompt.of(new int[4]), Prompt.of(new int[32_764])))
                .hasValue(4096);
        assertThat(limit(usual, true, asked, Prompt.of(new int[10_000_000]))).hasValue(256);
    }

    @Test
    void memoryOfTensorsIsNotLimited() {
        Tensor image = new Tensor("", Tensor.Type.UINT8, new long[] {1 << 20}, ByteBuffer.allocate(1 << 20));

        assertThat(limit(OptionalInt.of(256), true, OptionalInt.of(1024), new Prompt.Tensors(List.of(image))))
                .hasValue(1024);
    }
}
