"""Getting the pinned archives with pip and apt-get when no folder of sources is given."""

import subprocess
import sys
from pathlib import Path

from bot.lexicon.archives import Pin
from engine.errors import DataError


def fetch(pin: Pin, folder: Path) -> None:
    """Put a pinned archive into a folder.

    Raises:
        DataError: the client is missing or fails; names the command to try by hand.
    """
    command = _apt(pin) if pin.archive.endswith(".deb") else _pip(pin, folder)
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)  # noqa: S603 - fixed words and pinned names only
    except FileNotFoundError as error:
        raise DataError(f"{pin.archive}: {command[0]} is not installed; get the file by hand: {pin.obtain}") from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip() or "no message").splitlines()[-1]
        raise DataError(f"{pin.archive}: {command[0]} failed: {last}; get the file by hand: {pin.obtain}") from error


def _apt(pin: Pin) -> list[str]:
    name = pin.package.partition(" ")[0]
    return ["apt-get", "download", f"{name}={pin.version}"]


def _pip(pin: Pin, folder: Path) -> list[str]:
    # With a hash, pip verifies the archive before it runs its set-up for metadata: only the known one runs.
    needs = folder / "pinned.txt"
    name = pin.package.partition(" ")[0]
    needs.write_text(f"{name}=={pin.version} --hash=sha256:{pin.sha256}\n", encoding="utf-8")
    quiet = [
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--only-binary" if pin.archive.endswith(".whl") else "--no-binary",
        ":all:",
        "--require-hashes",
    ]
    return [sys.executable, "-m", "pip", "download", *quiet, "-r", str(needs), "-d", str(folder)]
