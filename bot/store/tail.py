"""The tail of an append-only file, taken off before a server reads it again after a crash.

A server that is killed, or finds its disk full, in the midst of a script's writes leaves a part of them at the file's
end. Redis (6.2 and 7.0, tried) cuts off the broken command alone, not what the same script wrote before it: these stand
in the file from then on, take effect with the next script when the file is read once more, and an action stands in a
log twice. The server's own checker cuts where the script began.

It is given the file that commands are appended to, and not the list of all files: Valkey's (9.1.2, tried) takes the
beginning of its own first file for an error, and then looks no further.
"""

import logging
import re
import subprocess
from pathlib import Path
from typing import Final

from bot.store.binary import Server

log = logging.getLogger(__name__)

_MANIFEST: Final = Path("appendonlydir", "appendonly.aof.manifest")
"""The list of the files that Redis 7 keeps, in the order in which they are read."""
_APPENDED: Final = re.compile(r"^file (\S+) seq \d+ type i", re.MULTILINE)
_FILE: Final = Path("appendonly.aof")
"""All that Redis 6 keeps."""
_SHRUNK: Final = b"Successfully truncated"


def take_off(server: Server, folder: Path) -> bool:
    """Cut off what a crash left unfinished; whether there was such.

    Args:
        server: the program that will read the file; it is its own checker, by that name.
        folder: its data.

    Raises:
        OSError: the program cannot be run.
    """
    name = _appended_to(folder)
    if name is None:
        return False
    checked = subprocess.run(  # noqa: S603 - a server program with our own arguments
        [f"{server.product}-check-aof", "--fix", name],
        executable=server.path,
        cwd=folder,
        input=b"y\n",
        capture_output=True,
        check=False,
    )
    if checked.returncode:
        log.warning("%s cannot be checked: %s", folder / name, _last(checked.stdout or checked.stderr))
    return _SHRUNK in checked.stdout


def _appended_to(folder: Path) -> Path | None:
    """The file that commands are appended to, seen from the folder; ``None`` where there is none."""
    if (folder / _MANIFEST).is_file():
        appended = _APPENDED.findall((folder / _MANIFEST).read_text(errors="replace"))
        return _MANIFEST.with_name(appended[-1]) if appended else None
    return _FILE if (folder / _FILE).is_file() else None


def _last(output: bytes) -> str:
    lines = output.decode(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "no word")
