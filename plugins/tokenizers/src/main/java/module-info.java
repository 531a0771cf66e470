// SPDX-License-Identifier: Apache-2.0
/** The tokenizers of Hugging Face, in native code, and their chat templates. */
module io.loadharness.tokenizers {
    requires ai.djl.tokenizers;
    requires com.fasterxml.jackson.core;
    requires transitive io.loadharness.core;
    requires java.net.http;
    requires static org.jspecify;

    exports io.loadharness.tokenizers;

    provides io.loadharness.inference.TokenizerProvider with
            io.loadharness.tokenizers.HuggingFaceProvider;
}
