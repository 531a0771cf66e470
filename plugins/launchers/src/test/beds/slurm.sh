#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A cluster of Slurm, until the input ends: slurm.sh ID FOLDER NODES
# The node nI has the address 198.18.7.I. Commands of Slurm work on the host ctl, with SLURM_CONF=FOLDER/slurm.conf.
id=$1
folder=$2
nodes=$3
. "$(dirname "$0")/network.sh"

end() {
    remove_network
    [[ ! -s $folder/munged.pid ]] || kill "$(cat "$folder/munged.pid")" || true
}
trap end EXIT

mkdir "$folder"/{state,spool}
make_network
make_host ctl 198.18.7.254
for i in $(seq "$nodes"); do
    make_host "n$i" "198.18.7.$i"
done

head -c 128 /dev/urandom >"$folder/munge.key"
chmod 400 "$folder/munge.key"
munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
    --log-file="$folder/munged.log" --seed-file="$folder/munge.seed"

cat >"$folder/slurm.conf" <<CONF
ClusterName=loadharness
SlurmctldHost=ctl(198.18.7.254)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool/%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdTimeout=10
KillWait=30
MessageTimeout=10
PartitionName=bench Nodes=ALL Default=YES MaxTime=INFINITE State=UP
PartitionName=gpu Nodes=ALL MaxTime=INFINITE State=UP
CONF
for i in $(seq "$nodes"); do
    echo "NodeName=n$i NodeAddr=198.18.7.$i CPUs=2 RealMemory=1024 State=UNKNOWN" >>"$folder/slurm.conf"
done
# Without this file, slurmd looks for a hierarchy of cgroups that containers do not have.
echo 'CgroupPlugin=cgroup/v1' >"$folder/cgroup.conf"
export SLURM_CONF=$folder/slurm.conf
on ctl slurmctld -c
for i in $(seq "$nodes"); do
    mkdir -p "$folder/spool/n$i"
    on "n$i" slurmd -c
done
for attempt in $(seq 120); do
    idle=$(on ctl sinfo --noheader --Node --partition=bench --states=idle --format=%N 2>/dev/null | wc -l)
    [[ $idle != "$nodes" ]] || break
    sleep 0.25
done
[[ $idle == "$nodes" ]] || { echo "Only $idle of $nodes nodes are idle after 30 s" >&2; exit 1; }
serve
