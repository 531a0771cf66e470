#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes an OCI image archive without Docker: make-image.py OUT.tar NAME:TAG [--entry CMD...] [--link A=B] [--dir D] [--file DEST=SRC] [--tree DEST=SRC]

A layer of the given folders, links and files, from nothing. `ctr -n k8s.io images import OUT.tar` takes it.
"""
import argparse, gzip, hashlib, io, json, os, sys, tarfile

p = argparse.ArgumentParser()
p.add_argument("out"); p.add_argument("name")
p.add_argument("--entry", nargs="+", default=[])
p.add_argument("--link", action="append", default=[])
p.add_argument("--dir", action="append", default=[])
p.add_argument("--file", action="append", default=[])
p.add_argument("--tree", action="append", default=[])
p.add_argument("--env", action="append", default=[])
a = p.parse_args()

raw = io.BytesIO()
with tarfile.open(fileobj=raw, mode="w") as t:
    def add(name, kind, **kw):
        i = tarfile.TarInfo(name.lstrip("/")); i.type = kind; i.mode = kw.get("mode", 0o755); i.linkname = kw.get("to", "")
        data = kw.get("data"); i.size = len(data) if data is not None else 0
        t.addfile(i, io.BytesIO(data) if data is not None else None)
    for d in a.dir: add(d, tarfile.DIRTYPE)
    for l in a.link: n, to = l.split("=", 1); add(n, tarfile.SYMTYPE, to=to)
    for f in a.file:
        dest, src = f.split("=", 1)
        add(dest, tarfile.REGTYPE, data=open(src, "rb").read(), mode=os.stat(src).st_mode & 0o777)
    for f in a.tree: dest, src = f.split("=", 1); t.add(src, dest.lstrip("/"), filter=lambda i: (setattr(i, "uid", 0), setattr(i, "gid", 0), i)[2])
raw = raw.getvalue(); layer = gzip.compress(raw, 1, mtime=0)
sha = lambda b: "sha256:" + hashlib.sha256(b).hexdigest()
config = json.dumps({"architecture": "amd64", "os": "linux",
    "config": {"User": "10001", "Entrypoint": a.entry, "Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"] + a.env},
    "rootfs": {"type": "layers", "diff_ids": [sha(raw)]}}).encode()
manifest = json.dumps({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
    "config": {"mediaType": "application/vnd.oci.image.config.v1+json", "digest": sha(config), "size": len(config)},
    "layers": [{"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", "digest": sha(layer), "size": len(layer)}]}).encode()
index = json.dumps({"schemaVersion": 2, "manifests": [{"mediaType": "application/vnd.oci.image.manifest.v1+json",
    "digest": sha(manifest), "size": len(manifest), "annotations": {
        "io.containerd.image.name": a.name, "org.opencontainers.image.ref.name": a.name}}]}).encode()
with tarfile.open(a.out, "w") as t:
    def blob(name, data):
        i = tarfile.TarInfo(name); i.size = len(data); t.addfile(i, io.BytesIO(data))
    blob("oci-layout", b'{"imageLayoutVersion":"1.0.0"}'); blob("index.json", index)
    for b in (config, manifest, layer): blob("blobs/sha256/" + sha(b)[7:], b)
print(a.out, len(layer), "bytes of layer")
