// SPDX-License-Identifier: Apache-2.0
/**
 * Language models in this process: the native library of llama.cpp, which generates tokens for several requests at a time. The C++ part,
 * which calls llama.cpp, is in {@code src/main/cpp}. Start reading at {@link io.loadharness.llama.LlamaBackend}.
 */
@NullMarked
package io.loadharness.llama;

import org.jspecify.annotations.NullMarked;
