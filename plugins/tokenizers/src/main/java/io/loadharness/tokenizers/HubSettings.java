// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The address of the Hugging Face Hub and settings for downloads from it, read from the environment variables that all Hugging Face tools
 * use.
 *
 * @param endpoint the address of the hub
 * @param token the access token; if it is empty, only public models can be downloaded
 * @param cache the cache folder, which contains a folder for each model
 * @param isOffline true if downloads are disabled
 */
record HubSettings(URI endpoint, Optional<String> token, Path cache, boolean isOffline) {

    private static final String PUBLIC_HUB = "https://huggingface.co";

    /**
     * Reads the environment variables.
     *
     * @throws IllegalArgumentException if a variable is invalid; the message contains its name
     */
    static HubSettings of(Map<String, String> environment) {
        return new HubSettings(
                endpoint(set(environment, "HF_ENDPOINT").orElse(PUBLIC_HUB)),
                set(environment, "HF_TOKEN").map(HubSettings::requireToken),
                cache(environment),
                set(environment, "HF_HUB_OFFLINE").filter(HubSettings::isYes).isPresent());
    }

    /** Returns the settings without the token. */
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
            // Reported below.
        }
        throw new IllegalArgumentException(
                "HF_ENDPOINT must be the URL of a hub, such as " + PUBLIC_HUB + ": got " + text);
    }

    private static String requireToken(String token) {
        if (token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new IllegalArgumentException("HF_TOKEN contains a character that is not allowed in a token");
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
