// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.SamplePreprocessor;
import io.loadharness.inference.Tensor;
import io.loadharness.internal.Suggestions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the options of the engine {@code onnx}. */
final class OnnxOptions {

    private static final List<String> NAMES = List.of(
            "model",
            "threads",
            "inter-threads",
            "sessions",
            "provider",
            "provider-KEY",
            "config-KEY",
            "batching",
            "max-batch",
            "max-delay",
            "preprocess",
            "output",
            "output-name",
            "output-type",
            "offset",
            "allow-nan",
            "warm-up");

    private static final String PROVIDER_OPTION = "provider-";
    private static final String CONFIG = "config-";
    private static final String TOP_K = "top-k:";
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(us|ms|s)");

    private final Map<String, String> left;

    private OnnxOptions(Map<String, String> options) {
        left = new LinkedHashMap<>(options);
    }

    /**
     * Returns a builder with the options.
     *
     * @throws IllegalArgumentException if an option is missing, unknown or out of range; the message names the option
     */
    static OnnxBackend.Builder builder(Map<String, String> options) {
        return new OnnxOptions(options).builder();
    }

    private OnnxBackend.Builder builder() {
        String model = take("model");
        if (model == null || model.isBlank()) {
            throw new IllegalArgumentException("the option model is missing; set it to the path of an ONNX model");
        }
        OnnxBackend.Builder builder = OnnxBackend.builder(Path.of(model));
        String threads = take("threads");
        if (threads != null) {
            builder.threads(number("threads", threads, 1));
        }
        String interThreads = take("inter-threads");
        if (interThreads != null) {
            builder.interThreads(number("inter-threads", interThreads, 1));
        }
        String sessions = take("sessions");
        if (sessions != null) {
            builder.sessions(number("sessions", sessions, 1));
        }
        String warmUp = take("warm-up");
        if (warmUp != null) {
            builder.warmUp(number("warm-up", warmUp, 0));
        }
        String allowNan = take("allow-nan");
        if (allowNan != null) {
            builder.allowNan(bool("allow-nan", allowNan));
        }
        String outputName = take("output-name");
        if (outputName != null) {
            builder.outputs(outputName.split(",", -1));
        }
        String preprocess = take("preprocess");
        if (preprocess != null) {
            builder.preprocessor(SamplePreprocessor.named(preprocess));
        }
        batching(builder);
        output(builder);
        String provider = take("provider");
        builder.provider(provider == null ? ExecutionProvider.CPU : provider, withPrefix(PROVIDER_OPTION));
        withPrefix(CONFIG).forEach(builder::config);
        for (String each : left.keySet()) {
            throw new IllegalArgumentException(
                    "unknown option '" + each + "' of the engine onnx" + Suggestions.hintAndNames(each, NAMES));
        }
        return builder;
    }

    private void batching(OnnxBackend.Builder builder) {
        String batching = take("batching");
        String maxBatch = take("max-batch");
        String maxDelay = take("max-delay");
        if (batching != null && !batching.equals("none") && !batching.equals("dynamic")) {
            throw new IllegalArgumentException("the option batching must be none or dynamic: got '" + batching + "'");
        }
        if (!"dynamic".equals(batching)) {
            if (maxBatch != null || maxDelay != null) {
                throw new IllegalArgumentException(
                        "the options max-batch and max-delay need batching=dynamic; for static batches, use the batch size of the run");
            }
            return;
        }
        if (maxBatch == null) {
            throw new IllegalArgumentException("batching=dynamic needs the option max-batch, for example max-batch=8");
        }
        builder.dynamicBatching(
                number("max-batch", maxBatch, 2),
                maxDelay == null ? Duration.ofMillis(2) : duration("max-delay", maxDelay));
    }

    private void output(OnnxBackend.Builder builder) {
        String output = take("output");
        String type = take("output-type");
        String offset = take("offset");
        if (output == null || output.equals("raw")) {
            if (type != null || offset != null) {
                throw new IllegalArgumentException(
                        "the options output-type and offset need output=argmax or output=top-k:K");
            }
            return;
        }
        int count;
        if (output.equals("argmax")) {
            count = 1;
        } else if (output.startsWith(TOP_K)) {
            count = number("output", output.substring(TOP_K.length()), 1);
        } else {
            throw new IllegalArgumentException(
                    "the option output must be raw, argmax or top-k:K: got '" + output + "'");
        }
        Tensor.Type encoded = type == null
                ? Tensor.Type.FLOAT32
                : Tensor.Type.named(type)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "the option output-type must be float32, int32 or int64: got '" + type + "'"));
        builder.encoder(OutputEncoder.classes(
                count, encoded, offset == null ? 0 : number("offset", offset, Integer.MIN_VALUE)));
    }

    private @Nullable String take(String name) {
        return left.remove(name);
    }

    private Map<String, String> withPrefix(String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        left.forEach((name, value) -> {
            if (name.startsWith(prefix) && name.length() > prefix.length()) {
                found.put(name.substring(prefix.length()), value);
            }
        });
        found.keySet().forEach(each -> left.remove(prefix + each));
        return found;
    }

    private static int number(String name, String value, int min) {
        try {
            int number = Integer.parseInt(value);
            if (number >= min) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the message is the same as for a number that is too small
        }
        throw new IllegalArgumentException("the option " + name + " must be an integer"
                + (min == Integer.MIN_VALUE ? "" : " of at least " + min) + ": got '" + value + "'");
    }

    private static boolean bool(String name, String value) {
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("the option " + name + " must be true or false: got '" + value + "'");
        }
        return value.equals("true");
    }

    private static Duration duration(String name, String value) {
        Matcher matcher = DURATION.matcher(value);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("the option " + name
                    + " must be a number with a unit, for example 500us, 2ms or 1s: got '" + value + "'");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "us" -> Duration.ofNanos(number * 1_000);
            case "ms" -> Duration.ofMillis(number);
            default -> Duration.ofSeconds(number);
        };
    }
}
