# SPDX-License-Identifier: Apache-2.0
"""Compares loadharness.read with pandas.read_parquet for the same run: python3 measure_read.py FOLDER TABLE.parquet

``loadharness export FOLDER --format parquet --output TABLE.parquet`` writes the table. Each side runs five times in a new process, by
turns. Prints the median time of each side with the lowest and the highest one, and the quotient of the medians.
"""

import os
import statistics
import subprocess
import sys

TIMES = 5
READ = "loadharness.read(sys.argv[1]).records.to_pandas()"
PARQUET = "pandas.read_parquet(sys.argv[1], dtype_backend='pyarrow')"
PROGRAM = """
import sys, time, warnings
import numpy, pandas, pyarrow.parquet, loadharness
warnings.simplefilter("ignore")
start = time.perf_counter()
frame = %s
print(time.perf_counter() - start, len(frame))
"""


def measure(expression, argument):
    environment = dict(os.environ, PYTHONPATH=os.path.dirname(os.path.abspath(__file__)))
    output = subprocess.run([sys.executable, "-c", PROGRAM % expression, argument], check=True, stdout=subprocess.PIPE, env=environment)
    seconds, rows = output.stdout.split()
    return float(seconds), int(rows)


def main(folder, table):
    sides = {"loadharness.read": (READ, folder, []), "pandas.read_parquet": (PARQUET, table, [])}
    counts = set()
    for _ in range(TIMES):
        for expression, argument, seconds in sides.values():
            duration, rows = measure(expression, argument)
            seconds.append(duration)
            counts.add(rows)
    if len(counts) != 1:
        sys.exit("the tables have different numbers of rows: %s" % counts)
    medians = [statistics.median(seconds) for _, _, seconds in sides.values()]
    for name, (_, _, seconds) in sides.items():
        print("%-20s %6.2f s (%.2f to %.2f), %d rows" % (name, statistics.median(seconds), min(seconds), max(seconds), *counts))
    print("quotient             %6.2f" % (medians[0] / medians[1]))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("measure_read.py: give the folder of a run and the table of its export")
    main(*sys.argv[1:])
