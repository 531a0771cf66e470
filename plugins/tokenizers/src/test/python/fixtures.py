"""Creates the fixtures of the tests with the Python packages of Hugging Face: python fixtures.py OUT.

Needs tokenizers and jinja2 in the environment. The tests do not need them: the output of this script is checked in.
"""

import json
import pathlib
import sys

import jinja2
import jinja2.ext
import jinja2.sandbox
import tokenizers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

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
    return env


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
    make(out, "byte-level-bpe", byte_level_bpe(), None, "<|endoftext|>")
    make(out, "unigram", unigram(), "<s>", None)
    make(out, "word-piece", word_piece(), "[CLS]", "[SEP]")
    templates(out)


if __name__ == "__main__":
    main()
