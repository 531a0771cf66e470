# SPDX-License-Identifier: Apache-2.0
"""Downloads a file of a Python package from the index that pip is configured for. Executes nothing of the package.

`pip download` of a source archive runs its build script before the caller can check a hash. This program only copies the bytes.

usage: download_loadgen.py PACKAGE FILENAME OUTPUT
"""

import base64
import configparser
import html.parser
import json
import netrc
import os
import ssl
import sys
import urllib.error
import urllib.parse
import urllib.request

MAX_BYTES = 16 << 20
ACCEPT = "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1"


def config_files():
    """Returns the configuration files of pip, in the order in which a later file overrides an earlier one."""
    own = os.environ.get("PIP_CONFIG_FILE")
    if own == os.devnull:
        return []
    home = os.path.expanduser("~")
    folders = [os.path.join(os.path.expanduser(each), "pip")
               for each in (os.environ.get("XDG_CONFIG_DIRS", "").strip() or "/etc/xdg").split(os.pathsep)]
    folders.append("/etc")
    if not (own and os.path.exists(own)):
        config = os.environ.get("XDG_CONFIG_HOME", "").strip() or os.path.join(home, ".config")
        folders += [os.path.join(home, ".pip"), os.path.join(config, "pip")]
    folders.append(os.environ.get("VIRTUAL_ENV") or sys.prefix)
    return [os.path.join(each, "pip.conf") for each in folders] + ([own] if own else [])


def normalized(name):
    name = name.lower().replace("_", "-")
    return name[2:] if name.startswith("--") else name


def settings():
    """Returns pip's settings, also on a machine without pip.

    A variable has precedence over `[download]`, then come `[install]` and `[global]`. An empty value does not count.
    """
    sections = {"global": {}, "install": {}, "download": {}}
    for file in config_files():
        parser = configparser.RawConfigParser()
        try:
            parser.read(file)
        except (configparser.Error, UnicodeDecodeError):
            # The message of the exception can contain a line with a password.
            raise SystemExit("%s is not a valid configuration file of pip: correct it, or set PIP_CONFIG_FILE=%s to ignore"
                             " the configuration files" % (file, os.devnull))
        for section in sections:
            if parser.has_section(section):
                sections[section].update((normalized(name), value) for name, value in parser.items(section))
    variables = {normalized(name[4:]): value for name, value in os.environ.items() if name.startswith("PIP_")}
    result = {}
    for each in (*sections.values(), variables):
        result.update((name, value) for name, value in each.items() if value)
    return result


def without_credentials(url):
    parts = urllib.parse.urlsplit(url)
    return urllib.parse.urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


class Links(html.parser.HTMLParser):
    """The links of a page of an index. `base` is the address that relative links start from."""

    def __init__(self, base):
        super().__init__()
        self.base = base
        self.found = []

    def handle_starttag(self, tag, attrs):
        href = dict(attrs).get("href")
        if href and tag == "base":
            self.base = urllib.parse.urljoin(self.base, href)
        elif href and tag == "a":
            self.found.append(urllib.parse.urljoin(self.base, href))


class Client:
    def __init__(self, pip):
        self.timeout = float(pip.get("timeout", pip.get("default-timeout", "60")))
        self.trusted = set(pip.get("trusted-host", "").split())
        self.context = ssl.create_default_context(cafile=pip.get("cert"))
        if "client-cert" in pip:
            self.context.load_cert_chain(pip["client-cert"])
        self.unchecked = ssl.create_default_context()
        self.unchecked.check_hostname = False
        self.unchecked.verify_mode = ssl.CERT_NONE
        proxy = pip.get("proxy")
        self.proxies = urllib.request.ProxyHandler({"http": proxy, "https": proxy} if proxy else None)

    def get(self, url, home=""):
        """Returns the address and the content of a page. Credentials of `home` are sent only to the host of `home`."""
        parts = urllib.parse.urlsplit(url)
        request = urllib.request.Request(without_credentials(url), headers={"Accept": ACCEPT})
        owner = parts if "@" in parts.netloc else urllib.parse.urlsplit(home)
        user, password = owner.username, owner.password
        if owner.hostname != parts.hostname or owner.port != parts.port or owner.scheme != parts.scheme:
            user = None
        if user is None:
            user, password = login(parts.hostname)
        if user is not None:
            plain = urllib.parse.unquote(user) + ":" + urllib.parse.unquote(password or "")
            # Not sent again after a redirect, which may lead to another host.
            request.add_unredirected_header("Authorization", "Basic " + base64.b64encode(plain.encode()).decode())
        is_trusted = parts.hostname in self.trusted or parts.netloc.rpartition("@")[2] in self.trusted
        opener = urllib.request.build_opener(
            self.proxies, urllib.request.HTTPSHandler(context=self.unchecked if is_trusted else self.context))
        with opener.open(request, timeout=self.timeout) as response:
            content = response.read(MAX_BYTES + 1)
            if len(content) > MAX_BYTES:
                raise ValueError("more than %d bytes" % MAX_BYTES)
            return response.geturl(), response.headers.get_content_type(), content


def login(host):
    try:
        found = netrc.netrc().authenticators(host or "")
    except (OSError, netrc.NetrcParseError):
        found = None
    return (found[0], found[2]) if found else (None, None)


def links(client, page):
    url, kind, content = client.get(page)
    if kind.endswith("json"):
        return [urllib.parse.urljoin(url, each["url"]) for each in json.loads(content.decode())["files"]]
    parser = Links(url)
    parser.feed(content.decode(errors="replace"))
    return parser.found


def file_name(url):
    return os.path.basename(urllib.parse.unquote(urllib.parse.urlsplit(url).path))


def fetch(package, name, pip):
    client = Client(pip)
    pages = []
    for each in pip.get("find-links", "").split():
        path = urllib.request.url2pathname(urllib.parse.urlsplit(each).path) if each.startswith("file:") else each
        if os.path.isfile(os.path.join(path, name)):
            with open(os.path.join(path, name), "rb") as file:
                return file.read(MAX_BYTES + 1)
        if each.startswith(("http://", "https://")):
            pages.append(each)
    if pip.get("no-index", "").lower() not in ("1", "true", "yes", "on"):
        indexes = [pip.get("index-url", "https://pypi.org/simple")] + pip.get("extra-index-url", "").split()
        pages += [each.rstrip("/") + "/" + package + "/" for each in indexes]
    problems = []
    for page in pages:
        try:
            for link in links(client, page):
                if file_name(link) == name:
                    return client.get(link, page)[2]
            problems.append("%s has no file %s" % (without_credentials(page), name))
        except (OSError, ValueError, KeyError) as e:
            reason = getattr(e, "reason", None) or e
            problems.append("%s: %s" % (without_credentials(page), reason))
    raise SystemExit("; ".join(problems) or "pip is configured without an index, and no folder of find-links has " + name)


def main():
    package, name, output = sys.argv[1:]
    content = fetch(package, name, settings())
    with open(output, "wb") as file:
        file.write(content)


if __name__ == "__main__":
    main()
