// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings for downloads from the Hugging Face hub. Environment variables apply to settings that are empty. Immutable.
 *
 * @param ca a PEM file with certificates that are trusted in addition to those of Java; default: {@code REQUESTS_CA_BUNDLE}, or else
 *     {@code SSL_CERT_FILE}
 * @param proxy the HTTP proxy; default: {@code HTTPS_PROXY} for https URLs and {@code HTTP_PROXY} for http URLs, except for the hosts in
 *     {@code NO_PROXY}
 */
public record HubOptions(Optional<Path> ca, Optional<InetSocketAddress> proxy) {

    /** Settings without values. The environment variables apply. */
    public static final HubOptions DEFAULTS = new HubOptions(Optional.empty(), Optional.empty());
}
