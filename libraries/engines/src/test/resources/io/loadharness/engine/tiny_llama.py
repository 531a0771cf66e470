# SPDX-License-Identifier: Apache-2.0
"""Writes a language model with random weights to the folder that the first argument names. Each of its tokens is one character."""

import sys

import torch
from tokenizers import Tokenizer, decoders, models
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

torch.manual_seed(1)
config = LlamaConfig(
    vocab_size=256,
    hidden_size=32,
    intermediate_size=64,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=2,
    max_position_embeddings=256,
    bos_token_id=1,
    eos_token_id=2,
    pad_token_id=0,
)
LlamaForCausalLM(config).save_pretrained(sys.argv[1])
tokenizer = Tokenizer(models.BPE(vocab={chr(ord("a") + id): id for id in range(config.vocab_size)}, merges=[]))
tokenizer.decoder = decoders.Fuse()
PreTrainedTokenizerFast(tokenizer_object=tokenizer).save_pretrained(sys.argv[1])
