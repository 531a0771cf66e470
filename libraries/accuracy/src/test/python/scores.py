# SPDX-License-Identifier: Apache-2.0
"""Computes the accuracy of a log of LoadGen: python scores.py METRIC LOG TARGETS TYPE. Needs numpy."""

import collections
import json
import re
import string
import sys

import numpy as np


def first_answers(log):
    """Returns the bytes of the first answer to each sample, by sample."""
    answers = {}
    with open(log, encoding="utf-8") as file:
        for entry in json.load(file):
            answers.setdefault(entry["qsl_idx"], bytes.fromhex(entry["data"]))
    return answers


def top(log, targets, dtype):
    labels = np.loadtxt(targets, dtype=str, ndmin=2)[:, 1].astype(int)
    answers = first_answers(log)
    samples = sorted(answers)
    found = np.array([np.frombuffer(answers[each], dtype)[0] for each in samples])
    good = int(np.count_nonzero(found == labels[samples]))
    print("accuracy=%.3f%%, good=%d, total=%d" % (100 * good / len(samples), good, len(samples)))


def words(text):
    plain = text.lower().translate({ord(each): None for each in string.punctuation})
    return [word for word in re.sub("\\b(?:the|an|a)\\b", " ", plain).split() if word]


def overlap(answer, target):
    common = sum(min(count, target.count(word)) for word, count in collections.Counter(answer).items())
    if not common:
        return 0.0
    precision, recall = common / len(answer), common / len(target)
    return 2 * precision * recall / (precision + recall)


def squad(log, targets):
    with open(targets, encoding="utf-8") as file:
        correct = [entry["answers"] for entry in json.load(file)]
    answers = {sample: data.decode("utf-8") for sample, data in first_answers(log).items()}
    f1 = exact = 0
    for sample, texts in enumerate(correct):
        answer = words(answers[sample])
        f1 += max(overlap(answer, words(each)) for each in texts)
        exact += max(answer == words(each) for each in texts)
    print(json.dumps({"exact_match": 100.0 * exact / len(correct), "f1": 100.0 * f1 / len(correct)}))


if sys.argv[1] == "top-1":
    top(sys.argv[2], sys.argv[3], sys.argv[4])
else:
    squad(sys.argv[2], sys.argv[3])
