// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import io.loadharness.loadgen.MlperfLoadGen;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The lines that {@code --version} prints. */
public final class Versions implements IVersionProvider {

    @Override
    public String[] getVersion() {
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            return new String[] {
                "LoadHarness " + ofHarness(), "LoadGen " + loadGen.version(), "Java " + Runtime.version()
            };
        }
    }

    /** Returns the version of LoadHarness, or {@code from sources} if it was built without a version. */
    public static String ofHarness() {
        return Objects.requireNonNullElse(Versions.class.getPackage().getImplementationVersion(), "from sources");
    }
}
