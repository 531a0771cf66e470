# SPDX-License-Identifier: Apache-2.0
# Runs a job step, and ends it when the input ends: srun-guard.sh FOLDER SRUN_COMMAND...
# The process that started this script may be killed at any time. The step and the folder with the secret do not survive it.
umask 077
folder=$1
shift
exec 3<&0
"$@" </dev/null 3<&- &
step=$!
trap '' HUP INT TERM
(
    exec >/dev/null 2>&1
    while read -r line; do :; done
    kill -TERM "$step"
) <&3 &
guard=$!
exec 3<&-
wait "$step"
code=$?
kill -KILL "$guard" 2>/dev/null
rm -rf "$folder"
exit "$code"
