"""The Lua scripts that make several commands one step, and how they are run."""

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import NoScriptError

from bot.store.keys import ScriptName, ScriptPart


class Script:
    """A Lua script of this folder, called by its digest and loaded into the server when the server lacks it.

    Args:
        name: the file's name without ``.lua``.
        parts: the same of files whose functions it uses.
    """

    def __init__(self, name: ScriptName, *parts: ScriptPart) -> None:
        folder = files(__package__)
        self._text: Final = "".join(folder.joinpath(f"{one}.lua").read_text("utf-8") for one in (*parts, name))
        self._digest: Final = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def __call__(self, client: Redis, keys: Sequence[str], arguments: Sequence[str | bytes | int]) -> Any:
        """Run the script; one round trip, two after a server's restart."""
        try:
            return await client.evalsha(self._digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return await client.eval(self._text, len(keys), *keys, *arguments)
