# SPDX-License-Identifier: Apache-2.0
"""Writes the Parquet files that the tests read, and for each the expected rows as JSON lines.

    python3 -m venv venv && venv/bin/pip install duckdb==2.0.0 pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1
    venv/bin/python make_parquet.py ../resources/parquet

Files without expected rows must be refused.
"""

import datetime
import decimal
import json
import pathlib
import sys
import uuid

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)


class Verbatim(str):
    """JSON that is expected unchanged."""


def encode(value):
    return value if isinstance(value, Verbatim) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def lines(name, rows):
    """Writes the expected rows. Missing values are left out; the others are in the order of the columns."""
    with open(folder / f"{name}.jsonl", "w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            present = (encode(key) + ":" + encode(value) for key, value in row.items() if value is not None)
            file.write("{" + ",".join(present) + "}\n")


def path(name):
    return str(folder / f"{name}.parquet")


def by_pyarrow(name, columns, rows=None, **options):
    table = pyarrow.table(columns)
    pyarrow.parquet.write_table(table, path(name), **options)
    if rows is not None:
        lines(name, rows)


def id_lists():
    ids = [[1, 2, 3], [], None, [2147483647, -2147483648], [0] * 5, list(range(300))]
    small = [[1, 2, 3], [], None, [255, 0], [0] * 5, [7]]
    pairs = [[1, 2], [3, 4], None, [5, 6], [7, 8], [9, 0]]
    columns = {
        "int32": pyarrow.array(ids, pyarrow.list_(pyarrow.int32())),
        "int64": pyarrow.array(ids, pyarrow.list_(pyarrow.int64())),
        "large": pyarrow.array(ids, pyarrow.large_list(pyarrow.int64())),
        "uint8": pyarrow.array(small, pyarrow.list_(pyarrow.uint8())),
        "int16": pyarrow.array(small, pyarrow.list_(pyarrow.int16())),
        "uint16": pyarrow.array(small, pyarrow.list_(pyarrow.uint16())),
        "uint32": pyarrow.array(small, pyarrow.list_(pyarrow.uint32())),
        "uint64": pyarrow.array(small, pyarrow.list_(pyarrow.uint64())),
        "fixed": pyarrow.array(pairs, pyarrow.list_(pyarrow.int64(), 2)),
    }
    rows = [
        dict(int32=i, int64=i, large=i, uint8=s, int16=s, uint16=s, uint32=s, uint64=s, fixed=p)
        for i, s, p in zip(ids, small, pairs)
    ]
    by_pyarrow("pyarrow-ids", columns, rows, row_group_size=2)


def chat():
    chats = [
        [{"role": "system", "content": "Be short."}, {"role": "user", "content": 'Say "hi"\n\tin Ελληνικά 😀'}],
        [],
        None,
        [{"role": "user", "content": None}],
    ]
    rows = [
        dict(id=1, text="two\nlines \\ and \"quotes\"", score=0.5, flag=True, kind="a", messages=chats[0], tags=["x", "y, z"]),
        dict(id=2, text="", score=float("nan"), flag=False, kind="b", messages=chats[1], tags=[]),
        dict(id=-9223372036854775808, text=None, score=-15.75, flag=True, kind="a", messages=chats[2], tags=None),
        dict(id=9223372036854775807, text="😀", score=3.0, flag=False, kind=None, messages=chats[3], tags=["", None]),
    ]
    frame = pandas.DataFrame(rows)
    frame["kind"] = frame["kind"].astype("category")
    frame.to_parquet(path("pandas-chat"), index=False)
    # pandas does not distinguish NaN and missing values.
    lines("pandas-chat", [{**row, "score": None} if row["score"] != row["score"] else row for row in rows])


def scalars():
    day = datetime.date(2024, 2, 29)
    time = datetime.datetime(2024, 2, 29, 23, 59, 58, 123456)
    zoned = time.replace(tzinfo=datetime.timezone(datetime.timedelta(hours=2)))
    columns = {
        "int8": pyarrow.array([-128, None], pyarrow.int8()),
        "uint8": pyarrow.array([255, None], pyarrow.uint8()),
        "int16": pyarrow.array([-32768, None], pyarrow.int16()),
        "uint16": pyarrow.array([65535, None], pyarrow.uint16()),
        "int32": pyarrow.array([-2147483648, None], pyarrow.int32()),
        "uint32": pyarrow.array([4294967295, None], pyarrow.uint32()),
        "uint64": pyarrow.array([9223372036854775807, None], pyarrow.uint64()),
        "float": pyarrow.array([0.25, None], pyarrow.float32()),
        "double": pyarrow.array([0.1, float("nan")], pyarrow.float64()),
        "money": pyarrow.array([decimal.Decimal("12.50"), None], pyarrow.decimal128(10, 2)),
        "whole": pyarrow.array([decimal.Decimal("123456789012345678"), None], pyarrow.decimal128(20, 0)),
        "flag": pyarrow.array([True, None], pyarrow.bool_()),
        "day": pyarrow.array([day, None], pyarrow.date32()),
        "second": pyarrow.array([time.replace(microsecond=0), None], pyarrow.timestamp("s")),
        "micros": pyarrow.array([time, None], pyarrow.timestamp("us")),
        "nanos": pyarrow.array([time, None], pyarrow.timestamp("ns")),
        "zoned": pyarrow.array([zoned, None], pyarrow.timestamp("us", "Europe/Athens")),
        "clock": pyarrow.array([time.time(), None], pyarrow.time64("us")),
        "bytes": pyarrow.array([b"\x00\xff\x10", None], pyarrow.binary()),
        "uuid": pyarrow.array([uuid.UUID(int=1).bytes, None], pyarrow.uuid()),
        "word": pyarrow.array(["a", None]).dictionary_encode(),
        "view": pyarrow.array(["b", None], pyarrow.string_view()),
        "nothing": pyarrow.nulls(2),
        "odd \"name\", it's": pyarrow.array([1, None]),
    }
    row = {
        "int8": -128, "uint8": 255, "int16": -32768, "uint16": 65535, "int32": -2147483648, "uint32": 4294967295,
        "uint64": 9223372036854775807, "float": 0.25, "double": 0.1, "money": 12.5, "whole": 123456789012345678, "flag": True,
        "day": "2024-02-29", "second": "2024-02-29 23:59:58", "micros": "2024-02-29 23:59:58.123456",
        "nanos": "2024-02-29 23:59:58.123456", "zoned": "2024-02-29 21:59:58.123456+00", "clock": "23:59:58.123456",
        "bytes": "AP8Q", "uuid": "00000000-0000-0000-0000-000000000001", "word": "a", "view": "b", "odd \"name\", it's": 1,
    }
    by_pyarrow("pyarrow-scalars", columns, [row, {"double": float("nan")}])


def nested():
    columns = {
        "words": pyarrow.array([["a", None, "c\nd"], None]),
        "grid": pyarrow.array([[[1, 2], [], None], []], pyarrow.list_(pyarrow.list_(pyarrow.int64()))),
        "floats": pyarrow.array([[0.5, 2.0], []], pyarrow.list_(pyarrow.float64())),
        "struct": pyarrow.array([{"a": 1, "b": ["x"]}, None]),
        "map": pyarrow.array([[("k", [1]), ("l", None)], []], pyarrow.map_(pyarrow.string(), pyarrow.list_(pyarrow.int64()))),
        "json": pyarrow.ExtensionArray.from_storage(pyarrow.json_(), pyarrow.array(['{"a":\n[1e2, 2.50, "é", 12345678901234567890123]}', " null"])),
    }
    rows = [
        {"words": ["a", None, "c\nd"], "grid": [[1, 2], [], None], "floats": [0.5, 2.0], "struct": {"a": 1, "b": ["x"]},
         "map": {"k": [1], "l": None}, "json": Verbatim('{"a": [1e2, 2.50, "é", 12345678901234567890123]}')},
        {"grid": [], "floats": [], "map": {}},
    ]
    by_pyarrow("pyarrow-nested", columns, rows)


def encodings():
    rows = [{"id": i, "text": f"row {i % 7}", "ids": list(range(i % 5))} for i in range(40)]
    columns = {key: [row[key] for row in rows] for key in rows[0]}
    for compression in ["none", "snappy", "gzip", "brotli", "lz4", "zstd"]:
        by_pyarrow(f"pyarrow-{compression}", columns, rows, compression=compression, row_group_size=15)
    by_pyarrow(
        "pyarrow-delta", columns, rows, use_dictionary=False, data_page_version="2.0",
        column_encoding={"id": "DELTA_BINARY_PACKED", "text": "DELTA_BYTE_ARRAY", "ids.list.element": "DELTA_BINARY_PACKED"},
    )
    by_pyarrow("pyarrow-old", columns, rows, version="1.0", use_compliant_nested_type=False)


def others():
    rows = [{"input_tokens": [199, i, 200], "dataset": "aime", "question": f"What is {i}?"} for i in range(5)]
    polars.DataFrame(rows).write_parquet(folder / "polars.parquet")
    lines("polars", rows)
    rows = [{"input_tokens": [i, i + 1], "turn": {"role": "user", "content": f"{i}"}, "wide": i} for i in range(5)]
    duckdb.sql(
        f"COPY (SELECT [i, i + 1] AS input_tokens, {{role: 'user', content: i::VARCHAR}} AS turn, i::HUGEINT::DECIMAL(30, 0) AS wide"
        f" FROM range(5) t(i)) TO '{path('duckdb')}' (FORMAT parquet, PARQUET_VERSION v2, COMPRESSION zstd)"
    )
    lines("duckdb", rows)
    by_pyarrow("empty", {"ids": pyarrow.array([], pyarrow.list_(pyarrow.int64())), "text": pyarrow.array([], pyarrow.string())}, [])


def refused():
    ids = pyarrow.list_(pyarrow.int64())
    by_pyarrow("wide-id", {"id": [1, 2, 3], "ids": pyarrow.array([[1], [2, 3], [4, 2147483648]], ids)})
    by_pyarrow("missing-id", {"id": [1, 2], "ids": pyarrow.array([[1], [2, None]], ids)})
    by_pyarrow("wide-number", {"id": pyarrow.array([1, 9223372036854775808], pyarrow.uint64())})
    by_pyarrow("wide-unsigned-id", {"ids": pyarrow.array([[1], [18446744073709551615]], pyarrow.list_(pyarrow.uint64()))})
    by_pyarrow("nan-in-list", {"scores": pyarrow.array([[0.5], [1.0, float("nan")]])})
    with duckdb.connect() as connection:
        # Without OpenSSL, DuckDB writes encrypted files only with this setting.
        connection.execute("SET force_mbedtls_unsafe = true")
        connection.execute("PRAGMA add_parquet_key('key', '0123456789112345')")
        connection.execute(f"COPY (SELECT 1 AS id) TO '{path('encrypted')}' (ENCRYPTION_CONFIG {{footer_key: 'key'}})")


for make in [id_lists, chat, scalars, nested, encodings, others, refused]:
    make()
