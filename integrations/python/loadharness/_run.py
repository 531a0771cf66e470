# SPDX-License-Identifier: Apache-2.0
"""The folder of a run: its verdict, metrics and settings from result.json, and its records."""

import glob
import json
import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, Optional

from ._shape import PERCENTILES, RESULT, VALID, check

SCHEMA = "loadharness-result"
VERSION = 1

MAX_RUNS = 5
"""The number of runs that a message names."""


class ReadError(Exception):
    """A folder cannot be read. The message is one sentence with the remedy."""


class NotValidWarning(UserWarning):
    """The run that is read is not valid: its numbers are not a result."""


class Setting(NamedTuple):
    """A setting of a run, and the place where it was set, such as ``flag`` or ``default``."""

    value: str
    source: str


class Requirement(NamedTuple):
    """A requirement of ``--require``. ``actual`` is ``None`` if the run has no such value."""

    text: str
    met: bool
    actual: Optional[float]


class Failure(NamedTuple):
    """Failed requests of one kind, with the count of each message."""

    kind: str
    count: int
    messages: Mapping


class Counts(NamedTuple):
    """Numbers of requests and tokens. Token counts that the servers did not report are ``None``."""

    completed: int
    failed: int
    output_tokens: int
    input_tokens: Optional[int]
    contradictory_counts: int


@dataclass(frozen=True)
class Distribution:
    """The distribution of a metric. Times are nanoseconds.

    A percentile is the value at rank ``count * percentage / 100``, rounded down. ``bounds`` contains the upper bound of each percentile
    with 99 % confidence; ``None`` if there are too few values.
    """

    unit: str
    count: int
    mean: float
    deviation: float
    min: int
    p50: int
    p90: int
    p95: int
    p97: int
    p99: int
    p99_9: int
    max: int
    bounds: Mapping

    @classmethod
    def _of(cls, entry):
        values = {name: entry[name] for name in ("unit", "count", "min", "max")}
        values.update(mean=float(entry["mean"]), deviation=float(entry["deviation"]))
        values.update((name.replace(".", "_"), entry[name]) for name in PERCENTILES)
        return cls(bounds=MappingProxyType({name: entry["bounds"].get(name) for name in PERCENTILES}), **values)


class Metrics(Mapping):
    """The metrics of a run by name, each a `Distribution`. Metrics without values are missing."""

    def __init__(self, entries, facts):
        self._entries = entries
        self._facts = facts

    def __getitem__(self, name):
        return self._entries[name]

    def __iter__(self):
        return iter(self._entries)

    def __len__(self):
        return len(self._entries)

    def __repr__(self):
        return "Metrics(%s)" % ", ".join(self._entries)

    def to_arrow(self):
        """Returns a table with a row for each metric. The columns have the names of those of metrics.csv."""
        arrow = needed("pyarrow")
        types = {"metric": arrow.string(), "unit": arrow.string(), "count": arrow.int64(), "mean": arrow.float64()}
        types.update({"deviation": arrow.float64(), "min": arrow.int64()})
        types.update((name, arrow.int64()) for name in PERCENTILES)
        types["max"] = arrow.int64()
        types.update((name + "_bound", arrow.int64()) for name in PERCENTILES)
        rows = [dict(self._row(value), metric=name) for name, value in self._entries.items()]
        return arrow.Table.from_pylist(rows, arrow.schema(list(types.items()), metadata=metadata(self._facts)))

    def to_pandas(self):
        """Returns a frame with a row for each metric, like `to_arrow`. The index is the name of the metric."""
        needed("pandas")
        return frame(self.to_arrow(), self._facts).set_index("metric")

    @staticmethod
    def _row(value):
        row = {name: getattr(value, name) for name in ("unit", "count", "mean", "deviation", "min", "max")}
        row.update((name, getattr(value, name.replace(".", "_"))) for name in PERCENTILES)
        row.update((name + "_bound", value.bounds[name]) for name in PERCENTILES)
        return row


class Records:
    """The records of a run: one for each request, in the order in which the requests ended. The file is read at each call."""

    def __init__(self, path, facts, truncated):
        self.path = path
        self._facts = facts
        self._truncated = truncated

    def to_arrow(self, columns=None):
        """Returns a table with a row for each request. The metadata of its schema contains the verdict of the run and its reasons.

        :param columns: the names of the columns to return; by default, all columns
        """
        table, facts = self._read(columns)
        return table.replace_schema_metadata(metadata(facts))

    def to_pandas(self, columns=None):
        """Returns a frame with a row for each request. Its ``attrs`` contain the verdict of the run and its reasons.

        Columns have types of Arrow, so that integers stay integers where values are missing.

        :param columns: the names of the columns to return; by default, all columns
        """
        needed("pandas")
        return frame(*self._read(columns))

    def _read(self, columns):
        needed("pyarrow")
        needed("numpy")
        from . import _records

        table, facts = _records.table(self.path, columns, self._truncated)
        return table, dict(self._facts, **facts)

    def __repr__(self):
        return "Records(%r)" % str(self.path)


@dataclass(frozen=True, repr=False)
class Run:
    """A run: its verdict, metrics, settings and records.

    ``result`` is the whole content of result.json.
    """

    folder: str
    verdict: str
    reasons: tuple
    reason_codes: tuple
    warnings: tuple
    requirements: tuple
    counts: Counts
    rates: Mapping
    metrics: Metrics
    failures: tuple
    settings: Mapping
    client_limited: bool
    records: Records
    result: Mapping

    @property
    def is_valid(self):
        """True if the numbers of the run are a result."""
        return self.verdict == VALID

    def __repr__(self):
        return "Run(%r, %s)" % (self.folder, outcome(self.verdict, self.reasons))


def read(folder, truncated=False):
    """Reads the folder of a run.

    Warns with `NotValidWarning` if the verdict is not ``VALID``.

    :param folder: the folder, which contains result.json and records.cbor
    :param truncated: True to read also records.cbor of a run whose process was killed, up to its last complete record
    :raises ReadError: if the folder is not the folder of a run, or if the run has not ended
    """
    folder = os.fsdecode(folder)
    run = typed(folder, content(folder, os.path.join(folder, "result.json")), truncated)
    if not run.is_valid:
        warnings.warn("%s is %s" % (folder, outcome(run.verdict, run.reasons)), NotValidWarning, stacklevel=2)
    return run


def typed(folder, result, truncated):
    verdict = result["verdict"]
    reasons = tuple(result["reasons"])
    facts = {"verdict": verdict, "reasons": list(reasons), "folder": folder}
    counts = result["counts"]
    metrics = {name: Distribution._of(entry) for name, entry in result["metrics"].items()}
    settings = {each["name"]: Setting(each["value"], each["source"]) for each in result["run"]["settings"]}
    return Run(
        folder=folder,
        verdict=verdict,
        reasons=reasons,
        reason_codes=tuple(result.get("reason_codes") or ()),
        warnings=tuple(result.get("warnings") or ()),
        requirements=tuple(Requirement(each["text"], each["met"], each.get("actual")) for each in result["requirements"]),
        counts=Counts(
            completed=counts["completed"],
            failed=counts["failed"],
            output_tokens=counts["output_tokens"],
            input_tokens=counts.get("input_tokens"),
            contradictory_counts=counts.get("contradictory_counts") or 0,
        ),
        rates=MappingProxyType(dict(result["rates"])),
        metrics=Metrics(metrics, facts),
        failures=tuple(failure(each) for each in result["failures"]),
        settings=MappingProxyType(settings),
        client_limited=bool((result.get("outcome") or {}).get("client_limited")),
        records=Records(os.path.join(folder, "records.cbor"), facts, truncated),
        result=result,
    )


def failure(entry):
    messages = {each["text"]: each["count"] for each in entry["messages"]}
    return Failure(entry["kind"], entry["count"], MappingProxyType(messages))


def content(folder, path):
    """Returns the content of result.json, whose shape is checked."""
    try:
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
        check_version(path, result)
        check(result, RESULT)
    except (FileNotFoundError, NotADirectoryError) as e:
        raise ReadError(missing(folder)) from e
    except OSError as e:
        raise ReadError("%s cannot be read: %s" % (path, e.strerror)) from e
    except (ValueError, RecursionError) as e:
        raise ReadError("%s is truncated or damaged (%s): write it again with `loadharness report %s`" % (path, e, folder)) from e
    return result


def check_version(path, result):
    schema, version = (result.get("schema"), result.get("version")) if isinstance(result, dict) else (None, None)
    if schema != SCHEMA:
        raise ReadError("%s is not a result of LoadHarness: its schema is %r instead of %r" % (path, schema, SCHEMA))
    if version != VERSION:
        raise ReadError("%s has the version %r, but this package reads version %d: install a newer loadharness" % (path, version, VERSION))


def missing(folder):
    """Returns the sentence for a folder without result.json."""
    if not os.path.isdir(folder):
        return "%s %s: give the folder of a run" % (folder, "is a file" if os.path.exists(folder) else "does not exist")
    if os.path.exists(os.path.join(folder, "run.json")):
        return (
            "%s has no result.json, because the run has not ended or its process was killed: after a killed process, write it with"
            " `loadharness report %s`" % (folder, folder)
        )
    runs = sorted(os.path.dirname(each) for each in glob.glob(os.path.join(glob.escape(folder), "*", "run.json")))
    if not runs:
        return "%s is not the folder of a run: it has no result.json" % folder
    named = ", ".join(runs[:MAX_RUNS]) + (", or one of %d more" % (len(runs) - MAX_RUNS) if len(runs) > MAX_RUNS else "")
    return "%s contains runs, but is not the folder of a run: give %s%s" % (folder, "one of " if len(runs) > 1 else "", named)


def outcome(verdict, reasons):
    return verdict + (": " + "; ".join(reasons) if reasons else "")


def needed(name):
    """Imports a module that only some functions need."""
    try:
        return __import__(name)
    except ImportError as e:
        raise ImportError("loadharness needs %s to return tables: install it with `pip install %s`" % (name, name), name=name) from e


def metadata(facts):
    """Returns the metadata of a schema: what a reader of the table must know about the run."""
    return {"loadharness." + name: os.fsencode(value) if isinstance(value, str) else json.dumps(value) for name, value in facts.items()}


def frame(table, facts):
    pandas = needed("pandas")
    result = table.to_pandas(types_mapper=pandas.ArrowDtype)
    result.attrs.update(facts)
    return result
