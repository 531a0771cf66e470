# SPDX-License-Identifier: Apache-2.0
"""Encodes prompts with the Python package tokenizers: the other side of the figure "tokenize" of `bench dataset`.

    tokenizers_encoder.py write FOLDER ROWS   trains a tokenizer, and writes it and ROWS prompts of about 1,000 tokens
    tokenizers_encoder.py answer FOLDER       encodes all prompts for each line of its input, and prints the cost
"""

import json
import pathlib
import random
import sys
import time

import tokenizers
from tokenizers import decoders, models, pre_tokenizers, processors, trainers

WORDS = 20_000
TOKENS = 1000
VOCABULARY = 16_000
SYLLABLES = "ba ce di fo gu la me ni po ru sta tre vi zo an el in or un est que the ing ion ment".split()


def words(chance):
    return ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 4))) for _ in range(WORDS)]


def write(folder, rows):
    chance = random.Random(20260104)
    vocabulary = words(chance)
    weights = [1 / (rank + 10) for rank in range(WORDS)]
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    text = lambda count: " ".join(chance.choices(vocabulary, weights, k=count))
    trainer = trainers.BpeTrainer(vocab_size=VOCABULARY, special_tokens=["<s>"], show_progress=False)
    tokenizer.train_from_iterator((text(1000) for _ in range(300)), trainer)
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 0)])
    tokenizer.save(str(folder / "tokenizer.json"))
    sample = text(20_000)
    per_word = len(tokenizer.encode(sample).ids) / 20_000
    with open(folder / "prompts.jsonl", "w", encoding="utf-8") as out:
        for _ in range(rows):
            out.write(json.dumps({"input": text(round(TOKENS / per_word))}) + "\n")


def serve(folder):
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    with open(folder / "prompts.jsonl", encoding="utf-8") as lines:
        prompts = [json.loads(line)["input"] for line in lines]
    size = sum(len(prompt.encode()) for prompt in prompts)
    for _ in sys.stdin:
        cpu, wall = time.process_time_ns(), time.perf_counter_ns()
        ids = [encoding.ids for encoding in tokenizer.encode_batch(prompts)]
        cpu, wall = time.process_time_ns() - cpu, time.perf_counter_ns() - wall
        count = sum(map(len, ids))
        print(cpu, wall, len(ids), count, sum(map(sum, ids)), size, float(count), flush=True)


if sys.argv[1] == "write":
    write(pathlib.Path(sys.argv[2]), int(sys.argv[3]))
else:
    serve(pathlib.Path(sys.argv[2]))
