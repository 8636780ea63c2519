"""The Lua scripts that make several commands one atomic step, and the class that runs them."""

import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final, Literal

from redis.asyncio import Redis
from redis.exceptions import NoScriptError

from bot.store.scripts.packing import NamedArguments, pack_arguments

ScriptName = Literal[
    "adopt",
    "alive",
    "aside",
    "beat",
    "begun",
    "broadcast",
    "bury",
    "carry",
    "carry_notice",
    "choose",
    "close",
    "commit",
    "daily",
    "daily_sent",
    "daily_solved",
    "decide",
    "due",
    "dump",
    "fold",
    "give_back",
    "inherit",
    "keep_analysis",
    "leave",
    "load",
    "log",
    "lying",
    "migrate",
    "own",
    "pick",
    "progress",
    "put",
    "refold",
    "rehome",
    "release",
    "relist",
    "retable",
    "revive",
    "spread",
    "spread_to",
    "swap",
    "take",
    "told",
    "undraft",
]
"""The Lua scripts in ``bot/store/scripts``."""

ScriptPart = Literal["acts", "numbers", "seen", "table"]
"""Lua files with functions that scripts share."""


class Script:
    """A Lua script of this folder, called by its digest and sent in full when the server lacks it.

    Args:
        name: the file's name without ``.lua``.
        parts: the names of files with functions that it uses.
    """

    def __init__(self, name: ScriptName, *parts: ScriptPart) -> None:
        folder = files(__package__)
        self._text: Final = "".join(folder.joinpath(f"{one}.lua").read_text("utf-8") for one in (*parts, name))
        self._digest: Final = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def __call__(
        self, client: Redis, keys: Sequence[str], arguments: Sequence[str | bytes | int] | NamedArguments
    ) -> Any:
        """Run the script; one round trip, or two after a restart of the server.

        Args:
            client: a client of the server.
            keys: those that it touches, in its order.
            arguments: in its order; or by their names, if it reads them so.
        """
        if isinstance(arguments, Mapping):
            arguments = (pack_arguments(arguments),)
        try:
            return await client.evalsha(self._digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return await client.eval(self._text, len(keys), *keys, *arguments)
