#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Called by the entry script of llm-d-benchmark after the harness `loadharness`: writes llm-d's benchmark reports and the summary.
# It ends with 0 if there is nothing to analyze, because the exit code of the harness is already the result.
set -u
results=${LLMDBENCH_RUN_EXPERIMENT_RESULTS_DIR:-}
if [ -z "$results" ]; then
    echo "loadharness: LLMDBENCH_RUN_EXPERIMENT_RESULTS_DIR is not set. Start this script from the entry script of llm-d-benchmark." >&2
    exit 2
fi
shopt -s nullglob
runs=("$results"/records.cbor "$results"/*/records.cbor)
if [ ! -e "${runs[0]}" ]; then
    runs=("${runs[@]:1}")
fi
if [ ${#runs[@]} = 0 ]; then
    echo "loadharness: $results contains no run: there is nothing to analyze." >&2
    exit 0
fi

mkdir -p "$results/analysis"
harness report "$results" --all | tee "$results/analysis/summary.txt" # the exit code is that of the verdict
for run in "${runs[@]}"; do
    folder=$(dirname "$run")
    name=$(basename "$folder")
    [ "$folder" != "$results" ] || name=run
    # The names that the other scripts of llm-d-benchmark look for.
    [ ! -e "$folder/llm-d/benchmark_report_v0.1.yaml" ] ||
        cp "$folder/llm-d/benchmark_report_v0.1.yaml" "$results/benchmark_report,_$name.yaml"
    cp "$folder/llm-d/benchmark_report_v0.2.yaml" "$results/benchmark_report_v0.2,_$name.yaml" || exit 1
done
