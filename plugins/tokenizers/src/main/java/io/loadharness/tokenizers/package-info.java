// SPDX-License-Identifier: Apache-2.0
/**
 * The tokenizers of Hugging Face behind {@link io.loadharness.inference.Tokenizer}: the native library, the files of a model, and downloads
 * from the hub. The template language of chats is in {@code io.loadharness.chattemplate}. Start reading at
 * {@link io.loadharness.tokenizers.HuggingFaceProvider}.
 */
@NullMarked
package io.loadharness.tokenizers;

import org.jspecify.annotations.NullMarked;
