# SPDX-License-Identifier: Apache-2.0
# Hosts on one machine, for tests: network namespaces that are joined by a bridge in a namespace of its own. Sourced by the beds.
# No packet leaves these namespaces. Needs root and iproute2.
set -euo pipefail

namespace() {
    echo "lh-$id-$1"
}

make_network() {
    ip netns add "$(namespace lan)"
    ip -n "$(namespace lan)" link add br0 type bridge
    ip -n "$(namespace lan)" link set br0 up
}

# make_host NAME ADDRESS
make_host() {
    ip netns add "$(namespace "$1")"
    ip link add eth0 netns "$(namespace "$1")" type veth peer name "v-$1" netns "$(namespace lan)"
    ip -n "$(namespace lan)" link set "v-$1" master br0 up
    ip -n "$(namespace "$1")" addr add "$2/24" dev eth0
    ip -n "$(namespace "$1")" link set eth0 up
    ip -n "$(namespace "$1")" link set lo up
}

# on HOST COMMAND...: runs a command with the network and the name of a host.
on() {
    local host=$1
    shift
    nsenter --net="/run/netns/$(namespace "$host")" unshare --uts sh -c 'hostname "$1"; shift; exec "$@"' sh "$host" "$@"
}

# Ends all processes in the namespaces, and removes the namespaces.
remove_network() {
    local space pid
    for space in $(ip netns list | awk '{ print $1 }' | grep "^lh-$id-"); do
        for pid in $(ip netns pids "$space"); do
            kill -9 "$pid" 2>/dev/null || true
        done
        ip netns del "$space"
    done
}

# Ends when the input ends, so that nothing is left if the tests are killed.
serve() {
    echo ready
    cat >/dev/null
}
