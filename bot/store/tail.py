"""The tail of an append-only file, taken off before a server reads it again after a crash.

A server that is killed, or finds its disk full, in the midst of a script's writes leaves a part of them at the file's
end. Redis (6.2 and 7.0, tried) cuts off the broken command alone, not what the same script wrote before it: these stand
in the file from then on, take effect with the next script when the file is read once more, and an action stands in a
log twice. The server's own checker cuts where the script began.
"""

import logging
import subprocess
from pathlib import Path
from typing import Final

from bot.store.binary import Server

log = logging.getLogger(__name__)

_FILES: Final = ("appendonlydir/appendonly.aof.manifest", "appendonly.aof")
"""As Redis 7 names what it keeps, and as Redis 6 does."""
_SHRUNK: Final = b"Successfully truncated"


def take_off(server: Server, folder: Path) -> bool:
    """Cut off what a crash left unfinished; whether there was such.

    Args:
        server: the program that will read the file; it is its own checker, by that name.
        folder: its data.

    Raises:
        OSError: the program cannot be run.
    """
    for name in _FILES:
        if (folder / name).is_file():
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
    return False


def _last(output: bytes) -> str:
    lines = output.decode(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "no word")
