# SPDX-License-Identifier: Apache-2.0
"""Reads records.cbor, which docs/reference/records.md describes, as a table of Arrow with the columns of ``loadharness export``.

NumPy finds the places of the records, and then decodes one field of all records at a time.
"""

import array

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

    :param columns: the names of the columns; ``None`` for all
    :param truncated: True to return the complete records of a truncated file
    :raises ReadError: if the file is missing or damaged, or if it is truncated and `truncated` is False
    """
    if isinstance(columns, str):
        raise ReadError("columns must be a list of names: use [%r] instead of %r" % (columns, columns))
    names = COLUMNS if columns is None else tuple(columns)
    unknown = [each for each in names if each not in COLUMNS]
    if unknown:
        raise ReadError("%s is not a column of records: known are %s" % (unknown[0], ", ".join(COLUMNS)))
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError as e:
        raise ReadError("%s does not exist: copy it from the machine of the run" % path) from e
    except OSError as e:
        raise ReadError("%s cannot be read: %s" % (path, e.strerror)) from e
    walk = Walk(path, data)
    if not walk.complete and not truncated:
        raise ReadError(
            "%s is truncated after %d complete records, because the process of the run was killed or the file was cut:"
            " `read(folder, truncated=True)` reads these records" % (path, len(walk.lengths))
        )
    try:
        decoded = Columns(walk)
        arrays = [decoded.column(each) for each in names]
    except (IndexError, ValueError) as e:
        raise ReadError("%s has damaged records (%s): copy the file again from the machine of the run" % (path, e)) from e
    return pyarrow.Table.from_arrays(arrays, names=names), {"started_unix_ns": walk.started, "truncated": not walk.complete}


class Walk:
    """The places of all records of a file, and its strings."""

    def __init__(self, path, data):
        self.path = path
        self.data = data
        self.bytes = numpy.frombuffer(data, dtype=numpy.uint8)
        self.texts = {"endpoint": [], "failure": [], "finish_reason": []}
        self.firsts = array.array("q")  # the place of the first field of each record
        self.tags = array.array("q")  # the place of the tag of its gaps
        self.lengths = bytearray()  # the number of its fields
        self.complete = False
        start = self.header()
        try:
            self.items(start)
        except IndexError:
            pass  # the file ends in an item: complete stays false
        except (TypeError, ValueError) as e:
            raise self.fault("has invalid CBOR after %d records (%s)" % (len(self.lengths), e), start) from e

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

    def items(self, start):
        data, size = self.data, len(self.data)
        stretch = Stretch(self.bytes, start)
        while start < size:
            if data[start] >> 5 != 4:
                start = self.definition(start)
                continue
            start = self.record(start)
            if start < size and data[start] == SHORT_RECORD:
                tag = self.tags[-1]
                if tag >= stretch.end:
                    stretch = Stretch(self.bytes, tag)
                start = self.append(*stretch.after(tag)) or start

    def append(self, firsts, tags, end):
        """Appends records of an array, and returns their end."""
        self.firsts.frombytes(firsts.tobytes())
        self.tags.frombytes(tags.tobytes())
        self.lengths.extend(bytes([GAPS + 1]) * len(tags))
        return end

    def record(self, start):
        """Reads a record, and returns its end."""
        data = self.data
        fields, first = _cbor.argument(data, start + 1, data[start] & 31)
        if fields is None or fields <= GAPS or fields > 255:
            raise self.fault("has a record with %s fields instead of at least %d" % (fields, GAPS + 1), start)
        tag = first
        for _ in range(GAPS):
            tag += SIZES[data[tag]]
        if data[tag] != TYPED_ARRAY or data[tag + 1] not in GAP_WIDTHS or data[tag + 2] >> 5 != 2:
            raise self.fault("has a record without gaps at their place", start)
        length, end = _cbor.argument(data, tag + 3, data[tag + 2] & 31)
        if length is None or length % GAP_WIDTHS[data[tag + 1]]:
            raise self.fault("has %s bytes of gaps, which is not a multiple of their width" % length, start)
        end += length
        for _ in range(GAPS + 1, fields):
            _, end = _cbor.item(data, end)
        if end > len(data):
            raise IndexError("the data end in the gaps of a record")
        self.firsts.append(first)
        self.tags.append(tag)
        self.lengths.append(fields)
        return end

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


class Stretch:
    """A part of the file, in which NumPy finds records that follow each other directly.

    Two bytes mark the gaps of a record. The gaps themselves can contain these bytes. Thus a mark belongs to a record only if the record
    before it is one, and the fields after that record end at the mark.
    """

    SIZE = 1 << 24
    MARGIN = 1024  # more than the fields of a record before its gaps need

    def __init__(self, content, start):
        self.end = start + self.SIZE
        part = content[start : self.end]
        marks = start + numpy.flatnonzero((part[:-1] == TYPED_ARRAY) & ((part[1:] == 70) | (part[1:] == 71)))
        self.marks = marks = marks[marks < len(content) - self.MARGIN]
        lengths, gaps = lengths_of_gaps(content, marks)
        self.ends = ends = gaps + lengths
        is_known = (content[marks + 2] >> 5 == 2) & (lengths >= 0) & (ends < len(content) - self.MARGIN)
        is_known &= lengths % numpy.where(content[marks + 1] == 70, 4, 8) == 0
        place = numpy.where(is_known, ends, 0)
        is_known &= content[place] == SHORT_RECORD
        place = place + 1
        for _ in range(GAPS):
            place += SIZE_ARRAY[content[place]]
        is_followed = is_known[:-1] & is_known[1:] & (place[:-1] == marks[1:])
        self.last = numpy.append(numpy.flatnonzero(~is_followed), max(0, len(marks) - 1))  # of each row of records

    def after(self, tag):
        """Returns the first fields and the tags of the records that follow the record with this tag, and the end of the last of them.

        The end is ``None`` if there are no such records.
        """
        index = int(numpy.searchsorted(self.marks, tag))
        if index >= len(self.marks) or self.marks[index] != tag:
            return self.ends[:0], self.marks[:0], None
        last = int(self.last[numpy.searchsorted(self.last, index)])
        if last == index:
            return self.ends[:0], self.marks[:0], None
        return self.ends[index:last] + 1, self.marks[index + 1 : last + 1], int(self.ends[last])


def lengths_of_gaps(content, tags):
    """Returns the number of bytes of gaps by the place of their tags, and the place of the gaps; a negative number if it is not known."""
    info = (content[tags + 2] & 31).astype(numpy.int64)
    lengths = numpy.where(info < 24, info, -1)
    for code, width in ((24, 1), (25, 2), (26, 4), (27, 8)):
        wide = numpy.flatnonzero(info == code)
        lengths[wide] = big_endian(content, tags[wide] + 3, width)
    return lengths, tags + 3 + numpy.where(info < 24, 0, 1 << numpy.maximum(info - 24, 0))


def big_endian(content, place, width):
    unaligned = numpy.ndarray(max(0, len(content) - width + 1), ">u%d" % width, content, strides=(1,))
    return unaligned[place].astype(numpy.int64)


class Columns:
    """Decodes the columns of the table."""

    def __init__(self, walk):
        self.walk = walk
        self.bytes = walk.bytes
        self.tags = numpy.frombuffer(walk.tags, dtype=numpy.int64)
        self.positions = self.places()
        self.numbers = {}
        self.is_completed = self.number("failure") == WITHOUT

    def places(self):
        """Returns the place of each field before the gaps."""
        place = numpy.frombuffer(self.walk.firsts, dtype=numpy.int64)
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
        result = numpy.full(len(self.tags), WITHOUT)
        present = numpy.frombuffer(self.walk.lengths, dtype=numpy.uint8) > position
        lengths, gaps = lengths_of_gaps(self.bytes, self.tags[present])
        place = gaps + lengths
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
                result[wide] = big_endian(self.bytes, place[wide] + 1, width)
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
            raise self.walk.fault("has a record that refers to an unknown %s" % field, self.walk.firsts[0])
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
        lengths, starts = lengths_of_gaps(self.bytes, self.tags)
        widths = numpy.where(self.bytes[self.tags + 1] == 70, 4, 8)
        counts = lengths // widths
        is_narrow = numpy.repeat(widths == 4, counts)
        values = numpy.empty(len(is_narrow), dtype=numpy.int64)
        for width, of_width in ((4, is_narrow), (8, ~is_narrow)):
            own = numpy.flatnonzero(widths == width)
            places = zip(starts[own].tolist(), (starts + lengths)[own].tolist())
            joined = b"".join([self.walk.data[start:end] for start, end in places])
            values[of_width] = numpy.frombuffer(joined, dtype="<u%d" % width)
        offsets = numpy.zeros(len(counts) + 1, dtype=numpy.int64)
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
