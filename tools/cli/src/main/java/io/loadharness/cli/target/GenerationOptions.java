// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loadharness.cli.options.Counts;
import io.loadharness.inference.GenerationParameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the generation of completions. */
public final class GenerationOptions {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final String FROM_DATA = "it comes from the data set";

    /** Fields that the client writes itself, and the remedy for each. */
    private static final Map<String, String> OWN_FIELDS = Map.ofEntries(
            Map.entry("model", "use --model"),
            Map.entry("stream", "use --no-streaming for complete responses"),
            Map.entry("stream_options", "the client needs its own value to count tokens"),
            Map.entry("return_token_ids", "the client sets it for dialects with token ids"),
            Map.entry("n", "a request is one completion"),
            Map.entry("messages", FROM_DATA),
            Map.entry("prompt", FROM_DATA),
            Map.entry("text", FROM_DATA),
            Map.entry("input_ids", FROM_DATA),
            Map.entry("max_tokens", "use --max-tokens"),
            Map.entry("min_tokens", "use --min-tokens"),
            Map.entry("temperature", "use --temperature"),
            Map.entry("top_p", "use --top-p"),
            Map.entry("top_k", "use --top-k"),
            Map.entry("seed", "use --sampling-seed"),
            Map.entry("stop", "use --stop"),
            Map.entry("ignore_eos", "use --ignore-eos"));

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            defaultValue = "128",
            description = "Maximum number of output tokens of a completion. The column 'output_lens' of a data set"
                    + " takes precedence over this option. Default: 128")
    private int maxTokens;

    @Option(
            names = "--min-tokens",
            paramLabel = "N",
            description = "Minimum number of output tokens of a completion, for example 16. Default: no minimum")
    private @Nullable Integer minTokens;

    @Option(
            names = "--temperature",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Sampling temperature, for example 0.7. With 0, the server always chooses the most likely token."
                            + " Default: ${DEFAULT-VALUE}")
    private double temperature;

    @Option(
            names = "--top-p",
            paramLabel = "N",
            description =
                    "Sample only from the most likely tokens whose probabilities add up to this value, for example"
                            + " 0.95. Default: the setting of the server")
    private @Nullable Double topP;

    @Option(
            names = "--top-k",
            paramLabel = "N",
            description =
                    "Sample only from the N most likely tokens, for example 40. With -1, the server samples from all"
                            + " tokens. Default: the setting of the server")
    private @Nullable Integer topK;

    @Option(
            names = "--sampling-seed",
            paramLabel = "N",
            description =
                    "Seed that is sent to the server for reproducible sampling, for example 42. Default: no seed is"
                            + " sent")
    private @Nullable Long seed;

    @Option(
            names = "--ignore-eos",
            description =
                    "Let completions continue after the end-of-sequence token, up to --max-tokens. vLLM, SGLang and"
                            + " llama.cpp support this option.")
    private boolean ignoresEos;

    @Option(
            names = "--stop",
            paramLabel = "TEXT",
            description = "A text that ends a completion, for example '###'. May be repeated.")
    private List<String> stop = List.of();

    @Option(
            names = "--extra-body",
            paramLabel = "JSON",
            description = "A JSON object whose fields are added to each request unchanged, for example '{\"min_p\":"
                    + " 0.1}'.")
    private @Nullable String extraBody;

    @Option(
            names = "--no-streaming",
            description =
                    "Request complete responses instead of streams. The time to first token is then not measured.")
    private boolean notStreamed;

    @Option(
            names = "--no-token-counts",
            description = "Accept responses without token counts. The reports then contain no token metrics.")
    private boolean uncounted;

    /**
     * Returns the parameters for the servers.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public GenerationParameters parameters() {
        Counts.requireAtLeast(1, "--max-tokens", maxTokens);
        require(
                minTokens == null || minTokens <= maxTokens,
                "--min-tokens must be at most --max-tokens, which is " + maxTokens + ": got " + minTokens);
        return optional(true).maxTokens(maxTokens).build();
    }

    /**
     * Returns the parameters for the requests of a profile: only those that the user gave. Each request has its own maximum length.
     *
     * @param hasTemperature true if the user gave a temperature
     * @param ignoresEos true if the completions of the profile continue after the end-of-sequence token
     * @throws IllegalArgumentException if a value is out of range
     */
    public GenerationParameters parametersOfProfile(boolean hasTemperature, boolean ignoresEos) {
        return optional(hasTemperature).ignoreEos(this.ignoresEos || ignoresEos).build();
    }

    private GenerationParameters.Builder optional(boolean hasTemperature) {
        GenerationParameters.Builder parameters = GenerationParameters.builder();
        require(temperature >= 0 && temperature <= 100, "--temperature must be from 0 to 100: got " + temperature);
        if (hasTemperature) {
            parameters.temperature(temperature);
        }
        if (minTokens != null) {
            Counts.requireAtLeast(0, "--min-tokens", minTokens);
            parameters.minTokens(minTokens);
        }
        if (topP != null) {
            require(topP > 0 && topP <= 1, "--top-p must be more than 0 and at most 1: got " + topP);
            parameters.topP(topP);
        }
        if (topK != null) {
            Counts.requireAtLeast(-1, "--top-k", topK);
            parameters.topK(topK);
        }
        if (seed != null) {
            parameters.seed(seed);
        }
        stop.forEach(text -> require(!text.isEmpty(), "--stop must not be empty: leave out --stop"));
        parameters.stop(stop.toArray(String[]::new)).ignoreEos(ignoresEos);
        if (extraBody != null) {
            extraFields(extraBody).forEach(parameters::extra);
        }
        return parameters;
    }

    private static Map<String, @Nullable Object> extraFields(String json) {
        JsonNode read;
        try {
            read = JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "--extra-body is not valid JSON at character "
                            + e.getLocation().getColumnNr() + ": write for example '{\"min_p\": 0.1}'.",
                    e);
        }
        require(
                read.isObject(),
                "--extra-body must be a JSON object, for example '{\"min_p\": 0.1}': got " + read + ".");
        read.fieldNames().forEachRemaining(field -> {
            String remedy = OWN_FIELDS.get(field);
            require(remedy == null, "--extra-body must not contain '" + field + "': " + remedy + ".");
        });
        return JSON.convertValue(read, new TypeReference<LinkedHashMap<String, @Nullable Object>>() {});
    }

    /** Returns true if responses are streamed. */
    public boolean isStreamed() {
        return !notStreamed;
    }

    /** Returns true if a response without a token count is a failure. */
    public boolean requiresTokenCounts() {
        return !uncounted;
    }

    private static void require(boolean valid, String message) {
        if (!valid) {
            throw new IllegalArgumentException(message);
        }
    }
}
