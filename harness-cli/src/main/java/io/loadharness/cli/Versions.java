package io.loadharness.cli;

import io.loadharness.loadgen.MlperfLoadGen;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Versions implements IVersionProvider {

    @Override
    public String[] getVersion() {
        try (MlperfLoadGen loadGen = new MlperfLoadGen()) {
            return new String[] {"LoadGen " + loadGen.version(), "Java " + Runtime.version()};
        }
    }
}
