// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

/** Thrown if YAML cannot be used. The message is one sentence with the location and, if there is one, the nearest allowed value. */
public final class YamlException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    YamlException(SourceLocation location, String message) {
        this(location + ": " + message);
    }

    YamlException(String message) {
        super(message);
    }

    YamlException(String message, Throwable cause) {
        super(message, cause);
    }
}
