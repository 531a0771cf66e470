# SPDX-License-Identifier: Apache-2.0
"""Reads records.cbor, which docs/reference/records.md describes, as a table of Arrow with the columns of ``loadharness export``.

A loop finds the places of the records. NumPy then decodes one field of all records at a time.
"""

import numpy
import pyarrow

from . import _cbor
from ._run import ReadError

FORMAT = "loadharness-records"
VERSION = 1

FIELDS = (
    "sample",
    "endpoint",
    "failure",
    "scheduled",
    "issued",
    "dequeued",
    "sent",
    "first_byte",
    "first_token",
    "first_content",
    "last_token",
    "done",
    "first_reported",
    "reported",
    "prompt_tokens",
    "cached_tokens",
    "completion_tokens",
    "reasoning_tokens",
    "tokens",
    "token_source",
    "finish_reason",
    "gaps",
    "worker_first_token",
    "worker_done",
)
GAPS = FIELDS.index("gaps")
TIMES = FIELDS[3:14]

# Metrics of docs/reference/metrics.md, as in `loadharness export`: the difference of two times of a completed request.
DIFFERENCES = {
    "ttfb_ns": ("sent", "first_byte"),
    "ttft_ns": ("sent", "first_token"),
    "ttft_content_ns": ("sent", "first_content"),
    "ttft_scheduled_ns": ("scheduled", "first_reported"),
    "latency_ns": ("sent", "done"),
    "latency_scheduled_ns": ("scheduled", "reported"),
    "schedule_delay_ns": ("scheduled", "sent"),
    "issue_delay_ns": ("scheduled", "issued"),
    "client_queue_ns": ("issued", "dequeued"),
    "connect_ns": ("dequeued", "sent"),
    "receive_ns": ("first_byte", "done"),
    "report_delay_ns": ("done", "reported"),
}
# The difference of two times, divided by the number of tokens minus a number.
PER_TOKEN = {"tpot_ns": ("first_token", "done", 1), "tpot_scheduled_ns": ("first_reported", "reported", 1), "ntpot_ns": ("sent", "done", 0)}
# A difference of two times, minus the time that the worker measured.
COORDINATION = {
    "coordination_ttft_ns": ("sent", "first_token", "worker_first_token"),
    "coordination_ns": ("sent", "done", "worker_done"),
}
REPORTED_TOKENS = ("cached_tokens", "completion_tokens", "reasoning_tokens")

COLUMNS = (
    ("sample", "endpoint", "outcome", "failure", "message")
    + tuple(name + "_ns" for name in TIMES)
    + ("ttfb_ns", "ttft_ns", "ttft_content_ns", "ttft_scheduled_ns", "tpot_ns", "tpot_scheduled_ns", "ntpot_ns")
    + ("latency_ns", "latency_scheduled_ns", "schedule_delay_ns", "issue_delay_ns", "client_queue_ns", "connect_ns", "receive_ns")
    + ("report_delay_ns", "coordination_ttft_ns", "coordination_ns", "input_tokens", "output_tokens")
    + REPORTED_TOKENS
    + ("token_source", "finish_reason", "gaps_ns")
)

NULL = 0xF6
SHORT_RECORD = 0x80 + GAPS + 1  # the head of an array of 22 items
TYPED_ARRAY = 0xD8  # the head of a tag from 24 to 255
GAP_WIDTHS = {70: 4, 71: 8}
WITHOUT = numpy.iinfo(numpy.int64).min  # an unknown number, until it becomes a null of Arrow


def sizes():
    """Returns the size of an item by its first byte, for the kinds of items that are in records; 0 for all others."""
    result = [0] * 256
    for sign in (0x00, 0x20):
        for info in range(24):
            result[sign + info] = 1
        for info, size in ((24, 2), (25, 3), (26, 5), (27, 9)):
            result[sign + info] = size
    for length in range(24):
        result[0x60 + length] = 1 + length
    result[NULL] = 1
    return result


SIZES = sizes()
SIZE_ARRAY = numpy.array(SIZES, dtype=numpy.int64)


def table(path, columns=None, truncated=False):
    """Returns the table, and facts about the recording.

    :raises ReadError: if the file is missing, damaged, or truncated without leave
    """
    unknown = [each for each in columns or () if each not in COLUMNS]
    if unknown:
        raise ReadError("%s is not a column of records: known are %s" % (unknown[0], ", ".join(COLUMNS)))
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError as e:
        raise ReadError("%s does not exist: copy it from the machine of the run" % path) from e
    except OSError as e:
        raise ReadError("%s cannot be read: %s" % (path, e.strerror)) from e
    names = COLUMNS if columns is None else columns
    walk = Walk(path, data, "gaps_ns" in names)
    if not walk.complete and not truncated:
        raise ReadError(
            "%s is truncated after %d complete records, because the process of the run was killed or the file was cut:"
            " `read(folder, truncated=True)` reads these records" % (path, len(walk.starts))
        )
    try:
        decoded = Columns(walk)
        arrays = [decoded.column(each) for each in names]
    except (IndexError, ValueError) as e:
        raise ReadError("%s has damaged records (%s): copy the file again from the machine of the run" % (path, e)) from e
    return pyarrow.Table.from_arrays(arrays, names=list(names)), {"started_unix_ns": walk.started, "truncated": not walk.complete}


class Walk:
    """The places of all records of a file, and its strings."""

    def __init__(self, path, data, with_gaps):
        self.path = path
        self.data = data
        self.texts = {"endpoint": [], "failure": [], "finish_reason": []}
        self.starts = []  # of the first field of each record
        self.gaps = []  # the bytes of the gaps of each record, if they are wanted
        self.widths = bytearray()  # of the gaps of each record, in bytes
        self.ends = []  # of the gaps of each record
        self.lengths = bytearray()  # the number of the fields of each record
        self.complete = False
        start = self.header()
        try:
            self.records(start, with_gaps)
        except IndexError:
            pass  # the file ends in an item: complete stays false
        except (TypeError, ValueError) as e:
            raise self.fault("has invalid CBOR after %d records (%s)" % (len(self.lengths), e), start) from e
        for each in (self.starts, self.gaps, self.widths, self.ends):
            del each[len(self.lengths) :]  # of a record that is not complete

    def header(self):
        try:
            header, start = _cbor.item(self.data, 0)
        except (IndexError, TypeError, ValueError):
            header = None
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise self.fault("is not a records file: it does not start with its header", 0)
        if header.get("version") != VERSION:
            raise ReadError(
                "%s has the version %r, but this package reads version %d: install a newer loadharness"
                % (self.path, header.get("version"), VERSION)
            )
        seconds, nanos = header.get("started_unix_s"), header.get("started_ns")
        if not isinstance(seconds, int) or not isinstance(nanos, int):
            raise self.fault("has a header without the start of the recording", 0)
        self.started = seconds * 1_000_000_000 + nanos
        return start

    def records(self, start, with_gaps):
        data, size, item_sizes = self.data, len(self.data), SIZES
        before_gaps = range(GAPS)
        while start < size:
            head = data[start]
            if head == SHORT_RECORD:
                fields, index = GAPS + 1, start + 1
            elif head >> 5 == 4:
                fields, index = _cbor.argument(data, start + 1, head & 31)
                if fields is None or fields <= GAPS or fields > 255:
                    raise self.fault("has a record with %s fields instead of at least %d" % (fields, GAPS + 1), start)
            else:
                start = self.definition(start)
                continue
            first = index
            for _ in before_gaps:
                index += item_sizes[data[index]]
            if data[index] != TYPED_ARRAY or data[index + 1] not in GAP_WIDTHS or data[index + 2] >> 5 != 2:
                raise self.fault("has a record without gaps at their place", start)
            width = GAP_WIDTHS[data[index + 1]]
            length = data[index + 2] & 31
            index += 3
            if length > 23:
                length, index = _cbor.argument(data, index, length)
            end = index + length
            if end > size:
                return
            if length % width:
                raise self.fault("has %d bytes of gaps, which is not a multiple of %d" % (length, width), start)
            self.starts.append(first)
            self.ends.append(end)
            self.widths.append(width)
            if with_gaps:
                self.gaps.append(data[index:end])
            start = end
            for _ in range(GAPS + 1, fields):
                _, start = _cbor.item(data, start)
                if start > size:
                    return
            self.lengths.append(fields)

    def definition(self, start):
        """Reads a map between the records, and returns its end."""
        entries, end = _cbor.item(self.data, start)
        if not isinstance(entries, dict):
            raise self.fault("has %r instead of a record" % (entries,), start)
        if "samples" in entries:
            if entries["samples"] != len(self.lengths):
                raise self.fault("declares %s records, but has %d" % (entries["samples"], len(self.lengths)), start)
            if end != len(self.data):
                raise self.fault("has data after its last item", end)
            self.complete = True
        for kind, texts in self.texts.items():
            if kind in entries:
                if entries[kind] != len(texts) or not isinstance(entries.get("text"), str):
                    raise self.fault("has %s %s instead of %d" % (kind, entries[kind], len(texts)), start)
                texts.append(entries["text"])
        return end

    def fault(self, what, byte):
        return ReadError("%s %s (at byte %d): copy the file again from the machine of the run" % (self.path, what, byte))


class Columns:
    """Decodes the columns of the table."""

    def __init__(self, walk):
        self.walk = walk
        self.bytes = numpy.frombuffer(walk.data, dtype=numpy.uint8)
        self.positions = self.places()
        self.numbers = {}
        self.is_completed = self.number("failure") == WITHOUT

    def places(self):
        """Returns the place of each field before the gaps."""
        place = numpy.array(self.walk.starts, dtype=numpy.int64)
        result = []
        for _ in range(GAPS):
            result.append(place)
            place = place + SIZE_ARRAY[self.bytes[place]]
        return result

    def number(self, name):
        """Returns the integers of a field; `WITHOUT` where they are null."""
        if name not in self.numbers:
            position = FIELDS.index(name)
            if position < GAPS:
                self.numbers[name] = self.integers(name, self.positions[position])
            else:
                self.numbers[name] = self.of_worker(name, position)
        return self.numbers[name]

    def of_worker(self, name, position):
        """Returns the integers of a field after the gaps, which only requests of workers have."""
        result = numpy.full(len(self.walk.starts), WITHOUT)
        present = numpy.frombuffer(self.walk.lengths, dtype=numpy.uint8) > position
        place = numpy.array(self.walk.ends, dtype=numpy.int64)[present]
        for _ in range(GAPS + 1, position):
            place = place + SIZE_ARRAY[self.bytes[place]]
        result[present] = self.integers(name, place)
        return result

    def integers(self, name, place):
        head = self.bytes[place]
        kind, info = head >> 5, head & 31
        is_null = head == NULL
        if not (is_null | ((kind <= 1) & (info <= 27))).all():
            wrong = place[~(is_null | ((kind <= 1) & (info <= 27)))][0]
            raise self.walk.fault("has a record whose field %s is not an integer" % name, wrong)
        result = info.astype(numpy.int64)
        for code, width in ((24, 1), (25, 2), (26, 4), (27, 8)):
            wide = numpy.flatnonzero(info == code)
            if len(wide):
                unaligned = numpy.ndarray(len(self.bytes) - width + 1, ">u%d" % width, self.walk.data, strides=(1,))
                result[wide] = unaligned[place[wide] + 1].astype(numpy.int64)
        negative = kind == 1
        result[negative] = -1 - result[negative]
        result[is_null] = WITHOUT
        return result

    def time(self, name):
        """Returns a time in nanoseconds since the start of the recording."""
        scheduled = self.number("scheduled")
        if name == "scheduled":
            return scheduled
        since = self.number(name)
        return numpy.where(since == WITHOUT, WITHOUT, scheduled + since)

    def between(self, start, end):
        start, end = self.time(start), self.time(end)
        return numpy.where((start == WITHOUT) | (end == WITHOUT), WITHOUT, end - start)

    def per_token(self, start, end, without):
        whole, tokens = self.between(start, end), self.number("tokens") - without
        known = (whole != WITHOUT) & (tokens >= 1)
        quotient = numpy.abs(whole) // numpy.maximum(tokens, 1) * numpy.sign(whole)  # rounded toward zero, as in Java
        return numpy.where(known, quotient, WITHOUT)

    def coordination(self, start, end, part):
        whole, part = self.between(start, end), self.number(part)
        return numpy.where((whole == WITHOUT) | (part == WITHOUT), WITHOUT, whole - part)

    def metric(self, name):
        if name in DIFFERENCES:
            return self.between(*DIFFERENCES[name])
        if name in PER_TOKEN:
            return self.per_token(*PER_TOKEN[name])
        if name in COORDINATION:
            return self.coordination(*COORDINATION[name])
        if name == "input_tokens":
            tokens = self.number("prompt_tokens")
            return numpy.where(tokens == -1, WITHOUT, tokens)
        tokens = self.number("tokens")
        return numpy.where(tokens == 0, WITHOUT, tokens)

    def column(self, name):
        if name == "sample":
            return pyarrow.array(self.number("sample"))
        if name in ("endpoint", "finish_reason"):
            return self.strings(name, self.walk.texts[name])
        if name == "outcome":
            return dictionary((~self.is_completed).astype(numpy.int32), ["completed", "failed"])
        if name in ("failure", "message"):
            kinds = [each.partition(": ")[0 if name == "failure" else 2] for each in self.walk.texts["failure"]]
            return self.strings("failure", kinds)
        if name == "token_source":
            return self.token_sources()
        if name == "gaps_ns":
            return self.all_gaps()
        if name in REPORTED_TOKENS:
            tokens = self.number(name)
            return nullable(numpy.where(tokens == -1, WITHOUT, tokens))
        if name.endswith("_ns") and name[:-3] in TIMES:
            return nullable(self.time(name[:-3]))
        return nullable(numpy.where(self.is_completed, self.metric(name), WITHOUT))

    def strings(self, field, texts):
        """Returns the strings to which a field refers by number. Empty strings are null."""
        ids = self.number(field)
        known = ids != WITHOUT
        if known.any() and not (0 <= ids[known].min() and ids[known].max() < len(texts)):
            raise self.walk.fault("has a record that refers to an unknown %s" % field, self.walk.starts[0])
        return dictionary(numpy.where(known, ids, 0).astype(numpy.int32), [each or None for each in texts], ~known)

    def token_sources(self):
        """Returns the texts in the records themselves. There are few different ones."""
        place = self.positions[FIELDS.index("token_source")]
        head = self.bytes[place]
        if not ((head >> 5) == 3).all():
            raise self.walk.fault("has a record whose field token_source is not a text", place[(head >> 5) != 3][0])
        ids = numpy.zeros(len(place), dtype=numpy.int32)
        texts = []
        for each in numpy.unique(head):
            same = numpy.flatnonzero(head == each)
            length = each & 31
            words = self.bytes[place[same][:, None] + numpy.arange(1, 1 + length)]
            different, inverse = numpy.unique(words, axis=0, return_inverse=True) if (words != words[0]).any() else (words[:1], 0)
            ids[same] = len(texts) + numpy.asarray(inverse).reshape(-1)
            texts.extend(word.tobytes().decode("utf-8") for word in different)
        return dictionary(ids, texts)

    def all_gaps(self):
        """Returns the gaps as a list of each record. The gaps of a record have 4 bytes each, or 8 if one of them needs it."""
        parts, widths = self.walk.gaps, numpy.frombuffer(self.walk.widths, dtype=numpy.uint8)
        counts = numpy.fromiter(map(len, parts), dtype=numpy.int64, count=len(parts)) // widths
        if (widths == 4).all():
            values = numpy.frombuffer(b"".join(parts), dtype="<u4").astype(numpy.int64)
        else:
            values = numpy.empty(counts.sum(), dtype=numpy.int64)
            is_narrow = numpy.repeat(widths == 4, counts)
            for width, of_width in ((4, is_narrow), (8, ~is_narrow)):
                joined = b"".join(part for part, own in zip(parts, self.walk.widths) if own == width)
                values[of_width] = numpy.frombuffer(joined, dtype="<u%d" % width)
        offsets = numpy.zeros(len(parts) + 1, dtype=numpy.int64)
        numpy.cumsum(counts, out=offsets[1:])
        return pyarrow.LargeListArray.from_arrays(pyarrow.array(offsets), pyarrow.array(values))


def nullable(values):
    return pyarrow.array(values, mask=values == WITHOUT)


def dictionary(ids, texts, mask=None):
    """Returns strings by their numbers."""
    texts = pyarrow.array(texts, type=pyarrow.string())
    if not len(texts):
        return pyarrow.nulls(len(ids), pyarrow.string())
    return texts.take(pyarrow.array(ids, mask=mask))
