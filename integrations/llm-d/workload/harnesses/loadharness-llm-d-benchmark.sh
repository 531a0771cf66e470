#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The harness `loadharness` of llm-d-benchmark. See docs/guides/llm-d.md of LoadHarness.
# The entry script of llm-d-benchmark calls a harness that failed again, in the same folder. A measurement must not be repeated until it is
# valid, so that a second call only returns the exit code of the first.
set -uf

fail() {
    echo "loadharness: $1" >&2
    exit 2
}

missing=
for name in LLMDBENCH_RUN_EXPERIMENT_RESULTS_DIR LLMDBENCH_RUN_EXPERIMENT_HARNESS_WORKLOAD_NAME \
    LLMDBENCH_HARNESS_STACK_ENDPOINT_URL LLMDBENCH_DEPLOY_CURRENT_MODEL; do
    [ -n "${!name:-}" ] || missing="$missing $name"
done
[ -z "$missing" ] || fail "these variables are not set:$missing. Start this script from the entry script of llm-d-benchmark."

results=$LLMDBENCH_RUN_EXPERIMENT_RESULTS_DIR
workload=$LLMDBENCH_RUN_EXPERIMENT_HARNESS_WORKLOAD_NAME
profile=${LLMDBENCH_RUN_WORKSPACE_DIR:-/workspace}/profiles/loadharness/$workload
mkdir -p "$results" || fail "$results cannot be created: check the volume for results."

if [ -e "$results/harness_exit_code" ]; then
    code=$(cat "$results/harness_exit_code")
    echo "loadharness: not repeated: $results already has the results of a first call, which ended with exit code $code." >&2
    exit "$code"
fi
[ -f "$profile" ] || fail "there is no profile $profile: put it into workload/profiles/loadharness of llm-d-benchmark."
command -v harness > /dev/null || fail "the image does not contain the program 'harness': build it by integrations/llm-d/Dockerfile."

# The pods of servers and of the router, scraped by llm-d-benchmark's own script if monitoring is enabled.
collect() {
    if [ "${LLMDBENCH_VLLM_COMMON_METRICS_SCRAPE_ENABLED:-}" = true ]; then
        collect_metrics.sh "$1" >> "$results/metrics_collection.log" 2>&1
    fi
}

# Word splitting is intended: HARNESS_EXTRA_ARGS has further options of `harness run`.
# shellcheck disable=SC2206
arguments=(run "$profile" --url "$LLMDBENCH_HARNESS_STACK_ENDPOINT_URL" --model "$LLMDBENCH_DEPLOY_CURRENT_MODEL"
    --output-dir "$results" ${HARNESS_EXTRA_ARGS:-})

# This code remains if this script is killed.
echo 1 > "$results/harness_exit_code" || fail "$results cannot be written to: check the volume for results."
collect start &
start=$(date +%s.%N)
harness "${arguments[@]}" 2>> "$results/stderr.log" | tee -a "$results/stdout.log"
code=${PIPESTATUS[0]}
stop=$(date +%s.%N)
echo "$code" > "$results/harness_exit_code"
cat "$results/stderr.log" >&2
collect stop
collect process

version=$(harness --version)
# Prints `key: "value"`, in one line of valid YAML.
entry() { printf '%s: "%s"\n' "$1" "$(printf %s "$2" | tr '[:cntrl:]' ' ' | sed 's/[\\"]/\\&/g')"; }
{
    entry harness_name loadharness
    entry harness_version "${version%%$'\n'*}"
    entry harness_workload "$workload"
    entry harness_args "run $profile" # without HARNESS_EXTRA_ARGS, which may contain secrets
    entry harness_start "$(date -u -d "@$start" +%FT%TZ)"
    entry harness_stop "$(date -u -d "@$stop" +%FT%TZ)"
    entry harness_delta "PT$(awk "BEGIN { printf \"%.3f\", $stop - $start }")S"
    entry harness_rc "$code"
    entry experiment_id "${LLMDBENCH_RUN_EXPERIMENT_ID:-}"
    entry model "$LLMDBENCH_DEPLOY_CURRENT_MODEL"
    entry endpoint_url "$LLMDBENCH_HARNESS_STACK_ENDPOINT_URL"
    entry namespace "${LLMDBENCH_VLLM_COMMON_NAMESPACE:-}"
    entry description_text "${LLMDBENCH_DESCRIPTION_TEXT:-}"
    entry description_keywords "${LLMDBENCH_DESCRIPTION_KEYWORDS:-}"
} > "$results/run_metadata.yaml"
exit "$code"
