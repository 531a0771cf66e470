# SPDX-License-Identifier: Apache-2.0
"""Renders the conformity corpus with apply_chat_template: python applied.py OUT.

Needs transformers 5.23.0. Writes applied.json to the folder OUT: for each template of the folder conformity and each conversation "!raised"
if the template rejects the conversation, "!error" for any other error, or the start of the SHA-256 of the text. The cell of a conversation
that LoadHarness rejects, because it has no messages or a message without any value, is null.
"""

import datetime
import pathlib
import sys

import tokenizers
import transformers
import transformers.utils.chat_template_utils

import conformity
import fixtures


class FixedTime:
    @staticmethod
    def now():
        return datetime.datetime(2026, 2, 3, 4, 5, 6)


def has_values(message):
    return any(value is not None for name, value in message.items() if name != "role")


def applied(tokenizer, source, made):
    rest = dict(made)
    messages = rest.pop("messages")
    if not messages or not all(has_values(each) for each in messages):
        return None
    try:
        text = tokenizer.apply_chat_template(
            messages,
            tools=rest.pop("tools") or None,
            documents=rest.pop("documents") or None,
            chat_template=source,
            tokenize=False,
            **rest,
        )
        return conformity.cell({"text": text})
    except Exception as e:
        return conformity.cell({"refused": type(e).__name__})


def main():
    out = pathlib.Path(sys.argv[1])
    transformers.utils.chat_template_utils.datetime = FixedTime
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizers.Tokenizer(tokenizers.models.BPE()), bos_token="<s>", eos_token="</s>"
    )
    made = conformity.conversations()
    files = sorted((conformity.HERE / "conformity").glob("*.jinja"))
    fixtures.write(
        out / "applied.json",
        {file.stem: [applied(tokenizer, file.read_text(encoding="utf-8"), each) for each in made] for file in files},
    )


if __name__ == "__main__":
    main()
