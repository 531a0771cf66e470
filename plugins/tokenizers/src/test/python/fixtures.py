# SPDX-License-Identifier: Apache-2.0
"""Creates the fixtures of the tests with the Python packages of Hugging Face: python fixtures.py OUT.

Needs jinja2 in the environment. With tokenizers and transformers it also writes the fixtures of tokenizers; without them it writes only
templates.json. The tests need none of them: the output of this script is checked in.
"""

import json
import pathlib
import sys

import jinja2
import jinja2.ext
import jinja2.sandbox

try:
    import tokenizers
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
except ImportError:
    tokenizers = None

HERE = pathlib.Path(__file__).parent


def corpus():
    """Returns texts that are difficult for tokenizers. The file contains those that fit on one line."""
    lines = (HERE / "corpus.txt").read_text(encoding="utf-8").split("\n")[:-1]
    return lines + [
        "",
        " ",
        "\n",
        "\t\t\n  \n",
        "two\nlines and a tab\tand\r\nanother",
        "\u0000 \u0001\u0007\u001b[31m \u007f \u0085",
        "\u200b\u200d\ufeff\u2028\u2029\u00a0",
        "e\u0301 \u00e9 \ufb01 \u212b \u1e9b\u0323",
        "x" * 3000,
        "ab" * 1500 + " end",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 20,
        "\ufffd\ufffe\U0010ffff\U0001d49c",
        "<|im_start|>user\nHello<|im_end|>\n<s>[CLS]</s>[SEP]",
        "  leading and trailing  ",
        "0123456789 " * 30,
        "!?.,;:'\"()[]{}<>@#$%^&*-_=+\\|/~`" * 5,
    ]


def byte_level_bpe():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(
                tokenizers.Regex(r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"),
                behavior="isolated",
            ),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=900,
        special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    return tokenizer, trainer


def unigram():
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(tokenizers.Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=700, special_tokens=["<unk>", "<s>", "</s>"], unk_token="<unk>", show_progress=False
    )
    return tokenizer, trainer


def word_piece():
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    trainer = trainers.WordPieceTrainer(
        vocab_size=900, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]"], show_progress=False
    )
    return tokenizer, trainer


def surround(tokenizer, begin, end):
    """Makes a tokenizer add special tokens around a prompt, as in real models."""
    around = [token for token in (begin, end) if token]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=" ".join(([begin] if begin else []) + ["$A"] + ([end] if end else [])),
        special_tokens=[(token, tokenizer.token_to_id(token)) for token in around],
    )


def make(out, name, made, begin, end):
    tokenizer, trainer = made
    texts = corpus()
    tokenizer.train_from_iterator(texts, trainer)
    surround(tokenizer, begin, end)
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    # As in published files. Plain encoding must not truncate or pad texts.
    tokenizer.enable_truncation(max_length=16)
    tokenizer.enable_padding(length=16)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    rows = []
    for text in texts:
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        prompt = tokenizer.encode(text).ids
        rows.append({"text": text, "ids": ids, "prompt": prompt, "decoded": tokenizer.decode(ids)})
    special = [id for id, token in tokenizer.get_added_tokens_decoder().items() if token.special]
    write(folder / "expected.json", {"vocabulary": tokenizer.get_vocab_size(), "special": special, "rows": rows})


WORDS = "the quick brown fox jumps over a lazy dog while seven wizards quietly vex big queens and they sing low songs in rain"

SENTENCES = [
    "the quick brown fox",
    " The lazy  dog sings. ",
    "Gr\u00fc\u00dfe, \u65e5\u672c \U0001f600!",
    "<|user|>hello<|end|><|user|> hello <|end|> the",
    "<|tool|> x<mask>y <mask> z [MASK]quick [MASK] fox",
    "<s>low</s> <extra_id_0> songs <pad>",
    "a\nb\tc  d",
    "",
]


def small(model, trainer, special, **kinds):
    """Trains a tokenizer of some hundred tokens."""
    tokenizer = Tokenizer(model)
    for kind, value in kinds.items():
        setattr(tokenizer, kind, value)
    tokenizer.train_from_iterator([WORDS] * 4, trainer(special_tokens=special, show_progress=False))
    return tokenizer


def added(content, special=True, **flags):
    return {"content": content, "lstrip": False, "normalized": False, "rstrip": False, "single_word": False, "special": special, **flags}


def configured():
    """Returns tokenizers in the style of well-known models, with tokens that only the files next to tokenizer.json name."""
    byte_level = {"pre_tokenizer": pre_tokenizers.ByteLevel(add_prefix_space=False), "decoder": decoders.ByteLevel()}
    metaspace = {"pre_tokenizer": pre_tokenizers.Metaspace(), "decoder": decoders.Metaspace()}
    bpe = lambda **more: trainers.BpeTrainer(vocab_size=320, **more)
    byte_bpe = lambda **more: bpe(initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), **more)
    unigram = lambda **more: trainers.UnigramTrainer(vocab_size=80, unk_token="<unk>", **more)

    llama = small(models.BPE(unk_token="<unk>", fuse_unk=True), bpe, ["<unk>", "<s>", "</s>"], **metaspace)
    surround(llama, "<s>", None)
    yield "llama-style", llama, {
        "tokenizer_config.json": {
            "bos_token": "<s>", "eos_token": "<|end|>", "unk_token": "<unk>",
            "added_tokens_decoder": {"0": added("<unk>"), "900": added("<|user|>"), "901": added("<|end|>", rstrip=True), "1": added("<s>")},
        }
    }
    qwen = small(models.BPE(), byte_bpe, ["<pad>"], normalizer=normalizers.NFC(), **byte_level)
    yield "qwen-style", qwen, {
        "tokenizer_config.json": {
            "eos_token": "<|end|>", "pad_token": "<pad>", "additional_special_tokens": ["<|user|>", "<|tool|>"], "add_bos_token": False,
        }
    }
    legacy = small(models.BPE(), byte_bpe, [], **byte_level)
    yield "legacy-style", legacy, {
        "tokenizer_config.json": {"eos_token": "<pad>"},
        "special_tokens_map.json": {"eos_token": "<|end|>", "additional_special_tokens": ["<|tool|>"]},
        "added_tokens.json": {"<|user|>": 700, "<|end|>": 701, "<mask>": 699},
    }
    bert = small(
        models.WordPiece(unk_token="[UNK]"), lambda **more: trainers.WordPieceTrainer(vocab_size=150, **more),
        ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"], normalizer=normalizers.BertNormalizer(lowercase=False),
        pre_tokenizer=pre_tokenizers.BertPreTokenizer(), decoder=decoders.WordPiece(),
    )
    surround(bert, "[CLS]", "[SEP]")
    yield "bert-style", bert, {
        "tokenizer_config.json": {"mask_token": "[MASK]", "added_tokens_decoder": {"4": added("[MASK]", lstrip=True)}}
    }
    t5 = small(models.Unigram(), unigram, ["<pad>", "</s>", "<unk>"], **metaspace)
    surround(t5, None, "</s>")
    yield "t5-style", t5, {"tokenizer_config.json": {"eos_token": "</s>", "extra_special_tokens": ["<extra_id_0>", "<extra_id_1>"]}}
    roberta = small(models.BPE(), byte_bpe, ["<s>", "<pad>", "</s>"], **byte_level)
    roberta.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    yield "roberta-style", roberta, {
        "tokenizer_config.json": {"cls_token": "<s>", "sep_token": "</s>", "mask_token": {"__type": "AddedToken", **added("<mask>", lstrip=True)}}
    }
    gemma = small(models.BPE(unk_token="<unk>"), bpe, ["<pad>", "<unk>", "<s>"], **metaspace)
    yield "gemma-style", gemma, {
        "tokenizer_config.json": {
            "bos_token": "<s>", "eos_token": "</s>", "add_bos_token": True, "add_eos_token": True, "extra_special_tokens": ["<|user|>"],
        }
    }


def make_configured(out):
    import transformers

    for name, tokenizer, files in configured():
        folder = out / name
        folder.mkdir(parents=True, exist_ok=True)
        tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
        for file, content in files.items():
            write(folder / file, content)
        read = transformers.PreTrainedTokenizerFast.from_pretrained(str(folder))
        rows = []
        for text in SENTENCES + corpus()[:12]:
            ids = read(text, add_special_tokens=False).input_ids
            rows.append({"text": text, "ids": ids, "prompt": read(text).input_ids, "decoded": read.decode(ids, skip_special_tokens=True)})
        special = [id for id, token in sorted(read.added_tokens_decoder.items()) if token.special]
        write(folder / "expected.json", {"vocabulary": len(read), "special": special, "rows": rows})


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def environment():
    """Returns an environment with the settings of transformers."""
    env = jinja2.sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols", Generation]
    )
    env.filters["tojson"] = lambda value, ensure_ascii=False, indent=None, separators=None, sort_keys=False: json.dumps(
        value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
    )
    env.globals["raise_exception"] = raise_exception
    env.globals["strftime_now"] = lambda form: __import__("datetime").datetime(2026, 2, 3, 4, 5, 6).strftime(form)
    env.globals["namespace"] = NamedValues
    return env


class NamedValues(jinja2.utils.Namespace):
    """The namespace of transformers, which rejects names that start with an underscore."""

    def __init__(*args, **kwargs):
        self, args = args[0], args[1:]
        for name in dict(*args, **kwargs):
            NamedValues._check(name)
        jinja2.utils.Namespace.__init__(self, *args, **kwargs)

    def __setitem__(self, name, value):
        NamedValues._check(name)
        jinja2.utils.Namespace.__setitem__(self, name, value)

    @staticmethod
    def _check(name):
        if isinstance(name, str) and name.startswith("_"):
            raise jinja2.exceptions.SecurityError(name)


class Generation(jinja2.ext.Extension):
    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("_same"), [], [], body).set_lineno(line)

    def _same(self, caller):
        return caller()


def render(env, template, variables):
    try:
        return {"text": env.from_string(template).render(**variables)}
    except jinja2.exceptions.TemplateSyntaxError as e:
        return {"refused": "syntax", "line": e.lineno}
    except Exception as e:
        return {"refused": type(e).__name__}


def templates(out):
    env = environment()
    chats = json.loads((HERE / "chats.json").read_text(encoding="utf-8"))
    sources = {file.name: file.read_text(encoding="utf-8") for file in sorted((HERE / "templates").glob("*.jinja"))}
    rows = [{"template": name, "chat": i, **render(env, source, chats[i])} for name, source in sources.items() for i in range(len(chats))]
    for number, source in enumerate((HERE / "snippets.txt").read_text(encoding="utf-8").split("\n====\n")):
        name = f"snippet {number}"
        sources[name] = source
        rows.append({"template": name, "chat": 0, **render(env, source, chats[0])})
    write(out / "templates.json", {"chats": chats, "sources": sources, "rows": rows})


def write(file, value):
    file.write_text(json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n", encoding="utf-8")


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    if tokenizers:
        make(out, "byte-level-bpe", byte_level_bpe(), None, "<|endoftext|>")
        make(out, "unigram", unigram(), "<s>", None)
        make(out, "word-piece", word_piece(), "[CLS]", "[SEP]")
        make_configured(out)
    templates(out)


if __name__ == "__main__":
    main()
