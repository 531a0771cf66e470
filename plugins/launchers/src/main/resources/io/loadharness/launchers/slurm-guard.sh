# SPDX-License-Identifier: Apache-2.0
# Submits a job, and cancels it when the input ends: slurm-guard.sh FOLDER SBATCH_COMMAND...
# The process that started this script may be killed at any time. The job and the folder with the secret do not survive it.
umask 077
trap '' HUP INT TERM
folder=$1
shift
job=$("$@")
code=$?
if [ "$code" != 0 ]; then
    rm -rf "$folder"
    exit "$code"
fi
job=${job%%;*}
echo "loadharness: job $job"
cat >/dev/null
exec >/dev/null 2>&1
rm -rf "$folder"
for attempt in 1 2 3; do
    scancel --quiet "$job" && break
    sleep 2
done
