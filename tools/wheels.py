# noqa: INP001 - a script, not a module of a package
"""Whether every package that Harfiyen needs has a wheel for a Python: ``python tools/wheels.py 3.14``.

Nothing is installed: pip only resolves what ``pyproject.toml`` names, in the versions of ``constraints.txt``.
"""

import platform
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def command(python: str, folder: str, machine: str) -> list[str]:
    """What is asked of pip."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    platforms = [f"--platform=manylinux_2_{minor}_{machine}" for minor in range(36, 16, -1)]
    return [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"),
        *("--dest", folder, "--only-binary=:all:", "--implementation=cp", f"--python-version={python}"),
        *(*platforms, f"--platform=manylinux2014_{machine}", f"--platform=linux_{machine}"),
        *("--constraint", str(ROOT / "constraints.txt"), *project["dependencies"]),
    ]


def main() -> int:
    """Download into a folder that is thrown away; pip's status."""
    (python,) = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        status = subprocess.run(  # noqa: S603 - pip, with arguments made here
            command(python, folder, platform.machine()), check=False
        ).returncode
        found = len(list(Path(folder).iterdir()))
    if not status:
        sys.stdout.write(f"All {found} packages have wheels for Python {python}.\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
