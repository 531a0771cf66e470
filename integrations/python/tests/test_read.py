# SPDX-License-Identifier: Apache-2.0
import csv
import importlib.util
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings

import harness

import loadharness
from loadharness import NotValidWarning, ReadError

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "docs", "guides", "python.md")
PACKAGES = os.path.dirname(os.path.dirname(loadharness.__file__))
HAS_TABLES = all(importlib.util.find_spec(name) for name in ("numpy", "pandas", "pyarrow"))
TABLES = "numpy, pandas and pyarrow are not installed"

FAULT = "http-500=every:20"


def setUpModule():
    """Measures the runs that the tests read."""
    if not harness.COMMAND:
        raise unittest.SkipTest(harness.REASON)
    global folder
    folder = tempfile.mkdtemp()
    unittest.addModuleCleanup(shutil.rmtree, folder)
    load = ("--load", "poisson", "--rate", "50", "--duration", "2s", "--max-tokens", "12", *harness.LENIENT)
    with harness.Simulator("--output-length", "2-12", "--between-tokens-us", "500") as server:
        url = ("--url", server.url)
        harness.loadharness("run", *url, *load, "--require", "ttft.p99<1h", "--output-dir", path("valid"))
        harness.loadharness("run", *url, *load, "--on", "local", "--workers", "2", "--output-dir", path("workers"))
        harness.loadharness("run", *url, *load, "--on", "local", "--workers", "2", "--slices", "--output-dir", path("slices"))
    with harness.Simulator("--output-length", "4", "--fault", FAULT) as server:
        harness.loadharness("run", "--url", server.url, *load, "--output-dir", path("invalid"), expect=3)
    with harness.Simulator("--output-length", "2", "--between-tokens-us", "4400000") as server:
        harness.loadharness("run", "--url", server.url, *load, "--output-dir", path("slow"))


def path(*names):
    return os.path.join(folder, *names)


def percentile(values, percent):
    return sorted(values)[int(len(values) * percent / 100)]


class ReadTest(unittest.TestCase):
    def test_a_valid_run_has_its_verdict_metrics_and_settings(self):
        run = loadharness.read(path("valid"))
        with open(path("valid", "result.json"), encoding="utf-8") as file:
            result = json.load(file)

        self.assertEqual((run.verdict, run.is_valid, run.reasons), ("VALID", True, ()))
        self.assertEqual(run.result, result)
        self.assertEqual(run.counts.completed, result["counts"]["completed"])
        self.assertEqual(run.counts.failed, 0)
        self.assertEqual(run.rates["requests_per_second"], result["rates"]["requests_per_second"])
        self.assertEqual(list(run.metrics), list(result["metrics"]))
        self.assertEqual(run.metrics["ttft"].p99, result["metrics"]["ttft"]["p99"])
        self.assertEqual(run.metrics["ttft"].p99_9, result["metrics"]["ttft"]["p99.9"])
        self.assertIsInstance(run.metrics["ttft"].p99, int)
        self.assertEqual(dict(run.metrics["ttft"].bounds), result["metrics"]["ttft"]["bounds"])
        self.assertEqual(run.settings["--duration"], ("2s", "flag"))
        self.assertEqual(len(run.requirements), 1)
        self.assertTrue(run.requirements[0].met)
        self.assertEqual(repr(run), "Run(%r, VALID)" % path("valid"))

    def test_a_run_that_is_not_valid_is_reported_with_its_reasons(self):
        with self.assertWarnsRegex(NotValidWarning, "invalid is INVALID: .*failed"):
            run = loadharness.read(path("invalid"))

        self.assertEqual(run.verdict, "INVALID")
        self.assertFalse(run.is_valid)
        self.assertIn("INVALID: " + run.reasons[0], repr(run))
        self.assertEqual(run.failures[0].kind, "HTTP_ERROR")
        self.assertEqual(run.failures[0].count, run.counts.failed)
        self.assertEqual(sum(run.failures[0].messages.values()), run.counts.failed)

    def test_a_missing_folder(self):
        self.refuses(path("nothing"), "nothing does not exist: give the folder of a run")
        self.refuses(path("valid", "result.json"), "result.json is a file: give the folder of a run")

    def test_a_folder_of_runs_names_them(self):
        parent = tempfile.mkdtemp(dir=folder)
        self.addCleanup(shutil.rmtree, parent)
        self.refuses(parent, "%s is not the folder of a run: it has no result.json" % parent)
        runs = [os.path.join(parent, "rate-%d" % rate) for rate in range(1, 8)]
        for run in runs[:2]:
            self.run_folder(run)
        self.refuses(parent, "%s contains runs, but is not the folder of a run: give one of %s, %s" % (parent, *runs[:2]))
        for run in runs[2:]:
            self.run_folder(run)
        self.refuses(parent, "give one of %s, or one of 2 more" % ", ".join(runs[:5]))
        only = os.path.join(parent, "only")
        self.run_folder(os.path.join(only, "run"))
        self.refuses(only, "is not the folder of a run: give %s" % os.path.join(only, "run"))

    def test_a_path_may_have_each_type_of_python(self):
        place = path("valid")
        for each in (os.fsencode(place), pathlib.Path(place)):
            self.assertEqual(loadharness.read(each).folder, place)

    def test_a_run_that_has_not_ended(self):
        copy = self.copy("valid")
        os.remove(os.path.join(copy, "result.json"))
        self.refuses(copy, "result.json, because the run has not ended or its process was killed: after a killed process, write it with")

    def test_a_result_that_is_cut_or_damaged(self):
        copy = self.copy("valid")
        name = os.path.join(copy, "result.json")
        with open(name, "rb") as file:
            content = file.read()
        for part in (b"", content[: len(content) // 2], b"\xff" + content):
            self.write(name, part)
            self.refuses(copy, "result.json is truncated or damaged (")
        self.write(name, b"[]")
        self.refuses(copy, "result.json is not a result of LoadHarness: its schema is None instead of 'loadharness-result'")
        self.write(name, b"[" * 100_000)
        self.refuses(copy, "result.json is truncated or damaged (maximum recursion depth exceeded")

    def test_entries_of_a_result_with_another_form(self):
        copy = self.copy("valid")
        name = os.path.join(copy, "result.json")
        with open(name, encoding="utf-8") as file:
            result = json.load(file)
        verdicts = "verdict must be one of VALID, INVALID, ABORTED, FAILED: got "
        ttft = result["metrics"]["ttft"]
        for change, sentence in (
            ({"verdict": 5}, verdicts + "5"),
            ({"verdict": None}, verdicts + "null"),
            ({"verdict": ["VALID"]}, verdicts + "an array"),
            ({"verdict": "foo"}, verdicts + '"foo"'),
            ({"verdict": "INVALID", "reasons": [1]}, "reasons[0] must be a string: got 1"),
            ({"reasons": "abc"}, 'reasons must be an array: got "abc"'),
            ({"reason_codes": "abc"}, 'reason_codes must be an array: got "abc"'),
            ({"requirements": [{"text": "t", "met": 1, "actual": None}]}, "requirements[0].met must be true or false: got 1"),
            ({"rates": ["abc"]}, "rates must be an object: got an array"),
            ({"rates": {"duration": True}}, "rates.duration must be a number: got true"),
            ({"rates": {"a\nname?": "x"}}, 'rates.a\\nname? must be a number: got "x"'),
            ({"counts": {}}, "counts.completed is missing"),
            ({"counts": dict(result["counts"], completed=1.5)}, "counts.completed must be an integer of 64 bits: got 1.5"),
            ({"metrics": {"ttft": {}}}, "metrics.ttft.unit is missing"),
            ({"metrics": {"ttft": dict(ttft, p99="x")}}, 'metrics.ttft.p99 must be an integer of 64 bits: got "x"'),
            ({"metrics": {"ttft": dict(ttft, max=1 << 63)}}, "metrics.ttft.max must be an integer of 64 bits: got 9223372036854775808"),
            ({"metrics": {"ttft": dict(ttft, bounds={"p50": {}})}}, "metrics.ttft.bounds.p50 must be an integer of 64 bits: got an object"),
            ({"failures": {}}, "failures must be an array: got an object"),
            ({"run": None}, "run must be an object: got null"),
            ({"run": {"settings": [{"name": [], "value": "", "source": ""}]}}, "run.settings[0].name must be a string: got an array"),
            ({"outcome": {"client_limited": "no"}}, 'outcome.client_limited must be true or false: got "no"'),
        ):
            with self.subTest(change):
                self.write(name, json.dumps(dict(result, **change)).encode())
                self.refuses(copy, "result.json is truncated or damaged (%s): write it again with `loadharness report " % sentence)

    def test_entries_of_a_result_that_may_be_missing(self):
        copy = self.copy("valid")
        name = os.path.join(copy, "result.json")
        with open(name, encoding="utf-8") as file:
            result = json.load(file)
        del result["reason_codes"], result["warnings"], result["counts"]["input_tokens"]
        ttft = dict(result["metrics"]["ttft"], mean=7)
        ttft["bounds"]["p99"] = None
        self.write(name, json.dumps(dict(result, outcome=None, metrics={"ttft": ttft}, later={"a": [1]})).encode())
        run = loadharness.read(copy)

        self.assertEqual((run.reason_codes, run.warnings, run.client_limited), ((), (), False))
        self.assertIsNone(run.counts.input_tokens)
        self.assertIsNone(run.metrics["ttft"].bounds["p99"])
        self.assertIsInstance(run.metrics["ttft"].mean, float)

    def test_a_result_of_a_newer_version(self):
        copy = self.copy("valid")
        name = os.path.join(copy, "result.json")
        with open(name, encoding="utf-8") as file:
            result = json.load(file)
        self.write(name, json.dumps(dict(result, version=2)).encode())
        self.refuses(copy, "result.json has the version 2, but this package reads version 1: install a newer loadharness")

    def test_missing_packages_are_named_with_the_remedy(self):
        for call, package in (("metrics.to_arrow", "pyarrow"), ("metrics.to_pandas", "pandas"), ("records.to_arrow", "numpy")):
            program = (
                "import sys; sys.modules[%r] = None; sys.modules.setdefault('pyarrow', sys) if %r == 'numpy' else 0\n"
                "import loadharness; loadharness.read(%r).%s()" % (package, package, path("valid"), call)
            )
            done = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, env=dict(os.environ, PYTHONPATH=PACKAGES))
            line = done.stderr.decode().splitlines()[-1]
            if HAS_TABLES or package != "pandas":
                self.assertIn("loadharness needs %s to return tables: install it with `pip install %s`" % (package, package), line)

    def refuses(self, place, sentence):
        with self.assertRaises(ReadError) as caught:
            loadharness.read(place)
        self.assertIn(sentence, str(caught.exception))
        self.assertNotIn("\n", str(caught.exception))

    @staticmethod
    def run_folder(place):
        """Creates the folder of a run that has not ended."""
        os.makedirs(place)
        with open(os.path.join(place, "run.json"), "w", encoding="utf-8") as file:
            file.write("{}")

    def copy(self, name):
        target = os.path.join(tempfile.mkdtemp(dir=folder), name)
        self.addCleanup(shutil.rmtree, os.path.dirname(target))
        return shutil.copytree(path(name), target)

    @staticmethod
    def write(name, content):
        with open(name, "wb") as file:
            file.write(content)


@unittest.skipUnless(HAS_TABLES, TABLES)
class TablesTest(unittest.TestCase):
    def test_records_are_those_of_export(self):
        for name in ("valid", "workers", "slices", "invalid", "slow"):
            with self.subTest(name):
                run = quiet(path(name))
                table = run.records.to_arrow()
                exported = self.exported(name)

                self.assertEqual(table.num_rows, run.counts.completed + run.counts.failed)
                self.assertEqual(table.num_rows, len(exported))
                for row, expected in zip(table.to_pylist(), exported):
                    self.assertEqual({key: value for key, value in row.items() if value is not None}, expected)

    def test_columns_are_those_of_export(self):
        harness.loadharness("export", path("valid"), "--format", "parquet", "--output", path("valid.parquet"))
        import pyarrow.parquet

        exported = pyarrow.parquet.read_table(path("valid.parquet"))
        table = quiet(path("valid")).records.to_arrow()

        self.assertEqual(table.column_names, exported.column_names)
        for name in table.column_names:
            self.assertEqual(table[name].to_pylist(), exported[name].to_pylist(), name)

    def test_failures_keep_kind_and_message(self):
        frame = quiet(path("invalid")).records.to_pandas()
        failed = frame[frame["outcome"] == "failed"]

        self.assertEqual(set(failed["failure"]), {"HTTP_ERROR"})
        self.assertTrue(failed["message"].str.contains("500").all())
        self.assertTrue(failed["ttft_ns"].isna().all())
        self.assertTrue(frame[frame["outcome"] == "completed"]["failure"].isna().all())

    def test_tables_carry_the_verdict(self):
        run = quiet(path("invalid"))
        frame, table = run.records.to_pandas(columns=["ttft_ns"]), run.records.to_arrow(columns=["ttft_ns"])

        self.assertEqual(frame.attrs["verdict"], "INVALID")
        self.assertEqual(frame.attrs["reasons"], list(run.reasons))
        self.assertEqual(run.metrics.to_pandas().attrs["verdict"], "INVALID")
        self.assertEqual(table.schema.metadata[b"loadharness.verdict"], b"INVALID")
        self.assertEqual(json.loads(table.schema.metadata[b"loadharness.reasons"]), list(run.reasons))

    def test_tables_of_a_folder_whose_name_is_not_utf_8(self):
        place = os.path.join(os.fsencode(folder), b"\xff")
        os.symlink(path("valid"), place)
        self.addCleanup(os.remove, place)
        run = loadharness.read(place)

        self.assertEqual(run.records.to_arrow(columns=["sample"]).schema.metadata[b"loadharness.folder"], place)
        self.assertEqual(run.metrics.to_arrow().schema.metadata[b"loadharness.folder"], place)

    def test_the_examples_of_the_page(self):
        place = tempfile.mkdtemp(dir=folder)
        self.addCleanup(shutil.rmtree, place)
        os.makedirs(os.path.join(place, "loadharness-logs"))
        os.symlink(path("invalid"), os.path.join(place, "loadharness-logs", "run-1"))
        with open(PAGE, encoding="utf-8") as file:
            examples = re.findall("^```python\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
        program = "".join(examples)
        for line in ("to_pandas()", "to_pandas(columns=", "write_table("):
            self.assertIn(line, program)
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=place,
            env=dict(os.environ, PYTHONPATH=PACKAGES),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        output = done.stdout.decode()
        self.assertEqual(done.returncode, 0, output)
        self.assertIn("INVALID", output)
        self.assertIn("HTTP_ERROR", output)
        import pyarrow.parquet

        kept = pyarrow.parquet.read_table(os.path.join(place, "requests.parquet")).schema.metadata
        self.assertEqual(kept[b"loadharness.verdict"], b"INVALID")

    def test_times_stay_integers_where_values_are_missing(self):
        frame = quiet(path("invalid")).records.to_pandas()

        self.assertTrue(frame["ttft_ns"].isna().any())
        self.assertEqual(str(frame["ttft_ns"].dtype), "int64[pyarrow]")

    def test_records_and_metrics_agree(self):
        for name in ("valid", "workers", "slices", "invalid", "slow"):
            run = quiet(path(name))
            table = run.records.to_arrow()
            for metric, distribution in run.metrics.items():
                if metric == "itl":
                    continue  # exact to the microsecond only
                column = metric + ("_ns" if distribution.unit == "ns" else "")
                values = [each for each in table[column].to_pylist() if each is not None]
                self.assertEqual(len(values), distribution.count, metric)
                self.assertEqual((min(values), max(values)), (distribution.min, distribution.max), metric)
                self.assertEqual((percentile(values, 50), percentile(values, 99)), (distribution.p50, distribution.p99), metric)

    def test_times_start_with_the_recording(self):
        import datetime

        run = quiet(path("valid"))
        started = run.records.to_pandas(columns=["scheduled_ns"]).attrs["started_unix_ns"]
        recorded = datetime.datetime.fromisoformat(run.result["window"]["recorded"][:19] + "+00:00")
        self.assertEqual(started // 1_000_000_000, int(recorded.timestamp()))

    def test_metrics_are_those_of_the_csv_file(self):
        for name in ("valid", "invalid"):
            frame = quiet(path(name)).metrics.to_pandas()
            with open(path(name, "metrics.csv"), newline="") as file:
                rows = [row for row in csv.DictReader(file) if row["count"]]

            self.assertEqual(list(frame.index), [row["metric"] for row in rows])
            for row in rows:
                for column in frame.columns:
                    value = frame.loc[row["metric"], column]
                    if is_missing(value):
                        self.assertEqual(row[column], "", column)
                    else:
                        self.assertEqual(value, row[column] if column == "unit" else float(row[column]), column)

    def test_only_wanted_columns_are_returned(self):
        run = quiet(path("valid"))
        table = run.records.to_arrow(columns=["done_ns", "sample"])

        self.assertEqual(table.column_names, ["done_ns", "sample"])
        self.assertTrue(table.equals(run.records.to_arrow().select(["done_ns", "sample"])))
        with self.assertRaisesRegex(ReadError, "ttft is not a column of records: known are sample, "):
            run.records.to_arrow(columns=["ttft"])
        with self.assertRaisesRegex(ReadError, r"columns must be a list of names: use \['ttft_ns'\] instead of 'ttft_ns'$"):
            run.records.to_pandas(columns="ttft_ns")
        self.assertEqual(run.records.to_arrow(columns=iter(["sample"])).column_names, ["sample"])

    def test_gaps_of_more_than_four_seconds(self):
        gaps = quiet(path("slow")).records.to_arrow(columns=["gaps_ns"])["gaps_ns"].to_pylist()
        self.assertGreater(max(max(each) for each in gaps), 1 << 32)

    @staticmethod
    def exported(name):
        harness.loadharness("export", path(name), "--format", "jsonl", "--output", path(name + ".jsonl"))
        with open(path(name + ".jsonl"), encoding="utf-8") as file:
            return [json.loads(line) for line in file]


@unittest.skipUnless(HAS_TABLES, TABLES)
class DamagedRecordsTest(unittest.TestCase):
    """Records of a small run, which are cut and damaged."""

    def setUp(self):
        self.run = os.path.join(tempfile.mkdtemp(dir=folder), "run")
        self.addCleanup(shutil.rmtree, os.path.dirname(self.run))
        shutil.copytree(path("invalid"), self.run)
        self.file = os.path.join(self.run, "records.cbor")
        with open(self.file, "rb") as file:
            self.content = file.read()
        self.rows = self.read().to_pylist()

    def test_a_file_that_is_cut_has_only_its_complete_records(self):
        size = len(self.content)
        for cut in [*range(0, 900, 7), *range(size - 200, size)]:
            self.write(self.content[:cut])
            sentence = self.fault(truncated=False)
            self.assertRegex(sentence, "records.cbor (is truncated after \\d+ complete records, because|is not a records file: )")
            if "truncated" in sentence:
                rows = self.read(truncated=True)
                self.assertEqual(rows.to_pylist(), self.rows[: rows.num_rows])
                self.assertIn("after %d complete records" % rows.num_rows, sentence)
                self.assertEqual(rows.schema.metadata[b"loadharness.truncated"], b"true")

    def test_damaged_bytes_are_refused_or_read(self):
        numbers = random.Random(7)
        refused = 0
        for _ in range(400):
            damaged = bytearray(self.content[:4000])
            for _ in range(numbers.randint(1, 3)):
                damaged[numbers.randrange(len(damaged))] = numbers.randrange(256)
            self.write(damaged)
            try:
                self.read(truncated=True)
            except ReadError as e:
                self.assertNotIn("\n", str(e))
                refused += 1
        self.assertGreater(refused, 100)

    def test_a_newer_version(self):
        self.write(self.content.replace(b"gversion\x01", b"gversion\x02", 1))
        self.assertIn("records.cbor has the version 2, but this package reads version 1: install a newer loadharness", self.fault())

    def test_later_releases_may_add_maps_and_fields(self):
        header = self.content.index(b"\xa2", 50)
        self.write(self.content[:header] + b"\xa1\x65later\x83\x01\xf9\x3c\x00\x7f\x61a\x61b\xff" + self.content[header:])
        self.assertEqual(self.read().to_pylist(), self.rows)
        record = self.content.index(b"\x96", header)
        end = self.content.index(b"\xd8\x46", record)
        length = self.content[end + 2] & 31
        self.assertLess(length, 24)
        end += 3 + length
        longer = b"\x98\x1a" + self.content[record + 1 : end] + b"\xf6\xf6\x61x\x80"
        self.write(self.content[:record] + longer + self.content[end:])
        self.assertEqual(self.read().to_pylist(), self.rows)

    def test_gaps_may_contain_the_bytes_before_gaps(self):
        look_alike = b"\xd8\x46\x40\x96"
        content = bytearray(self.content)
        rows = self.rows
        place = 0
        for row in rows:
            place = content.index(b"\xd8\x46", place) + 3
            if row["gaps_ns"]:
                content[place : place + 4] = look_alike
                row["gaps_ns"][0] = int.from_bytes(look_alike, "little")
            place += 4 * len(row["gaps_ns"])
        self.write(content)
        self.assertEqual(self.read().to_pylist(), rows)

    def test_records_that_are_missing(self):
        os.remove(self.file)
        self.assertIn("records.cbor does not exist: copy it from the machine of the run", self.fault())

    def test_a_count_that_is_wrong(self):
        self.write(self.content + b"\x00")
        self.assertIn("records.cbor has data after its last item (at byte %d)" % len(self.content), self.fault())
        self.write(self.content.replace(b"\xa1\x67samples\x18", b"\xa1\x67samples\x38", 1))
        self.assertRegex(self.fault(), "records.cbor declares -\\d+ records, but has %d " % len(self.rows))

    def read(self, truncated=False):
        return quiet(self.run, truncated).records.to_arrow()

    def fault(self, truncated=False):
        with self.assertRaises(ReadError) as caught:
            self.read(truncated)
        self.assertNotIn("\n", str(caught.exception))
        return str(caught.exception)

    def write(self, content):
        with open(self.file, "wb") as file:
            file.write(content)


def quiet(place, truncated=False):
    """Reads a run that may be INVALID."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotValidWarning)
        return loadharness.read(place, truncated)


def is_missing(value):
    import pandas

    return pandas.isna(value)


if __name__ == "__main__":
    unittest.main()
