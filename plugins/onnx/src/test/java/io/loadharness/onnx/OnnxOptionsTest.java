// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static io.loadharness.onnx.Samples.floats;
import static io.loadharness.onnx.Samples.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.testkit.RecordedResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OnnxOptionsTest {

    @Test
    void isFoundByName() {
        EngineProvider provider = EngineProvider.named("onnx");
        assertThat(provider).isInstanceOf(OnnxProvider.class);
        assertThat(provider.takesTensors()).isTrue();
    }

    @Test
    void usesAllOptions() throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("model", Samples.model("labels").toString());
        options.put("threads", "1");
        options.put("inter-threads", "1");
        options.put("sessions", "2");
        options.put("provider", "cpu");
        options.put("config-session.intra_op.allow_spinning", "0");
        options.put("batching", "dynamic");
        options.put("max-batch", "4");
        options.put("max-delay", "500us");
        options.put("output", "top-k:2");
        options.put("output-name", "softmax_tensor:0");
        options.put("output-type", "int64");
        options.put("offset", "-1");
        options.put("allow-nan", "true");
        options.put("warm-up", "1");
        try (InferenceBackend backend = EngineProvider.named("onnx").create(options)) {
            assertThat(backend.concurrentBatches()).isIn(2, 4); // depends on the number of processors
            backend.start();
            backend.check(request(0, floats("x", 0, 1, 9, 3, 4)));
            RecordedResponse listener = new RecordedResponse();
            backend.send(request(0, floats("x", 0, 1, 9, 3, 4)), listener);
            assertThat(Samples.longs(listener.await())).containsExactly(1, 3);
        }
    }

    @Test
    void needsAModel() {
        assertThatThrownBy(() -> EngineProvider.named("onnx").create(Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the option model is missing; set it to the path of an ONNX model");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "thread | 1 | unknown option 'thread' of the engine onnx; did you mean 'threads'? Allowed: model, threads",
                "provider- | 1 | unknown option 'provider-' of the engine onnx; did you mean 'provider-KEY'?",
                "threads | 0 | the option threads must be an integer of at least 1: got '0'",
                "threads | many | the option threads must be an integer of at least 1: got 'many'",
                "sessions | 99999999999 | the option sessions must be an integer of at least 1: got '99999999999'",
                "inter-threads | -1 | the option inter-threads must be an integer of at least 1: got '-1'",
                "warm-up | -1 | the option warm-up must be an integer of at least 0: got '-1'",
                "allow-nan | yes | the option allow-nan must be true or false: got 'yes'",
                "batching | static | the option batching must be none or dynamic: got 'static'",
                "batching | dynamic | batching=dynamic needs the option max-batch, for example max-batch=8",
                "max-batch | 8 | the options max-batch and max-delay need batching=dynamic",
                "max-delay | 2ms | the options max-batch and max-delay need batching=dynamic",
                "output | softmax | the option output must be raw, argmax or top-k:K: got 'softmax'",
                "output | top-k:0 | the option output must be an integer of at least 1: got '0'",
                "offset | 1 | the options output-type and offset need output=argmax or output=top-k:K",
                "provider | rocm | unknown provider 'rocm'. Allowed: coreml, cpu, cuda",
                "provider-device_id | 1 | the provider cpu has no options: got device_id",
            })
    void refusesInvalidOptions(String name, String value, String message) {
        assertThatThrownBy(() -> EngineProvider.named("onnx").create(Map.of("model", "m.onnx", name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "batching=dynamic,max-batch=1 | the option max-batch must be an integer of at least 2: got '1'",
                "batching=dynamic,max-batch=8,max-delay=2 | the option max-delay must be a number with a unit",
                "output=argmax,output-type=float | the option output-type must be float32, int32 or int64: got 'float'",
                "output=argmax,output-type=int8 | classes must be encoded as float32, int32 or int64: got int8",
                "output=argmax,offset=x | the option offset must be an integer: got 'x'",
            })
    void refusesInvalidCombinations(String options, String message) {
        Map<String, String> all = new LinkedHashMap<>(Map.of("model", "m.onnx"));
        for (String each : options.split(",", -1)) {
            all.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        assertThatThrownBy(() -> EngineProvider.named("onnx").create(all))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
