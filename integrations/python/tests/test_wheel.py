# SPDX-License-Identifier: Apache-2.0
"""Installs a wheel without a network. Its archive contains the start script of LoadHarness, and a program stands in for Java."""

import base64
import configparser
import csv
import hashlib
import importlib.util
import io
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree
import zipfile

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(HERE))
SCRIPT = os.path.join(ROOT, "dist", "src", "main", "bin", "loadharness")
BUILD = os.path.join(HERE, "build_wheel.py")

JAVA = """#!/bin/sh
case "$*" in
    *ArchiveClassesAtExit*) exit 0 ;;
    *" fail") exit 4 ;;
    *" wait") echo waits; exec sleep 600 ;;
    *" mirror") exec cat ;;
    *" flood") yes ;;
esac
printf '%s\\n' "$@"
"""


def setUpModule():
    if not importlib.util.find_spec("ensurepip"):
        raise unittest.SkipTest("this Python has no ensurepip: on Debian, install python3-venv")
    global folder, wheel, java
    folder = tempfile.mkdtemp()
    unittest.addModuleCleanup(shutil.rmtree, folder)
    wheel = build(archive())
    java = os.path.join(folder, "jdk")
    os.makedirs(os.path.join(java, "bin"))
    with open(os.path.join(java, "release"), "w", encoding="utf-8") as file:
        file.write('JAVA_VERSION="17.0.9"\nLIBC="gnu"\n')
    program = os.path.join(java, "bin", "java")
    with open(program, "w", encoding="utf-8") as file:
        file.write(JAVA)
    os.chmod(program, 0o755)


LICENSES = ("LICENSE", "NOTICE", "THIRD-PARTY.txt")


def archive(name=None, licenses=LICENSES):
    """Returns an archive with the start script of LoadHarness and the version of the poms."""
    version = xml.etree.ElementTree.parse(os.path.join(ROOT, "pom.xml")).getroot().find("{*}version").text
    home = "loadharness-%s-linux-x86_64" % version
    path = os.path.join(tempfile.mkdtemp(dir=folder), name or home + ".tar.gz")
    with tarfile.open(path, "w:gz") as tar:
        tar.add(SCRIPT, home + "/bin/loadharness")
        contents = {"lib/a.jar": b"", "lib/build-id": b"0123\n", "share/man/man1/loadharness.1": b".TH LOADHARNESS 1\n"}
        contents.update((each, each.encode()) for each in licenses)
        for member, content in contents.items():
            entry = tarfile.TarInfo(home + "/" + member)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return path


def build(source, expect=0):
    done = subprocess.run([sys.executable, BUILD, source], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = done.stdout.decode().strip()
    if done.returncode != expect:
        raise AssertionError("exit code %d: %s" % (done.returncode, output))
    return output


def packages(version):
    """Returns a wheel of the packages, as pip builds it from the sources."""
    path = os.path.join(tempfile.mkdtemp(dir=folder), "loadharness-%s-py3-none-any.whl" % version)
    info = "loadharness-%s.dist-info/" % version
    contents = {
        "loadharness/__init__.py": "",
        info + "METADATA": "Metadata-Version: 2.1\nName: loadharness\nVersion: %s\n" % version,
        info + "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    contents[info + "RECORD"] = "".join("%s,,\n" % each for each in [*contents, info + "RECORD"])
    with zipfile.ZipFile(path, "w") as file:
        for name, content in contents.items():
            file.writestr(name, content)
    return path


class WheelTest(unittest.TestCase):
    def test_the_same_archive_results_in_the_same_wheel(self):
        with open(wheel, "rb") as first, open(build(archive()), "rb") as second:
            self.assertEqual(first.read(), second.read())

    def test_the_record_lists_all_files(self):
        with zipfile.ZipFile(wheel) as content:
            name = next(each for each in content.namelist() if each.endswith("/RECORD"))
            rows = list(csv.reader(content.read(name).decode().splitlines()))

            self.assertEqual(sorted(row[0] for row in rows), sorted(content.namelist()))
            for path, digest, size in rows[:-1]:
                expected = base64.urlsafe_b64encode(hashlib.sha256(content.read(path)).digest()).rstrip(b"=").decode()
                self.assertEqual((digest, int(size)), ("sha256=" + expected, len(content.read(path))))
            self.assertIn("loadharness_worker/vllm.py", content.namelist())

    def test_versions_have_the_form_of_pep_440(self):
        sys.path.insert(0, HERE)
        self.addCleanup(sys.path.remove, HERE)
        from build_wheel import python_version

        for maven, python in (
            ("0.1.0-SNAPSHOT", "0.1.0.dev0"),
            ("1.2.3", "1.2.3"),
            ("1.0.0-rc.2", "1.0.0rc2"),
            ("1.0.0-RC1", "1.0.0rc1"),
            ("1.0.0-beta.1", "1.0.0b1"),
            ("1.0.0-alpha1", "1.0.0a1"),
        ):
            self.assertEqual(python_version(maven), python)
        with self.assertRaisesRegex(SystemExit, "1.0-final is not a valid version: use 1.2.3, "):
            python_version("1.0-final")

    def test_wrong_archives_are_refused_in_one_sentence(self):
        other = archive("loadharness-9.9.9-linux-x86_64.tar.gz")
        self.assertRegex(build(other, 1), r"has the version \S+, but the archive has the version 9.9.9: make them equal$")
        self.assertRegex(build(archive("other.tar.gz"), 1), r"other.tar.gz is not the archive of LoadHarness: its name must be \S+$")
        missing = os.path.join(folder, os.path.basename(archive()))
        self.assertRegex(build(missing, 1), "cannot be built from .*: .*No such file or directory")
        with open(missing, "wb") as file:
            file.write(b"no archive")
        self.assertRegex(build(missing, 1), "cannot be built from .*: not a gzip file")
        incomplete = archive(licenses=["LICENSE"])
        self.assertRegex(build(incomplete, 1), r"linux-x86_64.tar.gz does not contain NOTICE, THIRD-PARTY.txt: build the archive again$")
        for each in (other, incomplete):
            self.assertEqual(os.listdir(os.path.dirname(each)), [os.path.basename(each)])
        self.assertFalse([each for each in os.listdir(folder) if each.endswith(".part")])


class InstalledTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = os.path.join(folder, "a place")
        subprocess.run([sys.executable, "-m", "venv", cls.place], check=True)
        cls.python = os.path.join(cls.place, "bin", "python")
        cls.install(wheel)
        cls.command = os.path.join(cls.place, "bin", "loadharness")

    @classmethod
    def install(cls, what):
        done = subprocess.run(
            [cls.python, "-m", "pip", "install", "-q", "--no-index", "--disable-pip-version-check", what],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if done.returncode:
            raise AssertionError(done.stdout.decode())

    def environment(self, **variables):
        return dict({"PATH": "/usr/bin:/bin", "HOME": folder, "JAVA_HOME": java}, **variables)

    def start(self, *arguments, command=None, **variables):
        return subprocess.run(
            [*(command or [self.command]), *arguments],
            cwd=folder,  # the sources of the packages are in the current folder
            input=b"a line\n",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=self.environment(**variables),
        )

    def lines(self, *arguments, **options):
        return self.start(*arguments, **options).stdout.decode().splitlines()

    def test_java_gets_the_archive_and_the_arguments(self):
        lines = self.lines("run", "a file.yaml", "")

        self.assertEqual(lines[-4:], ["io.loadharness.cli.Harness", "run", "a file.yaml", ""])
        self.assertTrue(any("/loadharness/archive/lib/a.jar:" in each for each in lines), lines)
        self.assertIn("-Dloadharness.program=" + self.command, lines)
        on_path = os.path.join(self.place, "bin") + ":/usr/bin:/bin"
        self.assertIn("-Dloadharness.program=loadharness", self.lines("doctor", PATH=on_path))

    def test_the_module_is_the_command(self):
        lines = self.lines("doctor", command=[self.python, "-m", "loadharness"])
        self.assertEqual(lines[-2:], ["io.loadharness.cli.Harness", "doctor"])

    def test_exit_code_and_input_are_passed_on(self):
        self.assertEqual(self.start("fail").returncode, 4)
        self.assertEqual(self.start("mirror").stdout[-7:], b"a line\n")

    def test_signals_reach_java(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen(["env", "--default-signal=INT", self.command, "wait"], stdout=subprocess.PIPE, env=self.environment())
            self.assertEqual(process.stdout.readline(), b"waits\n")
            process.send_signal(number)
            self.assertEqual(process.wait(), -number)
            process.stdout.close()

    def test_a_closed_pipe_ends_the_command(self):
        process = subprocess.Popen([self.command, "flood"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment())
        self.assertEqual(process.stdout.readline(), b"y\n")
        process.stdout.close()
        self.assertNotIn(b"yes:", process.stderr.read())  # `yes` reports an error if the signal is ignored
        process.stderr.close()
        process.wait()

    def test_a_missing_java_is_named_with_the_remedy(self):
        programs = os.path.join(folder, "programs")
        os.makedirs(programs)
        for each in ("cksum", "dirname", "id", "mkdir", "mv", "readlink", "rm", "sed", "uname"):
            os.symlink(shutil.which(each), os.path.join(programs, each))
        done = self.start("demo", PATH=programs, JAVA_HOME="")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(
            done.stdout.decode(),
            "LoadHarness needs Java 17 or newer, and this machine has no program java: install Java 17 or newer, or set JAVA_HOME to its"
            " folder.\n",
        )

    def test_the_installation_has_the_packages_and_manual_pages(self):
        program = "import loadharness, loadharness_worker as w; print(loadharness.__version__, w.Worker.__name__)"
        self.assertEqual(self.lines("-c", program, command=[self.python]), [os.path.basename(wheel).split("-")[1] + " Worker"])
        self.assertTrue(os.path.exists(os.path.join(self.place, "share", "man", "man1", "loadharness.1")))

    def test_pip_shows_the_project_and_the_licences(self):
        shown = self.lines("-m", "pip", "--disable-pip-version-check", "show", "-f", "loadharness", command=[self.python])
        self.assertIn("License: Apache-2.0", shown)
        url = xml.etree.ElementTree.parse(os.path.join(ROOT, "pom.xml")).getroot().find("{*}url").text
        self.assertIn("Home-page: " + url, shown)
        program = (
            "import importlib.metadata as m; d = m.distribution('loadharness')\n"
            "for each in d.metadata.get_all('License-File'): print(d.read_text('licenses/' + each))"
        )
        self.assertEqual(self.lines("-c", program, command=[self.python]), list(LICENSES))

    def test_the_wheel_replaces_the_packages(self):
        settings = configparser.ConfigParser()
        settings.read(os.path.join(HERE, "setup.cfg"))
        version = os.path.basename(wheel).split("-")[1]
        self.install(packages(version + settings["egg_info"]["tag_build"]))
        self.assertFalse(os.path.exists(self.command))
        self.install(wheel)
        self.assertTrue(os.path.exists(self.command))
        self.assertEqual(self.lines("doctor")[-1], "doctor")

    def test_packages_without_the_archive_name_the_wheel(self):
        done = subprocess.run([sys.executable, "-B", "-m", "loadharness"], cwd=HERE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 1)
        remedy = "install the wheel for Linux x86_64 with `pip install --force-reinstall .*\n$"
        self.assertRegex(done.stderr.decode(), "^This installation has the Python packages .*: " + remedy)


if __name__ == "__main__":
    unittest.main()
