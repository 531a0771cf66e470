# SPDX-License-Identifier: Apache-2.0
"""A decoder for single CBOR items (RFC 8949): the header, the strings and the end of a records file."""

import struct

BREAK = object()
MAX_DEPTH = 32


def item(data, start, depth=0):
    """Returns the item at an index, and the index after it. Raises `IndexError` if the data end in the item."""
    if depth > MAX_DEPTH:
        raise ValueError("items are nested too deeply")
    major, info = data[start] >> 5, data[start] & 31
    if major == 7:
        return simple(data, start + 1, info)
    count, index = argument(data, start + 1, info)
    if major == 0:
        return count, index
    if major == 1:
        return -1 - count, index
    if major in (2, 3):
        return string(data, index, major, count, depth)
    if major == 4:
        return array(data, index, count, depth)
    if major == 5:
        return pairs(data, index, count, depth)
    return item(data, index, depth + 1)  # the content of a tag


def argument(data, index, info):
    """Returns the number in the head of an item, ``None`` for an indefinite length, and the index after the head."""
    if info < 24:
        return info, index
    if info == 31:
        return None, index
    if info > 27:
        raise ValueError("the head of an item is invalid")
    size = 1 << (info - 24)
    return int.from_bytes(part(data, index, size), "big"), index + size


def part(data, index, size):
    if index + size > len(data):
        raise IndexError("the data end in an item")
    return data[index : index + size]


def simple(data, index, info):
    if info == 31:
        return BREAK, index
    if info in (25, 26, 27):
        size = 1 << (info - 24)
        return struct.unpack({2: ">e", 4: ">f", 8: ">d"}[size], part(data, index, size))[0], index + size
    return {20: False, 21: True}.get(info), index + (info == 24)


def string(data, index, major, count, depth):
    if count is not None:
        value = part(data, index, count)
        return (value if major == 2 else value.decode("utf-8")), index + count
    parts, index = array(data, index, None, depth)
    return (b"" if major == 2 else "").join(parts), index


def array(data, index, count, depth):
    values = []
    while count is None or len(values) < count:
        value, index = item(data, index, depth + 1)
        if value is BREAK:
            break
        values.append(value)
    return values, index


def pairs(data, index, count, depth):
    values = {}
    left = count
    while left is None or left > 0:
        name, index = item(data, index, depth + 1)
        if name is BREAK:
            break
        values[name], index = item(data, index, depth + 1)
        left = None if left is None else left - 1
    return values, index
