# SPDX-License-Identifier: Apache-2.0
"""Checks the artifacts of LoadHarness in a folder with a Maven repository, as Maven Central does.

usage: published.py FOLDER

Each artifact of the BOM needs a pom without parent and with the metadata that Maven Central requires, sources, Javadoc, and a jar with a
module name. Dependencies need a version, and those of LoadHarness must be in the folder. Prints one line for each problem, and then exits
with 1.
"""

import os
import re
import sys
import zipfile
from xml.etree import ElementTree

GROUP = "io/loadharness"
REQUIRED = ("name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name",
            "scm/connection", "scm/developerConnection", "scm/url")
CLASSIFIERS = {"loadgen-jni": ["linux-x86_64"]}


def without_namespace(root):
    for each in root.iter():
        each.tag = each.tag.partition("}")[2] if isinstance(each.tag, str) and "}" in each.tag else each.tag
    return root


def files_of(folder, artifact):
    """Returns the newest file of an artifact for each classifier and extension, such as '-sources.jar' and '.pom'."""
    found = {}
    for parent, _, names in os.walk(os.path.join(folder, GROUP, artifact)):
        for name in sorted(names):
            ending = re.fullmatch(re.escape(artifact) + r"-\d+(?:\.\d+)*(?:-\d{8}\.\d{6}-\d+)?((?:-[a-z][\w-]*)?\.(?:jar|pom))", name)
            if ending:
                found[ending.group(1)] = os.path.join(parent, name)
    return found


def module_name(jar):
    """Returns true if a jar has a module descriptor or a name for one."""
    with zipfile.ZipFile(jar) as opened:
        if "module-info.class" in opened.namelist():
            return True
        manifest = opened.read("META-INF/MANIFEST.MF").decode()
        return re.search(r"^Automatic-Module-Name: \w", manifest, re.M) is not None


def problems_of_pom(folder, pom):
    text = open(pom).read()
    root = without_namespace(ElementTree.fromstring(text))
    if root.find("parent") is not None:
        yield "has a parent"
    for path in REQUIRED:
        if not (root.findtext(path) or "").strip():
            yield "has no " + path
    if "${" in text.replace("${project.version}", "" if root.findtext("packaging") == "pom" else "${project.version}"):
        yield "has a property"
    for each in root.findall("dependencies/dependency") + root.findall("profiles/profile/dependencies/dependency"):
        name = each.findtext("groupId") + ":" + each.findtext("artifactId")
        if not each.findtext("version"):
            yield "has no version for " + name
        if each.findtext("scope") == "test":
            yield "has the test dependency " + name
        if name.startswith("io.loadharness:") and not files_of(folder, each.findtext("artifactId")):
            yield "depends on " + name + ", which is not published"


def problems_of(folder, artifact):
    files = files_of(folder, artifact)
    if ".pom" not in files:
        yield "is not published"
        return
    yield from problems_of_pom(folder, files[".pom"])
    if artifact == "harness-bom":
        return
    classifiers = ["-" + each for each in CLASSIFIERS.get(artifact, [])]
    for ending in [".jar", "-sources.jar", "-javadoc.jar"] + [each + ".jar" for each in classifiers]:
        if ending not in files:
            yield "has no " + artifact + "-VERSION" + ending
        elif not zipfile.ZipFile(files[ending]).namelist():
            yield "has an empty " + artifact + "-VERSION" + ending
    for ending in [".jar"] + [each + ".jar" for each in classifiers]:
        if ending in files and not module_name(files[ending]):
            yield "has no module name in " + artifact + "-VERSION" + ending


def main(folder):
    bom = files_of(folder, "harness-bom").get(".pom")
    if bom is None:
        sys.exit("harness-bom is not published")
    managed = without_namespace(ElementTree.parse(bom).getroot()).findall("dependencyManagement/dependencies/dependency/artifactId")
    artifacts = sorted(each.text for each in managed) + ["harness-bom"]
    problems = ["%s %s" % (artifact, each) for artifact in artifacts for each in problems_of(folder, artifact)]
    problems += ["%s is published, but is not in harness-bom" % each
                 for each in sorted(os.listdir(os.path.join(folder, GROUP))) if each not in artifacts
                 and os.path.isdir(os.path.join(folder, GROUP, each))]
    if problems:
        sys.exit("\n".join(problems))
    print("%d artifacts are ready for Maven Central" % len(artifacts))


main(sys.argv[1])
