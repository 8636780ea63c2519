"""Compile the kernel of the move search to WebAssembly, or check that the binary in the tree matches its sources.

Needs the extra ``kernel``: ``.venv/bin/pip install -c constraints.txt ziglang``. The compiler's version is pinned, so
that the same sources give the same bytes on every machine.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "engine" / "crossword" / "search"
SOURCES = ("build.c", "search.c")
HEADERS = ("kernel.h",)
BINARY = "kernel.wasm"
CHECKSUMS = "kernel.sha256"
FLAGS = (
    *("-target", "wasm32-freestanding", "-mcpu=generic+bulk_memory", "-std=c11", "-O3", "-nostdlib"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-int-to-pointer-cast"),
    *("-Wl,--no-entry", "-Wl,--strip-all", "-Wl,--export=__heap_base"),
)


def compile_kernel() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / BINARY
        command = (sys.executable, "-m", "ziglang", "cc", *FLAGS, "-o", str(target), *SOURCES)
        subprocess.run(command, cwd=FOLDER, check=True)  # noqa: S603 - the compiler, on the tree's own sources
        return target.read_bytes()


def format_checksums(binary: bytes) -> str:
    files = {name: FOLDER.joinpath(name).read_bytes() for name in (*HEADERS, *SOURCES)} | {BINARY: binary}
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if the binary differs")
    check = parser.parse_args().check
    try:
        binary = compile_kernel()
    except subprocess.CalledProcessError:
        sys.stderr.write("The kernel cannot be compiled: see above; ziglang is installed with the extra `kernel`.\n")
        return 1
    if check:
        same = FOLDER.joinpath(BINARY).read_bytes() == binary and FOLDER.joinpath(CHECKSUMS).read_text(
            "ascii"
        ) == format_checksums(binary)
        sys.stdout.write(f"{BINARY} {'is what its sources give' if same else 'differs: run tools/build_kernel.py'}\n")
        return 0 if same else 1
    FOLDER.joinpath(BINARY).write_bytes(binary)
    FOLDER.joinpath(CHECKSUMS).write_text(format_checksums(binary), "ascii")
    sys.stdout.write(f"{BINARY}: {len(binary):,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
