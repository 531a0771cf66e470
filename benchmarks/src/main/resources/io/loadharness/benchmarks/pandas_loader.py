# SPDX-License-Identifier: Apache-2.0
"""The Python side of `harness bench dataset`.

    pandas_loader.py write FOLDER ROWS    writes the files that both sides load
    pandas_loader.py ids FILE ROWS        writes lists of 512 ids
    pandas_loader.py answer               loads a file for each line of input, which contains the file and the reader

Each line of output has the nanoseconds of CPU and wall time, then rows, ids, sum of ids, bytes of texts and the sum of all other numbers.
"""

import json
import pathlib
import sys
import time

import numpy
import pandas
import pyarrow
import pyarrow.parquet

VOCABULARY = 128_000
WORDS = [str(word) + "ß" * (word % 50 == 0) for word in range(1000, 3000)]
WORDS_OF_TEXT = 200
NUMBERS_PER_ROW_OF_CHAT = 40
IDS = 512
ROWS_AT_A_TIME = 50_000

READERS = {
    "json": pandas.read_json,
    "jsonl": lambda file: pandas.read_json(file, lines=True),
    "csv": pandas.read_csv,
    "csv-lists": lambda file: pandas.read_csv(file, converters={"input_ids": json.loads}),
    "pickle": pandas.read_pickle,
    "parquet": pandas.read_parquet,
    "npy": lambda file: {"input_ids": numpy.load(file)},
}


def write(folder, rows):
    random = numpy.random.default_rng(20260102)
    ids = [random.integers(0, VOCABULARY, length, "int32") for length in random.integers(256, 769, rows)]
    columns = {
        "input": [" ".join(WORDS[each % len(WORDS)] for each in row[:WORDS_OF_TEXT]) for row in ids],
        "input_ids": [row.tolist() for row in ids],
        "output_lens": random.integers(1, 2048, rows),
    }
    frame = pandas.DataFrame(columns)
    frame.to_json(folder / "chat.json", orient="records", force_ascii=False)
    frame.to_json(folder / "chat.jsonl", orient="records", lines=True, force_ascii=False)
    frame.to_csv(folder / "chat.csv", index=False)
    frame.to_pickle(folder / "chat.pickle")
    for name, kind in ("int32", pyarrow.int32()), ("int64", pyarrow.int64()):
        table = pyarrow.table({**columns, "input_ids": pyarrow.array(ids, pyarrow.list_(kind))})
        pyarrow.parquet.write_table(table, folder / f"{name}.parquet")
    numpy.save(folder / "input_ids.npy", random.integers(0, VOCABULARY, (rows, IDS), "int64"))
    write_numbers(folder / "numbers.csv", rows * NUMBERS_PER_ROW_OF_CHAT, random)


def write_numbers(file, rows, random):
    pandas.DataFrame({
        "number": numpy.arange(rows),
        "input_lens": random.integers(1, 8192, rows),
        "output_lens": random.integers(1, 2048, rows),
        "arrival": random.random(rows).cumsum().round(6),
        "score": random.standard_normal(rows),
    }).to_csv(file, index=False)


def write_ids(file, rows):
    random = numpy.random.default_rng(20260103)
    schema = pyarrow.schema({"input_ids": pyarrow.list_(pyarrow.int32())})
    with pyarrow.parquet.ParquetWriter(file, schema, use_dictionary=False) as out:
        for first in range(0, rows, ROWS_AT_A_TIME):
            count = min(ROWS_AT_A_TIME, rows - first)
            ids = pyarrow.array(random.integers(0, VOCABULARY, count * IDS, "int32"))
            lists = pyarrow.ListArray.from_arrays(numpy.arange(count + 1, dtype="int32") * IDS, ids)
            out.write_table(pyarrow.table({"input_ids": lists}, schema))


def content(frame):
    ids, total, texts, numbers = 0, 0, 0, 0.0
    for name, column in frame.items():
        if name == "input_ids":
            rows = [json.loads(row) if isinstance(row, str) else row for row in column]
            ids += sum(map(len, rows))
            total += sum(int(numpy.sum(row, dtype="int64")) for row in rows)
        elif pandas.api.types.is_numeric_dtype(column):
            numbers += float(column.sum())
        else:
            texts += sum(len(text.encode()) for text in column)
    return [len(column), ids, total, texts, numbers]


def answer(file, reader):
    cpu, wall = time.process_time_ns(), time.perf_counter_ns()
    frame = READERS[reader](file)
    cpu, wall = time.process_time_ns() - cpu, time.perf_counter_ns() - wall
    return [cpu, wall, *content(frame)]


if sys.argv[1] == "write":
    write(pathlib.Path(sys.argv[2]), int(sys.argv[3]))
elif sys.argv[1] == "ids":
    write_ids(sys.argv[2], int(sys.argv[3]))
else:
    for line in sys.stdin:
        try:
            print(*answer(*line.split()), flush=True)
        except Exception as failure:
            print("failed:", str(failure).replace("\n", " "), flush=True)
