# SPDX-License-Identifier: Apache-2.0
"""A llama of a few hundred KB with random weights. It says ASCII only, and never ends by itself."""

import numpy as np

HIDDEN, LAYERS, HEADS, KV_HEADS, FEED_FORWARD, CONTEXT, EPSILON = 64, 2, 4, 2, 128, 2048, 1e-5
BEGIN, END = "<s>", "</s>"
CHAT = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant:"


def bytes_as_characters():
    """A printable character for each byte, as byte-level tokenizers write them."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = iter(range(0x100, 0x200))
    return [chr(b if b in printable else next(others)) for b in range(256)]


def vocabulary():
    """The tokens, and the pairs that are merged into the longer ones: all bytes, and some syllables with a space before them."""
    characters = bytes_as_characters()
    tokens, merges = [BEGIN, END, *characters], []
    for syllable in (c + v for c in "bdfgklmnprst" for v in ("a", "e", "i", "o", "u", "an", "er", "is")):
        word = characters[ord(" ")]
        for letter in syllable:
            if (word, letter) not in merges:
                merges.append((word, letter))
            word += letter
            if word not in tokens:
                tokens.append(word)
    return tokens, merges


def weights(tokens):
    """The matrices, those of the layers as a list."""
    random = np.random.default_rng(1)
    kv = HIDDEN // HEADS * KV_HEADS

    def matrix(*shape):
        return random.normal(0, 0.4, shape).astype(np.float32)

    def ones():
        return np.ones(HIDDEN, np.float32)

    space = bytes_as_characters()[ord(" ")]
    output = matrix(len(tokens), HIDDEN)
    for i, token in enumerate(tokens):
        if token in (BEGIN, END) or not token.replace(space, " ").isascii():
            output[i] = 0  # some other token is always likelier
    layers = [
        dict(
            attention_norm=ones(),
            query=matrix(HIDDEN, HIDDEN),
            key=matrix(kv, HIDDEN),
            value=matrix(kv, HIDDEN),
            attention_output=matrix(HIDDEN, HIDDEN),
            feed_forward_norm=ones(),
            gate=matrix(FEED_FORWARD, HIDDEN),
            up=matrix(FEED_FORWARD, HIDDEN),
            down=matrix(HIDDEN, FEED_FORWARD),
        )
        for _ in range(LAYERS)
    ]
    return dict(embedding=matrix(len(tokens), HIDDEN), norm=ones(), output=output), layers
