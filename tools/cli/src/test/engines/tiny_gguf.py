# SPDX-License-Identifier: Apache-2.0
"""Writes the tiny model as llama.cpp reads it: tiny_gguf.py FILE"""

import sys

import gguf
import tiny_model as tiny

OF_MODEL = dict(embedding="token_embd", norm="output_norm", output="output")
OF_LAYER = dict(
    attention_norm="attn_norm",
    query="attn_q",
    key="attn_k",
    value="attn_v",
    attention_output="attn_output",
    feed_forward_norm="ffn_norm",
    gate="ffn_gate",
    up="ffn_up",
    down="ffn_down",
)

tokens, merges = tiny.vocabulary()
out = gguf.GGUFWriter(sys.argv[1], "llama")
out.add_context_length(tiny.CONTEXT)
out.add_embedding_length(tiny.HIDDEN)
out.add_block_count(tiny.LAYERS)
out.add_feed_forward_length(tiny.FEED_FORWARD)
out.add_head_count(tiny.HEADS)
out.add_head_count_kv(tiny.KV_HEADS)
out.add_rope_dimension_count(tiny.HIDDEN // tiny.HEADS)
out.add_layer_norm_rms_eps(tiny.EPSILON)
out.add_vocab_size(len(tokens))
out.add_tokenizer_model("gpt2")
out.add_tokenizer_pre("default")
out.add_token_list(tokens)
out.add_token_types([gguf.TokenType.CONTROL if t in (tiny.BEGIN, tiny.END) else gguf.TokenType.NORMAL for t in tokens])
out.add_token_merges([" ".join(pair) for pair in merges])
out.add_bos_token_id(tokens.index(tiny.BEGIN))
out.add_eos_token_id(tokens.index(tiny.END))
out.add_chat_template(tiny.CHAT)
model, layers = tiny.weights(tokens)
for name, matrix in model.items():
    out.add_tensor(f"{OF_MODEL[name]}.weight", matrix)
for i, layer in enumerate(layers):
    for name, matrix in layer.items():
        out.add_tensor(f"blk.{i}.{OF_LAYER[name]}.weight", matrix)
out.write_header_to_file()
out.write_kv_data_to_file()
out.write_tensors_to_file()
out.close()
