# SPDX-License-Identifier: Apache-2.0
"""Creates tokenizers whose class changes tokenizer.json, and the ids that AutoTokenizer returns for them: python classes.py KEPT OUT.

KEPT is the folder of the fixtures that fixtures.py created: their tokenizer.json files are the base. Needs transformers. Version 4 opens only
those that need no tokenizer.model; their files are the same as with version 5.
"""

import json
import pathlib
import sys

import transformers

from fixtures import SENTENCES, corpus, write

TEXTS = SENTENCES + ["  The QUICK brown\u00a0fox", "</s> the</s>the", " ", "Caf\u00e9 \u4f60\u597d", "quick"] + corpus()[:8]


def plain(tokenizer_json):
    return tokenizer_json


def with_bytes(tokenizer_json):
    """Returns a tokenizer in the layout of Llama 2: spaces are replaced by the normalizer, and each byte is a token."""
    vocabulary = tokenizer_json["model"]["vocab"]
    for byte in range(256):
        vocabulary[f"<0x{byte:02X}>"] = len(vocabulary)
    tokenizer_json["model"]["byte_fallback"] = True
    replace = {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}
    tokenizer_json["normalizer"] = {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "\u2581"}, replace]}
    tokenizer_json["pre_tokenizer"] = None
    back = {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "}
    strip = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
    tokenizer_json["decoder"] = {"type": "Sequence", "decoders": [back, {"type": "ByteFallback"}, {"type": "Fuse"}, strip]}
    return tokenizer_json


LLAMA = {"tokenizer_class": "LlamaTokenizerFast", "bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>", "legacy": False}
GPT2 = {"tokenizer_class": "GPT2Tokenizer", "bos_token": "</s>", "eos_token": "</s>", "unk_token": "</s>", "pad_token": "<pad>"}
BERT = {"tokenizer_class": "BertTokenizer", "clean_up_tokenization_spaces": False}

# The name, the fixture with the tokenizer.json, the change of this file, the configuration, and whether version 4 opens it.
CLASSES = [
    ("llama-class", "llama-style", with_bytes, {**LLAMA, "add_prefix_space": True}, False),
    ("gpt2-class", "roberta-style", plain, {**GPT2, "add_prefix_space": True}, True),
    ("bert-class", "bert-style", plain, {**BERT, "do_lower_case": True, "strip_accents": False, "tokenize_chinese_chars": False}, True),
]


def main():
    kept, out = map(pathlib.Path, sys.argv[1:])
    is_old = transformers.__version__.startswith("4.")
    for name, base, change, config, is_opened_by_4 in CLASSES:
        if is_old and not is_opened_by_4:
            continue
        folder = out / name
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / "tokenizer.json", change(json.loads((kept / base / "tokenizer.json").read_text(encoding="utf-8"))))
        write(folder / "tokenizer_config.json", config)
        read = transformers.AutoTokenizer.from_pretrained(str(folder))
        rows = []
        for text in TEXTS:
            ids = read(text, add_special_tokens=False).input_ids
            rows.append({"text": text, "ids": ids, "prompt": read(text).input_ids, "decoded": read.decode(ids, skip_special_tokens=True)})
        special = [id for id, token in sorted(read.added_tokens_decoder.items()) if token.special]
        write(folder / "expected.json", {"vocabulary": len(read), "special": special, "rows": rows})


if __name__ == "__main__":
    main()
