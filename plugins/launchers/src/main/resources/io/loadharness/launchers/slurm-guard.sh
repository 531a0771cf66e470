# SPDX-License-Identifier: Apache-2.0
# Submits a job, and cancels it when the input ends: slurm-guard.sh FOLDER SBATCH_COMMAND...
# The process that started this script may be killed at any time. The job and the folder with the secret do not survive it.
umask 077
trap '' HUP INT TERM
folder=$1
shift
output=$("$@")
code=$?
if [ "$code" != 0 ]; then
    rm -rf "$folder"
    exit "$code"
fi
# A site can replace sbatch by a script that prints other lines too.
job=$(printf '%s\n' "$output" | sed -n 's/^\([0-9][0-9]*\)\(;.*\)\{0,1\}$/\1/p' | tail -n 1)
if [ -z "$job" ]; then
    rm -rf "$folder"
    echo "loadharness: no job $(printf '%s\n' "$output" | tail -n 1)"
    exit 1
fi
echo "loadharness: job $job"
cat >/dev/null
exec >/dev/null 2>&1
rm -rf "$folder"
for attempt in 1 2 3; do
    scancel --quiet "$job" && break
    sleep 2
done
