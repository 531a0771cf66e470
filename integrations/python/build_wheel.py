# SPDX-License-Identifier: Apache-2.0
"""Builds the wheel of LoadHarness from its archive and the packages in this folder: python3 build_wheel.py ARCHIVE [FOLDER]

The wheel installs the command ``loadharness``, the whole archive, and the Python packages. The same archive always results in the same
wheel. python3 build_wheel.py --check VERSION only checks that the packages have the version of an archive.
"""

import base64
import hashlib
import os
import re
import sys
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = ("loadharness", "loadharness_worker")
TAG = "py3-none-manylinux_2_34_x86_64"
"""The native library for tokenizers needs glibc 2.34. pip refuses the wheel where glibc is older, and on other platforms."""

TIME = (2026, 1, 1, 0, 0, 0)
NAME = re.compile(r"loadharness-(\d.*)-linux-x86_64\.tar\.gz")
VERSION = re.compile(r"(\d+\.\d+\.\d+)(?:-(?:(SNAPSHOT)|(alpha|beta|rc)\.?(\d+)))?", re.IGNORECASE)

URL = "https://github.com/loadharness/loadharness"
LICENSES = ("LICENSE", "NOTICE", "THIRD-PARTY.txt")
METADATA = """\
Metadata-Version: 2.4
Name: loadharness
Version: {version}
Summary: Measures LLM servers and inference engines under load, with MLPerf LoadGen
Home-page: {url}
License: Apache-2.0
{licenses}
Requires-Python: >=3.9
Provides-Extra: tables
Requires-Dist: numpy ; extra == 'tables'
Requires-Dist: pandas >=2.0 ; extra == 'tables'
Requires-Dist: pyarrow ; extra == 'tables'
Description-Content-Type: text/markdown

The command `loadharness` needs Java 17 or newer, and Linux x86_64 with glibc 2.34 or newer. `loadharness demo` measures a simulated server.
`loadharness.read(FOLDER)` reads the results of a run in Python.
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: build_wheel.py\nRoot-Is-Purelib: false\nTag: {tag}\n"
COMMANDS = "[console_scripts]\nloadharness = loadharness.__main__:main\n"


def python_version(version):
    """Returns the version of PEP 440 for a version of Maven."""
    parts = VERSION.fullmatch(version)
    if not parts:
        fail("%s is not a valid version: use 1.2.3, 1.2.3-SNAPSHOT or 1.2.3-rc.1" % version)
    numbers, snapshot, stage, count = parts.groups()
    if snapshot:
        return numbers + ".dev0"
    return numbers + ({"alpha": "a", "beta": "b", "rc": "rc"}[stage.lower()] + count if stage else "")


class Wheel:
    """The files of a wheel. Each of them is listed with its hash in the last one."""

    def __init__(self, path, info):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.info = info
        self.record = []

    def add(self, name, content, is_program=False):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append("%s,sha256=%s,%d\n" % (name, digest, len(content)))
        self.write(name, content, is_program)

    def write(self, name, content, is_program=False):
        entry = zipfile.ZipInfo(name, TIME)
        entry.create_system = 3  # Unix, also if this is another system
        entry.external_attr = (0o100755 if is_program else 0o100644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(entry, content, compresslevel=9)

    def close(self):
        name = self.info + "/RECORD"
        self.write(name, "".join(self.record) + name + ",,\n")
        self.zip.close()


def checked_version(version):
    """Returns the version of PEP 440 for the version of an archive. The packages must have this version."""
    version = python_version(version)
    own = re.search(r'^__version__ = "(.*)"$', read("loadharness/__init__.py").decode(), re.MULTILINE).group(1)
    if own != version:
        fail("loadharness/__init__.py has the version %s, but the archive has the version %s: make them equal" % (own, version))
    return version


def build(archive, folder):
    """Builds the wheel, and returns its path."""
    name = NAME.fullmatch(os.path.basename(archive))
    if not name:
        fail("%s is not the archive of LoadHarness: its name must be loadharness-VERSION-linux-x86_64.tar.gz" % archive)
    version = checked_version(name.group(1))
    target = os.path.join(folder, "loadharness-%s-%s.whl" % (version, TAG))
    part = target + ".part"
    try:
        fill(part, archive, version)
        os.replace(part, target)
    finally:
        if os.path.exists(part):
            os.remove(part)
    return target


def fill(path, archive, version):
    """Writes the wheel to a path."""
    info, data = ("loadharness-%s.%s" % (version, kind) for kind in ("dist-info", "data"))
    wheel = Wheel(path, info)
    for package in PACKAGES:
        for file in sorted(os.listdir(os.path.join(HERE, package))):
            if file.endswith(".py"):
                wheel.add(package + "/" + file, read(package + "/" + file))
    missing = set(LICENSES)
    for member, content in files(archive):
        # pip copies `data` to the folder that also contains bin, where man and bash look for manual pages and completion.
        place = data + "/data/" + member if member.startswith("share/") else "loadharness/archive/" + member
        wheel.add(place, content, member.startswith("bin/"))
        if member in missing:
            wheel.add(info + "/licenses/" + member, content)
            missing.remove(member)
    if missing:
        fail("%s does not contain %s: build the archive again" % (archive, ", ".join(sorted(missing))))
    licenses = "\n".join("License-File: " + each for each in LICENSES)
    wheel.add(info + "/METADATA", METADATA.format(version=version, url=URL, licenses=licenses).encode())
    wheel.add(info + "/WHEEL", WHEEL.format(tag=TAG).encode())
    wheel.add(info + "/entry_points.txt", COMMANDS.encode())
    wheel.close()


def files(archive):
    """Yields the path and the content of each file of an archive."""
    with tarfile.open(archive, "r:gz") as tar:
        for member in sorted(tar, key=lambda each: each.name):
            if member.isfile():
                yield member.name.partition("/")[2], tar.extractfile(member).read()


def read(name):
    with open(os.path.join(HERE, name), "rb") as file:
        return file.read()


def fail(sentence):
    sys.exit("build_wheel.py: " + sentence)


def main(arguments):
    if not 1 <= len(arguments) <= 2:
        fail("give the archive, and optionally the folder for the wheel")
    if arguments[0] == "--check" and len(arguments) == 2:
        checked_version(arguments[1])
        return
    folder = arguments[1] if len(arguments) == 2 else os.path.dirname(os.path.abspath(arguments[0]))
    try:
        print(build(arguments[0], folder))
    except (OSError, tarfile.TarError) as e:
        fail("the wheel cannot be built from %s: %s" % (arguments[0], e))


if __name__ == "__main__":
    main(sys.argv[1:])
