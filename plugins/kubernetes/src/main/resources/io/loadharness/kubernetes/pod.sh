#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs in each pod of the Job. Index 0 is the coordinator, which keeps its results until they are fetched. The others are workers.
set -u
cd "$HOME" || exit 1
results=/results${HARNESS_RUN:+/$HARNESS_RUN}

has_ended() {
    for each in "$results"/outcome.json "$results"/*/outcome.json; do
        ! [ "$each" -nt /tmp/ending ] || return 0
    done
    return 1
}

case $HARNESS_MODE in
debug)
    trap 'exit 0' TERM INT
    echo "This pod sleeps. The run file is in /config, and results belong in $results."
    while :; do sleep 5; done
    ;;
collect)
    code=0
    ! [ -e "$results/exit-code" ] || code=$(cat "$results/exit-code")
    ;;
run)
    if [ "$JOB_COMPLETION_INDEX" != 0 ]; then
        exec harness worker --connect "$HARNESS_COORDINATOR" --connect-seconds "$HARNESS_START_SECONDS" \
            --rank $((JOB_COMPLETION_INDEX - 1)) --secret-file /secret/token
    fi
    mkdir -p "$results" || exit 1
    cd /config || exit 1
    # A lost worker makes Kubernetes end all pods. The coordinator notices the loss itself and ends with that reason, so it gets some time,
    # and more time if the measurement has ended and it writes its reports.
    trap ': >/tmp/ending; (sleep 8; ! has_ended || sleep 12; kill -TERM "$child") 2>/dev/null &' TERM INT
    harness "$@" --output-dir "$results" &
    child=$!
    echo "$child" >/tmp/harness.pid
    while :; do
        wait "$child"
        code=$?
        kill -0 "$child" 2>/dev/null || break
    done
    # If a signal interrupted the first wait just when the child ended, the second wait returns the exit code. 127 means that no child is left.
    wait "$child" 2>/dev/null
    last=$?
    [ "$last" = 127 ] || code=$last
    [ "$code" != 143 ] || code=130 # a run that was stopped by a signal is aborted
    echo "$code" >"$results/exit-code"
    ;;
esac

# The results of a run that Kubernetes ends can be fetched until the grace period is over.
trap '' TERM INT
echo "loadharness: the run $HARNESS_RUN ended with exit code $code"
i=0
while [ "$i" -lt "$HARNESS_LINGER_SECONDS" ] && ! [ -e /tmp/fetched ]; do
    sleep 1
    i=$((i + 1))
done
exit "$code"
