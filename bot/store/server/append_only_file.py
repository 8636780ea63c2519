"""The append-only file of the bot's own server: cutting its unfinished tail, checking its schema, when to rewrite it.

A server that is killed in the midst of a script's writes, or whose disk is full, leaves a part of them at the file's
end. Redis (6.2 and 7.0, tried) cuts off only the broken command, not what the same script wrote before it. Those
commands stay in the file and take effect with the next script when it is read again: an action is then in a log twice.
The server's own checker cuts where the script began.

The checker is given the file that commands are appended to, not the manifest: Valkey's (9.1.2, tried) takes the
beginning of its own base file for an error and stops there.
"""

import mmap
import re
import subprocess
from pathlib import Path
from typing import Final

from redis.asyncio import Redis

from bot.config import environment_without_settings
from bot.logs.logger import get_logger
from bot.store import keys
from bot.store.database import SCHEMA, UNNUMBERED, WrongSchema
from bot.store.server.binary import ServerProgram
from bot.store.server.data_directory import MANIFEST, SINGLE_FILE

log = get_logger(__name__)


_INCREMENTAL_FILE: Final = re.compile(r"^file (\S+) seq \d+ type i", re.MULTILINE)
_CUT_MESSAGE: Final = b"Successfully truncated"

_KEY_PREFIX: Final = b"hf:"
_SCHEMA_NUMBER: Final = re.compile(
    re.escape(keys.schema().encode()) + rb"(?:\r\n\$\d{1,2}\r\n(?P<typed>\d{1,9})\r\n|\xc0(?P<packed>.))", re.DOTALL
)
"""As a command writes it, or a snapshot at the file's beginning, which packs small numbers."""

REWRITE_GROWTH_PERCENT: Final = 100
"""By how much the file may grow before the server rewrites it."""
REWRITE_MIN_BYTES: Final = 16 * 2**20
"""Up to this size the file is not rewritten: a short file costs little."""


def cut_unfinished_tail(program: ServerProgram, folder: Path) -> bool:
    """Cut off what a crash left unfinished; returns whether there was anything.

    Args:
        program: the program that will read the file; called by another name it is the checker.
        folder: the data directory.

    Raises:
        OSError: the program cannot be run.
    """
    name = _active_file(folder)
    if name is None:
        return False
    checked = subprocess.run(  # noqa: S603 - a server program with our own arguments
        [f"{program.product}-check-aof", "--fix", name],
        executable=program.path,
        cwd=folder,
        env=environment_without_settings(),
        input=b"y\n",
        capture_output=True,
        check=False,
    )
    if checked.returncode:
        log.warning(
            "an append-only file cannot be checked",
            file=folder / name,
            reason=_last_line(checked.stdout or checked.stderr),
        )
    return _CUT_MESSAGE in checked.stdout


def _active_file(folder: Path) -> Path | None:
    if (folder / MANIFEST).is_file():
        appended = _INCREMENTAL_FILE.findall((folder / MANIFEST).read_text(errors="replace"))
        return MANIFEST.with_name(appended[-1]) if appended else None
    return SINGLE_FILE if (folder / SINGLE_FILE).is_file() else None


def _last_line(output: bytes) -> str:
    lines = output.decode(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "no word")


def check_single_file_schema(data_dir: Path) -> None:
    """Make sure that the file of a Redis 6 holds no bot's data of a schema that this version refuses.

    Raises:
        WrongSchema: it does; nothing was changed.
        OSError: it cannot be read.
    """
    path = data_dir / SINGLE_FILE
    if not path.is_file() or (data_dir / MANIFEST).exists() or not path.stat().st_size:
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        number = UNNUMBERED
        for found in _SCHEMA_NUMBER.finditer(content):
            number = int(found["typed"]) if found["typed"] else found["packed"][0]
        # Migrations may upgrade an older schema that has a number.
        if content.find(_KEY_PREFIX) >= 0 and not UNNUMBERED < number <= SCHEMA:
            raise WrongSchema(number)


async def rewrite_if_long(client: Redis) -> bool:
    """Have a server that has just started rewrite a long file in the background; returns whether it does.

    The server itself measures growth from the size at its start. With frequent restarts the file would grow for ever.
    """
    file_bytes = int((await client.info("persistence"))["aof_current_size"])
    data_bytes = int((await client.info("memory"))["used_memory_dataset"])
    if file_bytes < REWRITE_MIN_BYTES or file_bytes < 2 * data_bytes:
        return False
    await client.bgrewriteaof()
    return True
