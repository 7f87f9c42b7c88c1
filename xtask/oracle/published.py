"""Prints the day on which the files of a release were uploaded to the package index, if the index reports it.

Usage: published.py PACKAGE RELEASE
"""

import json
import os
import subprocess
import sys
import urllib.request

from pip._internal.models.index import PyPI


def index():
    """The index that pip is configured for."""
    asking = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    configured = subprocess.run(asking, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode().strip()
    return os.environ.get("PIP_INDEX_URL") or configured or PyPI.simple_url


def main():
    package, release = sys.argv[1:3]
    address = "%s/%s/" % (index().rstrip("/"), package)
    ask = urllib.request.Request(address, headers={"Accept": "application/vnd.pypi.simple.v1+json"})
    with urllib.request.urlopen(ask, timeout=60) as answer:
        files = json.load(answer)["files"]
    stem = "%s-%s-" % (package.replace("-", "_"), release)
    days = [file["upload-time"][:10] for file in files if file["filename"].startswith(stem) and file.get("upload-time")]
    if days:
        print(min(days))


main()
