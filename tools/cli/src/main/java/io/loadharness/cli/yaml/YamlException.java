// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

/** YAML that cannot be used: one sentence that names the place and, where there is one, the nearest right value. */
public final class YamlException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    YamlException(Origin origin, String what) {
        this(origin + ": " + what);
    }

    YamlException(String message) {
        super(message);
    }

    YamlException(String message, Throwable cause) {
        super(message, cause);
    }
}
