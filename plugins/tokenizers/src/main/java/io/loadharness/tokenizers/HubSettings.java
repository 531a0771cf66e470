// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where the hub and its cache are, as the environment says it to all tools of Hugging Face.
 *
 * @param endpoint the hub
 * @param token who asks; empty for anybody
 * @param cache the folder with the models
 * @param isOffline whether nothing may be downloaded
 */
record HubSettings(URI endpoint, Optional<String> token, Path cache, boolean isOffline) {

    private static final String PUBLIC_HUB = "https://huggingface.co";

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException if a variable has no meaning; says which
     */
    static HubSettings of(Map<String, String> environment) {
        return new HubSettings(
                endpoint(set(environment, "HF_ENDPOINT").orElse(PUBLIC_HUB)),
                set(environment, "HF_TOKEN").map(HubSettings::requireToken),
                cache(environment),
                set(environment, "HF_HUB_OFFLINE").filter(HubSettings::isYes).isPresent());
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "HubSettings[" + endpoint + ", " + cache + "]";
    }

    private static Optional<String> set(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).map(String::strip).filter(value -> !value.isEmpty());
    }

    private static URI endpoint(String text) {
        try {
            URI endpoint = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            if (endpoint.getHost() != null
                    && ("https".equals(endpoint.getScheme()) || "http".equals(endpoint.getScheme()))) {
                return endpoint;
            }
        } catch (IllegalArgumentException e) {
            // The sentence below says it.
        }
        throw new IllegalArgumentException("HF_ENDPOINT is no address of a hub, as in " + PUBLIC_HUB + ": " + text);
    }

    private static String requireToken(String token) {
        if (token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new IllegalArgumentException("HF_TOKEN holds characters that no token has");
        }
        return token;
    }

    private static Path cache(Map<String, String> environment) {
        return set(environment, "HF_HUB_CACHE").map(Path::of).orElseGet(() -> set(environment, "HF_HOME")
                .map(Path::of)
                .orElseGet(() -> set(environment, "XDG_CACHE_HOME")
                        .map(Path::of)
                        .orElse(Path.of(System.getProperty("user.home"), ".cache"))
                        .resolve("huggingface"))
                .resolve("hub"));
    }

    private static boolean isYes(String value) {
        return value.equals("1") || value.equalsIgnoreCase("true") || value.equalsIgnoreCase("yes");
    }
}
