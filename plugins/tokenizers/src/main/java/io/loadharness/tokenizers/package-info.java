// SPDX-License-Identifier: Apache-2.0
/** The tokenizers of Hugging Face behind {@link io.loadharness.inference.Tokenizer}. */
@NullMarked
package io.loadharness.tokenizers;

import org.jspecify.annotations.NullMarked;
