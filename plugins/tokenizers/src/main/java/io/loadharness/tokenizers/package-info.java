// SPDX-License-Identifier: Apache-2.0
/**
 * The implementation of {@link io.loadharness.inference.Tokenizer} with the native library of Hugging Face. This package also finds the
 * files of a model and downloads them from the Hugging Face Hub. The language of chat templates is implemented in
 * {@code io.loadharness.chattemplate}. Start reading at {@link io.loadharness.tokenizers.HuggingFaceProvider}.
 */
@NullMarked
package io.loadharness.tokenizers;

import org.jspecify.annotations.NullMarked;
