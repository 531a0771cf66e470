// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import io.loadharness.loadgen.MlperfLoadGen;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class Versions implements IVersionProvider {

    @Override
    public String[] getVersion() {
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            return new String[] {
                "LoadHarness " + ofHarness(), "LoadGen " + loadGen.version(), "Java " + Runtime.version()
            };
        }
    }

    /** Of LoadHarness itself; that of a build from sources has no number. */
    public static String ofHarness() {
        return Objects.requireNonNullElse(Versions.class.getPackage().getImplementationVersion(), "from sources");
    }
}
