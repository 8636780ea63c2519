"""Data in the one append-only file of Redis 6.2: their schema is read from it before any server is.

Newer servers take such a file into a folder as soon as they start, where the former one finds it no more. So data that
are refused anyhow must be refused before.
"""

import mmap
import re
from pathlib import Path
from typing import Final

from bot.store import datafiles, keys
from bot.store.schema import SCHEMA, UNNUMBERED, WrongSchema

_PREFIX: Final = b"hf:"
_NUMBER: Final = re.compile(
    re.escape(keys.SCHEMA.encode()) + rb"(?:\r\n\$\d{1,2}\r\n(?P<typed>\d{1,9})\r\n|\xc0(?P<packed>.))", re.DOTALL
)
"""As a command writes it, or a snapshot at the file's beginning, which packs small numbers."""


def check(data_dir: Path) -> None:
    """Make sure that what stands in such a file, if anything of a bot's, is not of a schema that is refused.

    Raises:
        WrongSchema: it is; nothing was changed.
        OSError: it cannot be read.
    """
    path = data_dir / datafiles.LONE_FILE
    if not path.is_file() or (data_dir / datafiles.MANIFEST).exists() or not path.stat().st_size:
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        number = UNNUMBERED
        for found in _NUMBER.finditer(content):
            number = int(found["typed"]) if found["typed"] else found["packed"][0]
        # What is older, and has a number, migrations may lead on.
        if content.find(_PREFIX) >= 0 and not UNNUMBERED < number <= SCHEMA:
            raise WrongSchema(number)
