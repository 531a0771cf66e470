/** The tokenizers of Hugging Face behind {@link io.loadharness.inference.Tokenizer}. */
package io.loadharness.tokenizers;
