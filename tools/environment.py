"""Make the environment that `make run` and `make test` use, from nothing but Python and the network.

Owns the folder `.venv` and the stamp in it that says what it was built for. Needs only the standard library: Debian's
plain `python3` has neither pip nor ensurepip, so pip comes from the wheel in `tools/vendor`. Installs what
`pyproject.toml` names, at the versions of `constraints.txt`.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

MIN_PYTHON = (3, 11)
NEWEST_MINOR = 15
INSTALL_ATTEMPTS = 2
"""How often the whole installation is tried; pip itself does not resume a download that breaks off."""
PIP_SETTINGS = {"PIP_RETRIES": "5", "PIP_DEFAULT_TIMEOUT": "45"}
"""pip's retries and its timeout in seconds, unless the environment sets them."""
ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
STAMP_NAME = "harfiyen.json"
EXTRAS = ("dev", "docs")


class SetupError(Exception):
    """The environment cannot be made; the text is one sentence for the person at the terminal."""


def require_python() -> None:
    """Return under a Python that is new enough; otherwise run this script again under the newest one on PATH."""
    if sys.version_info[:2] >= MIN_PYTHON:
        return
    for version in reversed(_usable_versions()):
        newer = shutil.which(f"python{version}")
        if newer:
            os.execv(newer, [newer, *sys.argv])  # noqa: S606 - the same script under a newer Python
    raise SetupError(
        f"Harfiyen needs Python {_usable_versions()[0]} or newer, but {sys.executable} is Python"
        f" {platform.python_version()}: install a newer one and name it, as in `make run PYTHON=python3.12`."
    )


class Environment:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"
        self.stamp = folder / STAMP_NAME

    def ensure_installed(self, *, dev: bool, docs: bool = False) -> None:
        """Install the project, its dependencies and the chosen extras, unless the stamp says that this is done.

        An extra that is installed stays. Starts over if an earlier attempt broke off, if the Python below is gone or
        has changed, and if the checkout has moved.
        """
        before = self._read_stamp()
        version = self._evaluate("sys", "'%d.%d' % sys.version_info[:2]")
        kept = {"dev": dev or before.get("dev") is True, "docs": docs or before.get("docs") is True}
        if before and before == _expected_stamp(version, **kept):
            return
        moved = before.get("root", str(ROOT)) != str(ROOT)
        changed = before.get("python", version) != version
        if version not in _usable_versions() or moved or changed or before.get("state") == "unfinished":
            self._create()
            before, version = {}, self._evaluate("sys", "'%d.%d' % sys.version_info[:2]")
            kept = {"dev": dev, "docs": docs}
        self._install(before, _expected_stamp(version, **kept))

    def _create(self) -> None:
        if self.folder.exists() and not (self.folder / "pyvenv.cfg").exists() and any(self.folder.iterdir()):
            raise SetupError(f"{self.folder} is in the way: it is not a virtual environment, so move it or remove it.")
        if not _is_writable(self.folder):
            raise SetupError(
                f"{self.folder} cannot be made, as {self.folder.parent} cannot be written: make it writable for"
                " whoever runs this, or copy the checkout to where you can write."
            )
        _print_line(f"Making {self.folder.name} with Python {platform.python_version()} ...")
        base = sys.executable
        if sys.prefix != sys.base_prefix:  # an activated environment, perhaps the very one to be replaced
            base = str(Path(sys.base_prefix, "bin", f"python{sys.version_info[0]}.{sys.version_info[1]}"))
        ran = _run_command(base, "-m", "venv", "--clear", "--without-pip", str(self.folder))
        if ran.returncode:
            reason = _last_error_line(ran)
            remedy = (
                "mend that, and run the same command again"
                if "[Errno" in reason  # the system's own: no space, no permission, a read-only disk
                else "install Python's venv module, on Debian and Ubuntu `apt install python3-venv`"
            )
            raise SetupError(f"{base} cannot make a virtual environment ({reason}): {remedy}.")

    def _install(self, before: dict[str, object], wanted: dict[str, object]) -> None:
        _print_line("Installing the dependencies (about a minute the first time) ...")
        self._write_stamp({**wanted, "state": "unfinished"})
        wheel = str(_find_pip_wheel())
        extras = [name for name in EXTRAS if wanted[name]]
        extra = f"[{','.join(extras)}]" if extras else ""
        if not wheel.endswith(f"/pip-{self._evaluate('pip', 'pip.__version__')}-py3-none-any.whl"):
            self._run_pip(before, f"{wheel}/pip", "install", "--no-index", "--no-deps", wheel)
        self._run_pip(
            before,
            "-m",
            "pip",
            "install",
            "--editable",
            f"{ROOT}{extra}",
            "--constraint",
            str(CONSTRAINTS),
            "--build-constraint",
            str(CONSTRAINTS),
            "--only-binary=:all:" if _has_every_wheel() else "--prefer-binary",
            tries=1 if os.environ.get("PIP_NO_INDEX") else INSTALL_ATTEMPTS,
        )
        self._write_stamp(wanted)

    def _run_pip(self, before: dict[str, object], *arguments: str, tries: int = 1) -> None:
        for left in reversed(range(tries)):
            ran = _run_command(str(self.python), *arguments, "--quiet", "--no-input", "--progress-bar=off")
            if not ran.returncode:
                return
            if left:
                _print_line(f"That did not work ({_last_error_line(ran)}); trying again ...")
        # pip changes nothing before it has everything, so the environment is as before.
        if before:
            self._write_stamp(before)
        else:
            self.stamp.unlink()
        sys.stderr.write(ran.stdout + ran.stderr)
        remedy = (
            "check the network connection and run the same command again"
            if _has_every_wheel()
            else "check the network connection and that a C++ compiler and Python's headers are installed"
            " (on Debian and Ubuntu `apt install g++ python3-dev`), then run the same command again"
        )
        raise SetupError(f"The dependencies could not be installed ({_last_error_line(ran)}): {remedy}.")

    def _evaluate(self, module: str, expression: str) -> str:
        try:
            ran = _run_command(str(self.python), "-I", "-c", f"import {module}; print({expression})")
        except OSError:
            return ""
        return "" if ran.returncode else ran.stdout.strip()

    def _read_stamp(self) -> dict[str, object]:
        try:
            found = json.loads(self.stamp.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            return {"state": "unfinished"}
        return found if isinstance(found, dict) else {"state": "unfinished"}

    def _write_stamp(self, content: dict[str, object]) -> None:
        self.stamp.write_text(json.dumps(content), "utf-8")


def _expected_stamp(version: str, *, dev: bool, docs: bool) -> dict[str, object]:
    needs = hashlib.sha256()
    for path in (ROOT / "pyproject.toml", CONSTRAINTS):
        needs.update(path.read_bytes())
    return {
        "state": "ready",
        "dev": dev,
        "docs": docs,
        "python": version,
        "root": str(ROOT),
        "needs": needs.hexdigest(),
    }


def _is_writable(folder: Path) -> bool:
    above = next(parent for parent in folder.parents if parent.exists())
    there = [folder, above] if folder.exists() else [above]
    return all(os.access(each, os.W_OK | os.X_OK) for each in there)


def _usable_versions() -> list[str]:
    return [f"{MIN_PYTHON[0]}.{minor}" for minor in range(MIN_PYTHON[1], NEWEST_MINOR + 1)]


def _has_every_wheel() -> bool:
    return platform.machine() == "x86_64" and platform.libc_ver()[0] == "glibc"


def _find_pip_wheel() -> Path:
    wheels = sorted((ROOT / "tools" / "vendor").glob("pip-*.whl"))
    if len(wheels) != 1:
        raise SetupError(f"tools/vendor holds {len(wheels)} pip wheels instead of one: restore it with git.")
    return wheels[0]


def _run_command(*command: str) -> subprocess.CompletedProcess[str]:
    # A user-wide setting for installs into the home folder would make pip refuse an environment.
    surroundings = {**PIP_SETTINGS, **os.environ, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return subprocess.run(  # noqa: S603 - Python and pip, with arguments made here
        command, env=surroundings, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def _last_error_line(ran: subprocess.CompletedProcess[str]) -> str:
    lines = [line.strip() for line in (ran.stdout + ran.stderr).splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or [f"exit status {ran.returncode}"])[-1].removeprefix("ERROR: ").rstrip(".")


def _print_line(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the virtual environment that Harfiyen runs in.")
    parser.add_argument("folder", type=Path, help="where the environment is or will be")
    parser.add_argument("--dev", action="store_true", help="with what tests and checks need")
    parser.add_argument("--docs", action="store_true", help="with what the site of the pages needs")
    arguments = parser.parse_args()
    try:
        require_python()
        # Commands started at the same time run one after the other.
        checkout = os.open(ROOT, os.O_RDONLY)
        fcntl.flock(checkout, fcntl.LOCK_EX)
        Environment(arguments.folder.absolute()).ensure_installed(dev=arguments.dev, docs=arguments.docs)
    except SetupError as error:
        _print_line(str(error))
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
