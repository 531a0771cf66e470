// SPDX-License-Identifier: Apache-2.0
/** Language models in this process, with llama.cpp in native code. */
module io.loadharness.llama {
    requires transitive io.loadharness.core;
    requires jdk.management;
    requires static org.jspecify;

    exports io.loadharness.llama;

    provides io.loadharness.inference.EngineProvider with
            io.loadharness.llama.LlamaProvider;
}
