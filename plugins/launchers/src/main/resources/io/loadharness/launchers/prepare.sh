# SPDX-License-Identifier: Apache-2.0
umask 077
hash=$1
java=$2
base=$HOME/.cache/loadharness/programs
folder=$base/$hash
check() { (cd "$1" && { command -v sha256sum || exit 1; } && sha256sum -c files.sha256) >/dev/null 2>&1; }
echo "loadharness: java $("$java" -XshowSettings:properties -version 2>&1 </dev/null | sed -n "s/^ *java.specification.version = //p")"
mkdir -p "$base" || exit 1
if check "$folder"; then touch "$folder"; echo "loadharness: present"; exit 0; fi
temporary=$(mktemp -d "$base/.copy.XXXXXX") || exit 1
trap "rm -rf \"$temporary\"" EXIT
mkdir "$temporary/$hash" || exit 1
echo "loadharness: missing"
tar -xf - -C "$temporary/$hash" || exit 1
check "$temporary/$hash" || { echo "loadharness: damaged"; exit 1; }
# Other runs may copy the same program now: never remove the folder, but replace damaged files in it.
mv "$temporary/$hash" "$base/" 2>/dev/null || check "$folder" || mv -f "$temporary/$hash"/* "$folder/"
check "$folder" || exit 1
find "$base" -mindepth 1 -maxdepth 1 -mtime +30 -exec rm -rf {} +
echo "loadharness: copied"
