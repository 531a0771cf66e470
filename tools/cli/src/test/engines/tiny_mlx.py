# SPDX-License-Identifier: Apache-2.0
"""Writes the tiny model as mlx-lm and transformers read it: tiny_mlx.py FOLDER"""

import json
import sys
from pathlib import Path

import tiny_model as tiny
from safetensors.numpy import save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

OF_MODEL = dict(embedding="model.embed_tokens", norm="model.norm", output="lm_head")
OF_LAYER = dict(
    attention_norm="input_layernorm",
    query="self_attn.q_proj",
    key="self_attn.k_proj",
    value="self_attn.v_proj",
    attention_output="self_attn.o_proj",
    feed_forward_norm="post_attention_layernorm",
    gate="mlp.gate_proj",
    up="mlp.up_proj",
    down="mlp.down_proj",
)

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
tokens, merges = tiny.vocabulary()
tokenizer = Tokenizer(models.BPE({token: i for i, token in enumerate(tokens)}, merges))
tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
tokenizer.decoder = decoders.ByteLevel()
tokenizer.add_special_tokens([tiny.BEGIN, tiny.END])
tokenizer.save(str(folder / "tokenizer.json"))
(folder / "tokenizer_config.json").write_text(
    json.dumps(
        dict(
            tokenizer_class="PreTrainedTokenizerFast",
            bos_token=tiny.BEGIN,
            eos_token=tiny.END,
            model_max_length=tiny.CONTEXT,
            chat_template=tiny.CHAT,
        )
    )
)
(folder / "config.json").write_text(
    json.dumps(
        dict(
            model_type="llama",
            architectures=["LlamaForCausalLM"],
            hidden_size=tiny.HIDDEN,
            num_hidden_layers=tiny.LAYERS,
            intermediate_size=tiny.FEED_FORWARD,
            num_attention_heads=tiny.HEADS,
            num_key_value_heads=tiny.KV_HEADS,
            rms_norm_eps=tiny.EPSILON,
            vocab_size=len(tokens),
            bos_token_id=tokens.index(tiny.BEGIN),
            eos_token_id=tokens.index(tiny.END),
            max_position_embeddings=tiny.CONTEXT,
            tie_word_embeddings=False,
        )
    )
)
model, layers = tiny.weights(tokens)
tensors = {f"{OF_MODEL[name]}.weight": matrix for name, matrix in model.items()}
for i, layer in enumerate(layers):
    tensors |= {f"model.layers.{i}.{OF_LAYER[name]}.weight": matrix for name, matrix in layer.items()}
save_file(tensors, str(folder / "model.safetensors"), metadata={"format": "pt"})
