// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The address of the Hugging Face Hub and settings for downloads from it. They are read from environment variables, which all Hugging Face
 * tools use.
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
     * @throws IllegalArgumentException if a variable is invalid; the message names the variable
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
        URI endpoint;
        try {
            endpoint = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
        } catch (URISyntaxException e) {
            throw invalid(text);
        }
        if (endpoint.getUserInfo() != null) {
            throw new IllegalArgumentException(
                    "HF_ENDPOINT must not have a user or password: set HF_TOKEN to the access token");
        }
        if (endpoint.getRawQuery() != null || endpoint.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "HF_ENDPOINT must not have a query or a fragment: remove the part after ? or #");
        }
        boolean isHttp = "http".equals(endpoint.getScheme());
        if (endpoint.getHost() == null || !(isHttp || "https".equals(endpoint.getScheme()))) {
            throw invalid(text);
        }
        if (isHttp && !isLoopback(endpoint.getHost())) {
            throw new IllegalArgumentException("HF_ENDPOINT must start with https://, because http:// would send the"
                    + " token and the files unprotected over the network; only a hub on this machine may use http"
                    + shown(text));
        }
        return endpoint;
    }

    private static IllegalArgumentException invalid(String endpoint) {
        return new IllegalArgumentException(
                "HF_ENDPOINT must be the URL of a hub, such as " + PUBLIC_HUB + shown(endpoint));
    }

    private static String shown(String endpoint) {
        return endpoint.matches("[^@?#]*") ? ": got " + endpoint : "; the value is not shown, because it may be secret";
    }

    /** Returns true for names and addresses that always refer to this machine. Does not query a name server. */
    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost") || host.matches("127(\\.\\d{1,3}){3}|\\[(0*:)*:?0*1]");
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
