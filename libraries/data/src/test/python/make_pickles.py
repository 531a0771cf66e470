# SPDX-License-Identifier: Apache-2.0
"""Writes the pickles that PickleFormatTest reads, and for each the expected rows as JSON lines.

    python3 make_pickles.py                  creates a virtual environment for each version and runs itself in it
    python3 make_pickles.py write NAME DIR   writes the files of the installed versions to DIR/NAME
    python3 make_pickles.py versions         prints one line for each version: name, Python, packages

Missing values are left out of the rows. The script needs the interpreters python3.8, python3.10, python3.11
and python3.13 on the path or in PYTHONS, a folder with 3.8.18/bin/python3 and the others.
"""

import collections
import datetime
import glob
import json
import math
import os
import pickle
import subprocess
import sys
import tempfile

VERSIONS = {
    "pandas-1.0": ("3.8", ["pandas==1.0.5", "numpy==1.18.5"]),
    "pandas-1.3": ("3.8", ["pandas==1.3.5", "numpy==1.21.6", "pyarrow==6.0.1"]),
    "pandas-1.5": ("3.10", ["pandas==1.5.3", "numpy==1.24.4", "pyarrow==14.0.2"]),
    "pandas-2.3": ("3.11", ["pandas==2.3.3", "numpy==2.2.6", "pyarrow==26.0.1"]),
    "pandas-3.1": ("3.13", ["pandas==3.1.1", "numpy==2.5.5", "pyarrow==26.0.1"]),
}
RESOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "resources", "dataset", "pickle")


def python(version):
    found = glob.glob(os.path.join(os.environ.get("PYTHONS", "/nonexistent"), version + ".*", "bin", "python3"))
    return found[0] if found else "python" + version


def make_all():
    for name, (version, packages) in VERSIONS.items():
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([python(version), "-m", "venv", folder], check=True)
            own = os.path.join(folder, "bin", "python")
            subprocess.run([own, "-m", "pip", "install", "-q", "--only-binary", ":all:"] + packages, check=True)
            subprocess.run([own, __file__, "write", name, RESOURCES], check=True)
    malicious(os.path.join(RESOURCES, "malicious"))


def plain(value):
    """Converts a value to the types that JSON has."""
    import numpy as np

    if isinstance(value, np.ndarray):
        return [plain(each) for each in value.tolist()]
    if isinstance(value, np.datetime64):
        return str(value.astype("datetime64[s]"))
    if isinstance(value, np.generic):
        return plain(value.item())
    if getattr(value, "tzinfo", None) is not None:
        return value.astimezone(datetime.timezone.utc).replace(tzinfo=None).isoformat() + "Z"
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    return value


def is_missing(value, nan_is_missing):
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return nan_is_missing and isinstance(value, float) and math.isnan(value)


def rows_of_columns(columns, nan_is_missing):
    count = len(next(iter(columns.values())))
    return [
        {
            str(name): plain(values[row])
            for name, values in columns.items()
            if not is_missing(values[row], nan_is_missing)
        }
        for row in range(count)
    ]


def rows_of_frame(frame):
    if frame.index.name is not None:
        frame = frame.reset_index()
    return rows_of_columns({name: list(frame[name]) for name in frame.columns}, True)


def save(folder, name, value, rows, protocols=(4,)):
    os.makedirs(folder, exist_ok=True)
    for protocol in protocols:
        if protocol > pickle.HIGHEST_PROTOCOL:
            continue
        with open(os.path.join(folder, name + "-" + str(protocol) + ".pkl"), "wb") as out:
            pickle.dump(value, out, protocol=protocol)
    if rows is not None:
        with open(os.path.join(folder, name + ".jsonl"), "w", encoding="utf-8") as out:
            for row in rows:
                out.write(json.dumps(row, ensure_ascii=False) + "\n")


TEXTS = ["one", "zwei – größer", "", "三\n\"四\" \U0001f600"]
IDS = [[1, 200, 60000, 128000], [], [70000], list(range(250, 270))]
CHATS = [
    [{"role": "user", "content": "Hi"}],
    [{"role": "system", "content": "Be kind"}, {"role": "user", "content": "größer?"}],
    [],
    [{"role": "user", "content": None, "weight": 0.5, "deep": [[1, [True]], {}]}],
]


def frame():
    import numpy as np
    import pandas as pd

    return pd.DataFrame(
        {
            "input": TEXTS,
            "tok_input": IDS,
            "count": [4, 0, 1, -(2**40)],
            "score": [0.5, math.nan, -1.25, 3.0],
            "small": np.array([1, -2, 3, -4], dtype="int8"),
            "unsigned": np.array([1, 2, 3, 4294967295], dtype="uint32"),
            "single": np.array([1.5, 2.5, 3.5, 4.5], dtype="float32"),
            "chat": CHATS,
            "length": [4, 0, 1, 20],
            "good": [True, False, True, True],
            "mixed": ["text", None, 3, [1, "a", None, 2.5]],
            "arrays": [np.array([1, 2]), np.array([], dtype="int32"), np.array([[1, 2], [3, 4]]), np.array([0.5])],
        }
    )


def frames(folder):
    import numpy as np
    import pandas as pd

    whole = frame()
    save(folder, "frame", whole, rows_of_frame(whole), (2, 3, 4, 5))
    extension = pd.DataFrame(
        {
            "text": pd.array(["a", None, "größer", ""], dtype="string"),
            "integer": pd.array([1, None, -3, 2**62], dtype="Int64"),
            "byte": pd.array([1, None, 3, 255], dtype="UInt8"),
            "flag": pd.array([True, None, False, True], dtype="boolean"),
            "category": pd.Categorical(["x", None, "y", "x"]),
            "number": pd.Categorical([10, 20, 10, None]),
            "time": pd.to_datetime(["2024-01-02 03:04:05", None, "1969-12-31 00:00:00", "2026-02-28 23:59:59"]),
        }
    )
    if hasattr(pd, "Float64Dtype"):
        extension["float"] = pd.array([1.5, None, -2.0, 0.25], dtype="Float64")
        extension["python"] = pd.array(["a", None, "b", "c"], dtype="string[python]")
        extension["arrow"] = pd.array(["a", None, "größer", "c"], dtype="string[pyarrow]")
        extension["chunks"] = pd.concat(
            [pd.Series(["a", None], dtype="string[pyarrow]"), pd.Series(["größer", "d"], dtype="string[pyarrow]")],
            ignore_index=True,
        )
    save(folder, "extension", extension, rows_of_frame(extension), (2, 4, 5))
    if hasattr(pd, "ArrowDtype"):
        arrow(folder)
    part = whole[whole["length"] > 0][["tok_input", "length", "input"]]
    save(folder, "filtered", part, rows_of_frame(part), (4, 5))
    tail = extension[1:]
    save(folder, "sliced", tail, rows_of_frame(tail), (4, 5))
    named = whole[["input", "tok_input"]].set_index("input")
    save(folder, "named-index", named, rows_of_frame(named))
    woven = pd.DataFrame({"a": [1, 2], "f": [1.5, 2.5], "b": [3, 4], "g": ["x", "y"], "d": [5, 6], "h": [7, 8]}).copy()
    save(folder, "woven", woven, rows_of_frame(woven), (2, 4, 5))
    numbered = pd.DataFrame(np.arange(6).reshape(2, 3))
    save(folder, "numbered", numbered, rows_of_frame(numbered))
    objects = np.array([[1, "a"], [[2], None], [0.5, {"b": True}]], dtype=object)
    for order in "CF":
        block = pd.DataFrame(np.array(objects, order=order), columns=["x", "y"])
        save(folder, "block-" + order, block, rows_of_frame(block))
    added = pd.DataFrame({"a": [1, 2]})
    added["b"] = [[1], [2]]
    added["c"] = added["a"] * 2
    save(folder, "added", added, rows_of_frame(added))
    empty = whole[:0][["input", "count"]]
    save(folder, "empty", empty, [])
    ids = pd.Series(IDS, name="tok_input")
    save(folder, "series", ids, rows_of_columns({"tok_input": IDS}, True))
    texts = pd.Series(["a", "b"], name="input", dtype="string")
    save(folder, "series-of-texts", texts, rows_of_columns({"input": ["a", "b"]}, True))
    east = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
    utc = extension["time"].dt.tz_localize("UTC")
    zoned = pd.DataFrame(
        {
            "utc": utc,
            "berlin": utc.dt.tz_convert("Europe/Berlin"),
            "east": utc.dt.tz_convert(east),
            "categories": pd.Categorical(utc.dt.tz_convert("America/New_York")),
            "objects": pd.Series(
                [datetime.datetime(2024, 2, 29, 1, 2, 3, tzinfo=east), utc[0], None, utc[3]], dtype=object
            ),
        }
    )
    save(folder, "zoned", zoned, rows_of_frame(zoned), (2, 4, 5))
    refused = os.path.join(folder, "refused")
    save(refused, "levels", whole[["input", "count"]].set_index(["input", "count"]), None)
    save(refused, "sparse", pd.DataFrame({"s": pd.arrays.SparseArray([1, 0])}), None)


def arrow(folder):
    """Writes frames with Arrow columns other than texts."""
    import pandas as pd
    import pyarrow as pa

    def column(values, kind):
        return pd.Series(pd.array(values, dtype=pd.ArrowDtype(kind)))

    utc = datetime.timezone.utc
    kinds = {
        "flag": ([True, None, False, True, False, True, True, None, True, False], pa.bool_()),
        "double": ([1.5, None, -2.0, 0.25, 1e300, 0.0, -0.5, 3.0, 4.0, 5.0], pa.float64()),
        "single": ([1.5, None, -2.0, 0.25, 0.0, 0.5, 1.0, 2.0, 3.0, 4.0], pa.float32()),
        "text": (["a", None, "größer", "", "三", "x", "y", "z", "zz", "zzz"], pa.string()),
        "large": (["a", None, "größer", "", "三", "x", "y", "z", "zz", "zzz"], pa.large_string()),
        "ids": ([[1, 2], [], [70000], None, [5], [6, 7, 8], [-1], [2**31 - 1], [9], [10]], pa.list_(pa.int64())),
        "gaps": ([[1, None], [], None, [2**40], [5], [6], [7], [8], [9], [10]], pa.large_list(pa.int64())),
        "deep": ([[["a"], []], [], None, [["b", None, "c"]]] + [[["d"]]] * 6, pa.list_(pa.list_(pa.string()))),
        "time": (
            [datetime.datetime(2026, 1, 2, 3, 4, each) if each != 1 else None for each in range(10)],
            pa.timestamp("us"),
        ),
        "zoned": (
            [datetime.datetime(2026, 1, 2, 3, 4, each, tzinfo=utc) if each != 1 else None for each in range(10)],
            pa.timestamp("ms", "Europe/Berlin"),
        ),
    }
    for kind in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        kinds[kind] = ([1, None, 3, 127] + list(range(6)), getattr(pa, kind)())
    kinds["int64"][0][2] = -(2**62)
    kinds["uint8"][0][2] = 255
    whole = pd.DataFrame({name: column(values, kind) for name, (values, kind) in kinds.items()})
    save(folder, "arrow", whole, rows_of_frame(whole), (2, 4, 5))
    save(folder, "arrow-sliced", whole[3:], rows_of_frame(whole[3:]), (4, 5))
    chunks = pd.concat([whole[:1], whole[7:], whole[:0], whole[2:5]], ignore_index=True)
    save(folder, "arrow-chunks", chunks, rows_of_frame(chunks))
    refused = os.path.join(folder, "refused")
    others = {
        "date": ([datetime.date(2026, 1, 2)], pa.date32()),
        "fixed": ([[1, 2]], pa.list_(pa.int64(), 2)),
        "struct": ([{"a": 1}], pa.struct([("a", pa.int64())])),
        "decimal": ([None], pa.decimal128(10, 2)),
    }
    for name, (values, kind) in others.items():
        save(refused, "arrow-" + name, pd.DataFrame({"a": column(values, kind)}), None)


def arrays(folder):
    import numpy as np

    matrix = np.arange(12).reshape(4, 3) - 5
    save(folder, "matrix", matrix, rows_of_columns({"input_ids": matrix}, False), (2, 4, 5))
    fortran = np.asfortranarray(matrix)
    save(folder, "fortran", fortran, rows_of_columns({"input_ids": fortran}, False), (2, 4, 5))
    columns = {
        "input_ids": matrix.astype("int32"),
        "objects_by_column": np.array([[1, "a"], [[2], None], [0.5, {"b": True}], [3, 4]], dtype=object, order="F"),
        "big_endian": matrix[:, 0].astype(">i2"),
        "input_lens": np.array([3, 3, 2, 1], dtype="uint16"),
        "half": np.array([0.5, -2, 65504, 2**-24], dtype="float16"),
        "deep": np.arange(16).reshape(4, 2, 2),
        "text": np.array(["a", "größer", "", "\U0001f600"]),
        "flag": np.array([True, False, True, False]),
        "day": np.array(["2024-01-01", "1900-02-28", "NaT", "2262-04-11"], dtype="datetime64[s]"),
        "objects": np.array([[1, 2], "x", 2**40, {"a": (1, None)}], dtype=object),
        "every_second": np.arange(8)[::2],
    }
    rows = rows_of_columns(columns, False)
    del rows[2]["day"]
    save(folder, "columns", columns, rows, (2, 4, 5))
    ragged = np.empty(4, dtype=object)
    ragged[:] = IDS
    save(folder, "ragged", ragged, rows_of_columns({"input_ids": ragged}, False))
    listed = {"ids": [np.array(each, dtype="int32") for each in IDS], "n": [np.int64(1), np.float32(0.5), np.bool_(True), np.str_("s")]}
    save(folder, "lists-of-arrays", listed, rows_of_columns(listed, False), (2, 4, 5))
    refused = os.path.join(folder, "refused")
    save(refused, "records", np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]), None)
    save(refused, "masked", np.ma.array([1, 2], mask=[0, 1]), None)
    save(refused, "complex", np.array([1j]), None)
    save(refused, "spans", np.array([1], dtype="m8[s]"), None)


def built_in(folder):
    columns = {"input": TEXTS, "tok_input": IDS, "chat": CHATS, "big": [2**31, -(2**63), 2**63 - 1, 0], 7: (1.5, 2, True, None)}
    save(folder, "dict-of-lists", columns, rows_of_columns(columns, False), (2, 3, 4, 5))
    records = rows_of_columns(columns, False)
    save(folder, "list-of-dicts", records, records, (2, 3, 4, 5))
    save(folder, "list-of-lists", IDS, rows_of_columns({"input_ids": IDS}, False))
    default = collections.defaultdict(list)
    for row in records:
        default["input"].append(row["input"])
    save(folder, "defaultdict", default, rows_of_columns(default, False))
    ordered = collections.OrderedDict(sorted(default.items()))
    save(folder, "ordered", ordered, rows_of_columns(default, False), (2, 4))
    shared = [1, 2, 3]
    same = {"a": [shared] * 4, "b": IDS, "c": IDS}
    save(folder, "shared", same, rows_of_columns(same, False))

    times = {
        "time": [datetime.datetime(2026, 1, 2, 3, 4, 5), datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31, 23, 59, 59, 999999, fold=1), None],
        "date": [datetime.date(2024, 2, 29), datetime.date(1969, 12, 31), None, datetime.date(2000, 1, 1)],
    }
    save(folder, "times", times, rows_of_columns(times, False), (2, 3, 4, 5))
    long = {"text": ["x" * 5000, "é" * 300], "data": [list(range(100000, 102100)), list(range(-5, 5))]}
    save(folder, "long", long, rows_of_columns(long, False))


class Calls:
    """An object that is pickled as a function call."""

    def __init__(self, function, *arguments):
        self.reduced = (function, arguments)

    def __reduce__(self):
        return self.reduced


def malicious(folder):
    os.makedirs(folder, exist_ok=True)

    def write(name, content):
        with open(os.path.join(folder, name + ".pkl"), "wb") as out:
            out.write(content)

    import builtins
    import functools
    import importlib

    write("system", pickle.dumps(Calls(os.system, "touch /tmp/pwned"), protocol=4))
    write("system-2", pickle.dumps({"a": [Calls(os.system, "id")]}, protocol=2))
    write("eval", pickle.dumps([{"a": Calls(builtins.eval, "1")}], protocol=5))
    write("popen", pickle.dumps(Calls(subprocess.Popen, ["id"]), protocol=4))
    write("getattr", pickle.dumps(Calls(builtins.getattr, "a", "b"), protocol=4))
    write("delta", pickle.dumps({"a": [datetime.timedelta(1)]}, protocol=4))
    write("zone", pickle.dumps({"a": [datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone(datetime.timedelta(0, 0, 1)))]}, protocol=4))
    write("import", pickle.dumps(Calls(importlib.import_module, "os"), protocol=4))
    write("partial", pickle.dumps(functools.partial(os.system, "id"), protocol=4))
    write("dotted", b"\x80\x04\x8c\x05numpy\x8c\x11f2py.os.system__x\x93\x8c\x02id\x85R.")
    write("inside-numpy", b"\x80\x02cnumpy.testing._private.utils\nrunstring\n(X\x04\x00\x00\x00codeq\x00}tR.")
    write("read-pickle", b"\x80\x02cpandas.io.pickle\nread_pickle\nX\x05\x00\x00\x00/etc/q\x00\x85R.")
    write("instance", b"\x80\x02(ios\nsystem\n.")
    write("object", b"\x80\x02(cos\nsystem\nX\x02\x00\x00\x00ido.")
    write("persistent", b"\x80\x02X\x01\x00\x00\x00aQ.")
    write("extension", b"\x80\x02\x82\x01.")
    write("buffers", pickle.dumps(pickle.PickleBuffer(b"abc"), protocol=5, buffer_callback=lambda each: None))
    write("set", pickle.dumps({1, 2}, protocol=4))
    write("long", pickle.dumps({"a": [2**64]}, protocol=4))
    write("huge-long", b"\x80\x02\x8b\xff\xff\xff\x7f\x01.")
    write("huge-text", b"\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\x7fa.")
    write("large-text", b"\x80\x04\x8d\x00\x00\x00\x40\x00\x00\x00\x00a.")
    write("huge-bytes", b"\x80\x04\x8e\xff\xff\xff\xff\xff\xff\xff\x7fa.")
    write("huge-bytearray", b"\x80\x05\x96\xff\xff\xff\xff\x0f\x00\x00\x00a.")
    write("huge-frame", b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\x7f]")
    write("memo", b"\x80\x02]r\xff\xff\xff\x7f.")
    write("memo-missing", b"\x80\x02h\x07.")
    write("itself", b"\x80\x02}q\x00X\x01\x00\x00\x00a]q\x01(h\x01h\x01es.")
    write("deep", b"\x80\x02}X\x01\x00\x00\x00a" + b"]" * 1001 + b"a" * 1000 + b"\x85s.")
    laughs = b"\x80\x02X\x02\x00\x00\x00haq\x000"
    for level in range(1, 40):
        laughs += b"(" + b"h%c" % (level - 1) * 10 + b"lq%c0" % level
    write("laughs", laughs + b"}X\x01\x00\x00\x00a(h'ls.")
    zeros = "numpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85X\x01\x00\x00\x00bq\x00\x87R(K\x01"
    kind = "cnumpy\ndtype\nX\x02\x00\x00\x00i8q\x01K\x00K\x01\x87R(K\x03X\x01\x00\x00\x00<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"
    for name, shape in {
        "rows-of-nothing": "J\x00\x00\x00\x40K\x00\x86",
        "negative-shape": "J\xff\xff\xff\xff\x85",
        "overflowing-shape": "J\x00\x00\x00\x40J\x00\x00\x00\x40J\x00\x00\x00\x40K\x04t".replace("J", "(J", 1),
        "false-shape": "K\x05\x85",
    }.items():
        empty = "c__builtin__\nbytes\n)R"
        write(name, ("\x80\x02c" + zeros + shape + kind + "\x89" + empty + "tb.").encode("latin1"))
    write("index-of-itself", b"\x80\x02cpandas\nSeries\n)\x81}X\x04\x00\x00\x00_mgrcpandas\nSingleBlockManager\n)\x81"
          b"(]]]}X\x06\x00\x00\x000.14.1}X\x06\x00\x00\x00blocks]}(X\x06\x00\x00\x00valuescpandas\nIndex\n)\x81q\x05}X\x04\x00\x00\x00"
          b"datah\x05sbX\x08\x00\x00\x00mgr_locsK\x00uasstbsb.")
    write("two-pickles", pickle.dumps({"a": [1]}, protocol=4) * 2)
    write("protocol-0", pickle.dumps({"a": [1]}, protocol=0))
    write("protocol-1", pickle.dumps({"a": [1]}, protocol=1))
    write("protocol-9", b"\x80\x09].")
    write("python-2", b"\x80\x02]U\x03abca.")
    write("surrogate", pickle.dumps({"a": ["\ud800"]}, protocol=4))
    write("ragged", pickle.dumps({"a": [1, 2], "b": [1]}, protocol=4))
    write("scalars", pickle.dumps({"a": 1, "b": 2}, protocol=4))
    write("nested-dicts", pickle.dumps({"a": {"0": 1}}, protocol=4))
    write("bytes", pickle.dumps({"a": [b"abc"]}, protocol=4))
    write("tuple-keys", pickle.dumps({(1, 2): [1]}, protocol=4))
    write("mixed-rows", pickle.dumps([{"a": 1}, 2], protocol=4))
    write("twice", b"\x80\x02]}(X\x01\x00\x00\x00aK\x01X\x01\x00\x00\x00aK\x02ua.")
    write("number", pickle.dumps(7, protocol=4))
    write("nothing", pickle.dumps(None, protocol=4))
    write("text", pickle.dumps("SELECT 1", protocol=4))
    write("no-columns", pickle.dumps({}, protocol=4))


if __name__ == "__main__":
    if len(sys.argv) == 1:
        make_all()
    elif sys.argv[1] == "versions":
        for name, (version, packages) in VERSIONS.items():
            print(name, version, *packages)
    elif sys.argv[1] == "write":
        target = os.path.join(sys.argv[3], sys.argv[2])
        frames(target)
        arrays(target)
        built_in(os.path.join(sys.argv[3], "built-in"))
    else:
        malicious(os.path.join(RESOURCES, "malicious"))
