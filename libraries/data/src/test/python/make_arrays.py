# SPDX-License-Identifier: Apache-2.0
"""Writes the arrays and tables that the tests of the formats read, and for each the expected rows as JSON lines.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 pandas==3.1.1
    venv/bin/python make_arrays.py            # into ../resources
    venv/bin/python make_arrays.py --check    # compares with the existing files instead
"""

import filecmp
import json
import pathlib
import sys
import tempfile
import zipfile

import numpy as np
import pandas as pd

VERSIONS = {"numpy": "2.4.6", "pandas": "3.1.1"}
RESOURCES = pathlib.Path(__file__).resolve().parent.parent / "resources" / "io" / "loadharness" / "dataset"

IDS = np.arange(1, 22).reshape(7, 3) * 1000
FLOATS = [0.5, -1.25, 1024.0, 0.0, float("nan"), float("inf"), float("-inf")]
TEXTS = ["plain", "", "Grüße", "日本語", "emoji 😀 end", 'a "quoted" one', "line\nend"]


def rows(file, columns):
    """Writes the expected rows. Columns are lists; None marks a missing value."""
    with open(file.with_name(file.name + ".jsonl"), "w", encoding="utf-8") as out:
        for values in zip(*columns.values()):
            row = {name: value for name, value in zip(columns, values) if value is not None}
            out.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


def array(folder, name, values, columns, version=None):
    file = folder / (name + ".npy")
    with open(file, "wb") as out:
        np.lib.format.write_array(out, values, version=version)
    rows(file, columns)


def integers(folder):
    for order in "<>":
        for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"):
            limits = np.iinfo(kind)
            values = [int(limits.min), 0, 1, min(int(limits.max), 2**63 - 1)]
            dtype = np.dtype(order + kind)
            array(folder, dtype.str[1:] + ("-big" if order == ">" else ""), np.array(values, dtype), {"value": values})


def others(folder):
    for order in "<>":
        for kind in ("f2", "f4", "f8"):
            dtype = np.dtype(order + kind)
            array(folder, dtype.str[1:] + ("-big" if order == ">" else ""), np.array(FLOATS, dtype), {"value": FLOATS})
        name = "texts" + ("-big" if order == ">" else "")
        array(folder, name, np.array(TEXTS, order + "U20"), {"input": TEXTS})
    array(folder, "half-subnormal", np.array([2.0**-24, 65504.0], "f2"), {"value": [2.0**-24, 65504.0]})
    array(folder, "flags", np.array([True, False, True]), {"value": [True, False, True]})
    array(folder, "bytes", np.array([text.encode() for text in TEXTS]), {"input": TEXTS})


def tables(folder):
    lists = {"input_ids": IDS.tolist()}
    array(folder, "table", IDS, lists)
    array(folder, "table-fortran", np.asfortranarray(IDS), lists)
    array(folder, "table-fortran-big", np.asfortranarray(IDS.astype(">i2")), lists)
    array(folder, "table-flags", IDS % 2 == 0, {"input_ids": (IDS % 2 == 0).astype(int).tolist()})
    array(folder, "version-2", IDS, lists, version=(2, 0))
    array(folder, "version-3", IDS, lists, version=(3, 0))
    array(folder, "empty", np.zeros((0, 5), "<i4"), {"input_ids": []})


def fields(folder):
    plain = np.dtype([("id", "<i4"), ("text", "<U8"), ("score", ">f8"), ("ok", "?"), ("ids", "<u2", (3,))])
    values = [(1, "one", 0.5, True, (1, 2, 3)), (2, "zwei", -2.0, False, (4, 5, 65535))]
    columns = {
        "id": [1, 2], "text": ["one", "zwei"], "score": [0.5, -2.0], "ok": [True, False], "ids": [[1, 2, 3], [4, 5, 65535]],
    }
    array(folder, "fields", np.array(values, plain), columns)
    array(folder, "fields-aligned", np.array(values, np.dtype(plain.descr, align=True)), columns)
    umlaut = np.dtype([("größe 日", "<i4")])
    array(folder, "fields-utf8", np.array([(1,), (2,)], umlaut), {"größe 日": [1, 2]}, version=(3, 0))


def refused(folder):
    np.save(folder / "refused-objects.npy", np.array([[1], [2, 3]], object), allow_pickle=True)
    np.save(folder / "refused-scalar.npy", np.array(7))
    np.save(folder / "refused-3d.npy", np.zeros((2, 3, 4), "i4"))
    np.save(folder / "refused-complex.npy", np.zeros(3, "c8"))
    np.save(folder / "refused-time.npy", np.zeros(3, "M8[ns]"))
    np.save(folder / "refused-fractions.npy", np.zeros((2, 3)))
    np.save(folder / "refused-large.npy", np.array([[1, 2], [3, 2**31]]))
    np.save(folder / "refused-larger.npy", np.array([1, 2**63], "u8"))
    nested = np.dtype([("outer", [("inner", "<i4")])])
    np.save(folder / "refused-nested.npy", np.zeros(2, nested))


def archive(folder, name, arrays, columns, save=np.savez):
    file = folder / (name + ".npz")
    save(file, **arrays)
    remove_times(file)
    rows(file, columns)


def remove_times(file):
    """Sets all modification times in a zip archive to a constant."""
    with zipfile.ZipFile(file) as archive:
        held = [(info, archive.read(info)) for info in archive.infolist()]
    with zipfile.ZipFile(file, "w") as archive:
        for info, content in held:
            info.date_time = (1980, 1, 1, 0, 0, 0)
            archive.writestr(info, content)


def right_padded(lengths):
    """Returns IDS with zeros after the given lengths."""
    return np.where(np.arange(IDS.shape[1]) < np.array(lengths)[:, None], IDS, 0).astype(IDS.dtype)


def archives(folder):
    lengths = [3, 0, 1, 2, 3, 3, 1]
    ids = right_padded(lengths)
    cut = [row[:length] for row, length in zip(IDS.tolist(), lengths)]
    arrays = {"input_ids": ids, "input_lens": np.array(lengths), "text": np.array(TEXTS), "score": np.array(range(7)) / 2}
    columns = {"input_ids": cut, "input_lens": lengths, "text": TEXTS, "score": [i / 2 for i in range(7)]}
    archive(folder, "archive", arrays, columns)
    archive(folder, "archive-packed", arrays, columns, np.savez_compressed)
    fortran = dict(arrays, input_ids=np.asfortranarray(ids))
    archive(folder, "archive-fortran", fortran, columns, np.savez_compressed)
    both = {"tok_input": ids, "tok_input_length": np.array(lengths, "u1"), "tok_ref": right_padded(lengths[::-1]), "tok_ref_len": np.array(lengths[::-1])}
    archive(folder, "archive-two-lengths", both, {
        "tok_input": cut, "tok_input_length": lengths,
        "tok_ref": [row[:length] for row, length in zip(IDS.tolist(), lengths[::-1])], "tok_ref_len": lengths[::-1],
    })
    archive(folder, "archive-only-lengths", {"ids": ids, "seq_len": np.array(lengths)}, {"ids": cut, "seq_len": lengths})
    archive(folder, "archive-unnamed", {"arr_0": IDS, "arr_1": np.arange(7)}, {"arr_0": IDS.tolist(), "arr_1": list(range(7))})
    wrong = folder / "refused-lengths.npz"
    np.savez(wrong, input_ids=IDS, input_lens=np.array([3, 3, 4, 3, 3, 3, 3]))
    remove_times(wrong)
    uneven = folder / "refused-uneven.npz"
    np.savez(uneven, a=np.arange(3), b=np.arange(4))
    remove_times(uneven)


def padded(folder):
    """Writes arrays with pads on the left, as decoder-only models want them, and on the right."""
    lists = [[11, 12, 13], [7], [1, 0, 2, 0, 5], [21, 22]]
    lengths = np.array([len(each) for each in lists])
    for side in ("left", "right"):
        for name, pad in (("zero", 0), ("eos", 5)):
            ids = np.array([[pad] * (5 - len(each)) + each if side == "left" else each + [pad] * (5 - len(each)) for each in lists])
            archive(folder, "padded-" + side + "-" + name, {"input_ids": ids, "input_lens": lengths}, {
                "input_ids": lists, "input_lens": lengths.tolist(),
            })


def csv(folder):
    frame = pd.DataFrame({
        "input": TEXTS, "input_ids": [[1, 2, 3], [4], [], [5, 6], [7, 8], [9], [10, -11]], "score": FLOATS[:4] + [2.0, 1e300, -1e-5],
        "count": range(-3, 4), "ok": [True, False] * 3 + [True], "code": ["007", "042", "1", "2", "3", "4", "5"],
    })
    columns = {name: frame[name].tolist() for name in frame}
    columns["input"][1] = None  # to_csv writes an empty text and a missing value in the same way
    for name, separator in (("pandas", ","), ("semicolons", ";"), ("tabs", "\t")):
        file = folder / (name + (".tsv" if separator == "\t" else ".csv"))
        frame.to_csv(file, sep=separator, index=False, lineterminator="\n")
        rows(file, columns)
    file = folder / "excel.csv"
    frame.to_csv(file, index=False, encoding="utf-8-sig", lineterminator="\r\n")
    rows(file, columns)
    file = folder / "missing.csv"
    holes = pd.DataFrame({"whole": pd.array([1, None, 3], "Int64"), "score": [0.5, None, 1.5], "text": ["a", None, "c"]})
    holes.to_csv(file, index=False, lineterminator="\n")
    rows(file, {"whole": [1, None, 3], "score": [0.5, None, 1.5], "text": ["a", None, "c"]})
    file = folder / "numpy-lists.csv"
    pd.DataFrame({"ids": [np.arange(3), np.arange(100, 140), np.arange(0)]}).to_csv(file, index=False, lineterminator="\n")
    rows(file, {"ids": [[0, 1, 2], list(range(100, 140)), []]})
    pd.DataFrame({"ids": [np.arange(3), np.arange(2000)]}).to_csv(folder / "refused-shortened.csv", index=False, lineterminator="\n")
    frame.to_csv(folder / "refused-index.csv", lineterminator="\n")


def json_tables(folder):
    frame = pd.DataFrame({
        "input": TEXTS, "ids": [[1, 2, 3], [4], [], [5, 6], [7, 8], [9], [10, -11]], "score": [0.5, None, 2.0, 1e300, -1e-5, 0.0, 3.0],
        "ok": [True, False] * 3 + [True],
    })
    columns = {name: [None if value != value else value for value in frame[name].tolist()] for name in frame}
    frames = {
        "numbered": frame,
        "named": frame.set_axis(["zero", "one two", "", "drei", "4th", "a/b", "z"]),
        "filtered": frame.set_axis([17, 3, 5, 1000, 2, 1, -4]),
        "levels": frame.set_axis(pd.MultiIndex.from_arrays([list("aabbccd"), [0, 1] * 3 + [0]])),
        "fractions": frame.set_axis([0.5, 1.0, -1.5, 1e20, 2.0, 3.0, 4.0]),
        "times": frame.set_axis(pd.date_range("1969-12-30", periods=7)),
    }
    for name, each in frames.items():
        each.to_json(folder / (name + ".json"), date_format="iso")
        rows(folder / (name + ".json"), columns)
    frame.to_json(folder / "records.json", orient="records", indent=2)
    rows(folder / "records.json", columns)
    frame.to_json(folder / "lines.json", orient="records", lines=True)
    rows(folder / "lines.json", columns)
    for orient in ("split", "index", "table"):
        for name, each in frames.items():
            file = folder / (orient + "-" + name + ".json")
            each.to_json(file, orient=orient, date_format="iso")
            rows(file, columns)
    for orient in ("split", "table"):
        file = folder / (orient + "-without-index.json")
        frame.to_json(file, orient=orient, index=False)
        rows(file, columns)
    file = folder / "table-named-index.json"
    frame.assign(input=range(7)).set_index("input").to_json(file, orient="table")
    rows(file, dict(columns, input=list(range(7))))
    frame.to_json(folder / "values.json", orient="values")
    rows(folder / "values.json", {str(i): columns[name] for i, name in enumerate(frame)})
    pd.DataFrame([[1, 2], [3, 4]]).to_json(folder / "values-ids.json", orient="values")
    rows(folder / "values-ids.json", {"input_ids": [[1, 2], [3, 4]]})
    levels = pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_arrays([["a", "b"], ["x", "y"]]))
    levels.to_json(folder / "refused-levels.json", orient="split")


def make(folder):
    numpy, text, objects = folder / "numpy", folder / "csv", folder / "json"
    for each in (numpy, text, objects):
        each.mkdir(parents=True, exist_ok=True)
    for part in (integers, others, tables, fields, refused, archives, padded):
        part(numpy)
    csv(text)
    json_tables(objects)


def differing(folder):
    for made in sorted(path for path in folder.rglob("*") if path.is_file()):
        kept = RESOURCES / made.relative_to(folder)
        if not kept.is_file() or not filecmp.cmp(made, kept, shallow=False):
            yield str(kept)


def main():
    found = {"numpy": np.__version__, "pandas": pd.__version__}
    if found != VERSIONS:
        sys.exit(f"the files must be made with {VERSIONS}, but found {found}")
    if sys.argv[1:] != ["--check"]:
        make(RESOURCES)
        return
    with tempfile.TemporaryDirectory() as folder:
        make(pathlib.Path(folder))
        different = list(differing(pathlib.Path(folder)))
    if different:
        sys.exit("different from the generated files: " + ", ".join(different))


main()
