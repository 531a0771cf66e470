// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.http.Secret;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The server of a profile. Values that are not in the profile are empty.
 *
 * @param url the URL of the server
 * @param model the name of the model
 * @param apiKey the bearer token
 * @param certificate the certificate of the client
 * @param key the private key of the client
 * @param ignoresEos true if completions continue to the requested length
 */
public record ServerPart(
        Optional<String> url,
        Optional<String> model,
        Optional<Secret> apiKey,
        Optional<Path> certificate,
        Optional<Path> key,
        boolean ignoresEos) {

    static ServerPart of(YamlMap server) {
        server.allowOnly("type", "base_url", "model_name", "api_key", "cert_path", "key_path", "ignore_eos");
        server.find("type").ifPresent(type -> ProfileKeys.choice(type, "vllm", "sglang", "tgi"));
        return new ServerPart(
                server.find("base_url").map(YamlValue::text),
                server.find("model_name").map(YamlValue::text),
                server.find("api_key").map(YamlValue::secret).map(Secret::of),
                server.find("cert_path").map(YamlValue::file),
                server.find("key_path").map(YamlValue::file),
                server.find("ignore_eos").map(YamlValue::flag).orElse(true));
    }
}
