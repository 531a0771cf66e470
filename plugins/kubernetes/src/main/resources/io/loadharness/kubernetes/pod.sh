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

# Ends this pod with a sentence, which the command prints as its error.
refuse() {
    echo "loadharness: the run $HARNESS_RUN has no results: $1"
    exit 1
}

# Writes the file with the exit code. Unlike the echo of some shells, cat prints the error of the operating system.
write_exit_code() {
    echo "$1" | cat >"$results/exit-code"
}

# Fails with the error of the operating system if a failed run left no space, which is then probably why it failed.
has_space() {
    [ "$code" = 0 ] || { head -c 65536 /dev/zero >"$results/space" && rm "$results/space"; }
}

# Prints why the results cannot be written. The error of the operating system is in /tmp/error.
why_unwritable() {
    error=$(cat /tmp/error)
    case $error in
    *"space left"* | *uota*) echo "$HARNESS_VOLUME is full: $error" ;;
    *) echo "the user $(id -u) cannot write to $HARNESS_VOLUME: $error" ;;
    esac
}

case $HARNESS_MODE in
debug)
    trap 'exit 0' TERM INT
    echo "This pod sleeps. The run file is in /config, and results belong in $results."
    while :; do sleep 5; done
    ;;
collect)
    code=0
    if [ -n "$HARNESS_RUN" ]; then
        [ -d "$results" ] || refuse "$HARNESS_VOLUME has no folder $HARNESS_RUN; its folders are: $(echo $(ls /results))"
        code=$(cat "$results/exit-code" 2>/dev/null)
        case $code in
        '' | *[!0-9]* | ????*)
            echo "The results of the run $HARNESS_RUN are incomplete: it was killed, or it has not ended yet."
            code=1
            ;;
        esac
    fi
    ;;
run)
    if [ "$JOB_COMPLETION_INDEX" != 0 ]; then
        exec harness worker --connect "$HARNESS_COORDINATOR" --connect-seconds "$HARNESS_START_SECONDS" \
            --rank $((JOB_COMPLETION_INDEX - 1)) --secret-file /secret/token
    fi
    [ -z "$(ls -A "$results" 2>/dev/null)" ] ||
        refuse "$HARNESS_VOLUME has the results of an earlier run with this name: choose another --run-name, or copy the existing results with --skip-run and delete this folder"
    { mkdir -p "$results" && write_exit_code running; } 2>/tmp/error || refuse "$(why_unwritable)"
    command -v harness >/dev/null || refuse "its image has no program harness: give an image with LoadHarness, which harness image writes"
    cd /config || exit 1
    # A lost worker makes Kubernetes end all pods. The coordinator notices the loss itself and ends with that reason, so it gets some time,
    # and more time if the measurement has ended and it writes its reports.
    trap ': >/tmp/ending; (sleep 8; ! has_ended || sleep 12; [ -e /tmp/stopped ] || kill -TERM "$child") 2>/dev/null &' TERM INT
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
    case $code in
    134 | 137) echo "The load generator was killed (exit code $code), probably because its memory was not sufficient: give more by --launcher-option memory=SIZE." ;;
    esac
    if ! { write_exit_code "$code" && has_space; } 2>/tmp/error; then
        echo "The results of the run $HARNESS_RUN are incomplete: $(why_unwritable)"
        [ "$code" != 0 ] || code=1
    fi
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
