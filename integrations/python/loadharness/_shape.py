# SPDX-License-Identifier: Apache-2.0
"""The part of result.json that this package reads. docs/reference/result.schema.json describes the whole file.

A shape is a type, a tuple of allowed values, a list with the shape of all items, or a mapping with the shape of each entry. An entry whose
name ends with ``?`` may be missing or null. ``{str: SHAPE}`` is a mapping with any names.
"""

import json

VALID = "VALID"
VERDICTS = (VALID, "INVALID", "ABORTED", "FAILED")

PERCENTILES = ("p50", "p90", "p95", "p97", "p99", "p99.9")

DISTRIBUTION = {
    "unit": str,
    "count": int,
    "mean": float,
    "deviation": float,
    "min": int,
    **{name: int for name in PERCENTILES},
    "max": int,
    "bounds": {name + "?": int for name in PERCENTILES},
}

RESULT = {
    "verdict": VERDICTS,
    "reasons": [str],
    "reason_codes?": [str],
    "warnings?": [str],
    "requirements": [{"text": str, "met": bool, "actual?": float}],
    "run": {"settings": [{"name": str, "value": str, "source": str}]},
    "outcome?": {"client_limited?": bool},
    "counts": {"completed": int, "failed": int, "output_tokens": int, "input_tokens?": int, "contradictory_counts?": int},
    "rates": {str: float},
    "metrics": {str: DISTRIBUTION},
    "failures": [{"kind": str, "count": int, "messages": [{"text": str, "count": int}]}],
}

# The JSON types of each type, and its name. Integers have 64 bits.
TYPES = {
    str: ((str,), "a string"),
    bool: ((bool,), "true or false"),
    int: ((int,), "an integer of 64 bits"),
    float: ((int, float), "a number"),
    list: ((list,), "an array"),
    dict: ((dict,), "an object"),
}


def check(value, shape, place=""):
    """Checks that a value has a shape.

    :raises ValueError: if it has another one; the message names the place in the file
    """
    if isinstance(shape, tuple):
        if value not in shape:
            raise wrong(place, "one of " + ", ".join(shape), value)
    elif isinstance(shape, list):
        check(value, list, place)
        for index, each in enumerate(value):
            check(each, shape[0], "%s[%d]" % (place, index))
    elif isinstance(shape, dict):
        check(value, dict, place)
        parts = {name: shape[str] for name in value} if str in shape else entries(value, shape, place)
        for name, part in parts.items():
            check(value[name], part, inside(place, name))
    else:
        types, description = TYPES[shape]
        if type(value) not in types or (type(value) is int and not -(1 << 63) <= value < 1 << 63):
            raise wrong(place, description, value)


def entries(value, shape, place):
    """Returns the shapes of the entries by name, without optional entries that are missing or null."""
    result = {}
    for key, part in shape.items():
        name = key.rstrip("?")
        if name == key and name not in value:
            raise ValueError(inside(place, name) + " is missing")
        if name == key or value.get(name) is not None:
            result[name] = part
    return result


def inside(place, name):
    name = json.dumps(name)[1:-1]  # in one line
    return place + "." + name if place else name


def wrong(place, expected, value):
    shown = {list: "an array", dict: "an object"}.get(type(value)) or json.dumps(value)[:80]
    return ValueError("%s must be %s: got %s" % (place, expected, shown))
