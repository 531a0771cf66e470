#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Hosts with an ssh server each, until the input ends: ssh.sh ID FOLDER HOSTS
# The host hI has the address 198.18.9.I, and the home folder FOLDER/home-hI. The user's side is the host ctl.
id=$1
folder=$2
hosts=$3
. "$(dirname "$0")/network.sh"
trap remove_network EXIT

mkdir -p /run/sshd
make_network
make_host ctl 198.18.9.254
ssh-keygen -q -t ed25519 -N '' -f "$folder/key"
ssh-keygen -q -t ed25519 -N '' -f "$folder/stranger"
ssh-keygen -q -t ed25519 -N '' -f "$folder/host"
: >"$folder/known"
for i in $(seq "$hosts"); do
    make_host "h$i" "198.18.9.$i"
    mkdir "$folder/home-h$i"
    on "h$i" /usr/sbin/sshd -f /dev/null -h "$folder/host" -o "AuthorizedKeysFile=$folder/key.pub" -o "PidFile=$folder/pid-h$i" \
        -o StrictModes=no -o PermitRootLogin=prohibit-password -o UsePAM=no -o "ListenAddress=198.18.9.$i" \
        -o "SetEnv=HOME=$folder/home-h$i" -E "$folder/log-h$i"
    echo "198.18.9.$i $(cut -d' ' -f1,2 "$folder/host.pub")" >>"$folder/known"
done
serve
