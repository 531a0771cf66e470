#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs one worker on a host: worker.sh JAVA [JVM_OPTION...] MAIN_CLASS [ARGUMENT...]
# The first line of the input is the secret, for the worker. The line `stop SECONDS` asks the worker to end, and kills it after that time.
# If the input ends, because the connection or the other side is gone, the worker ends too.
umask 077
folder=$(cd "$(dirname "$0")" && pwd)
class_path=
while IFS= read -r entry; do
    class_path=$class_path:$folder/$entry
done <"$folder/class-path"
java=$1
shift
oom_kills() { sed -n "s/^oom_kill //p" /proc/vmstat 2>/dev/null; }
kills=$(oom_kills)

pipe=$(mktemp -d "$folder/../.pipe.XXXXXX") && mkfifo "$pipe/input" || exit 1
exec 3<&0
"$java" -cp "${class_path#:}" "$@" <"$pipe/input" 2>&1 3<&- &
worker=$!
exec 4>"$pipe/input"
rm -rf "$pipe"
echo "loadharness: started $worker" >&2

(
    # sshd ends the connection when all copies of the output are closed.
    exec >/dev/null 2>&1
    seconds=5
    while IFS= read -r line; do
        case $line in
            "stop "*)
                seconds=${line#stop }
                break
                ;;
            *) printf '%s\n' "$line" >&4 ;;
        esac
    done
    kill -TERM "$worker"
    exec 4>&-
    while [ "$seconds" -gt 0 ]; do
        sleep 1
        seconds=$((seconds - 1))
    done
    kill -KILL "$worker"
) <&3 &
guard=$!
exec 3<&- 4>&-

wait "$worker"
code=$?
kill "$guard" 2>/dev/null
[ "$(oom_kills)" = "$kills" ] || echo "loadharness: oom" >&2
echo "loadharness: ended $code" >&2
exit "$code"
