"""Write a data directory as a version leaves it: ``python -m tools.write_data_directory NAME PROGRAM [ARGUMENT]...``.

``PROGRAM ARGUMENT… run`` is a bot with its own Redis server that talks to a stand-in for Telegram, which this script
starts. People open tables in three groups and play: a board game, a card game, and one that ends. The files that the
Redis server leaves (the append-only files and the server's note) become ``NAME.tar.xz`` in :data:`FOLDER`;
``NAME.json`` beside it describes the stored games. Long-lived keys lose their expiry.
``tests/e2e/test_data_directories.py`` opens each directory and plays on. An existing file is never written anew, as no
later program can write what that version wrote.
"""

import argparse
import asyncio
import json
import os
import re
import sys
import tarfile
import tempfile
import time
import zlib
from collections.abc import Sequence
from itertools import chain, permutations
from pathlib import Path
from typing import Any, Final

from redis.asyncio import Redis

from engine.lexicon import load_lexicon
from tools.try_program import PATIENCE, ROOT, TOKEN, Failed, request, running, stand_in, wait_calls

FOLDER: Final = ROOT / "tests" / "bot" / "data_directories"
KEPT: Final = ("appendonlydir", "redis.series")
"""The parts of a data directory that are archived: all but logs, locks and the socket."""
KIRAZ, LIMON = 101, 102
BOARD, CARDS, OVER = -1001000000001, -1001000000002, -1001000000003
"""The groups, by the game played there: the first is the stand-in's own, the others are opened in this order."""
_SETTLED_SECONDS: Final = 1.0
_LONG_SECONDS: Final = 12 * 60 * 60
_TILE: Final = re.compile(r"(\w)[₀-₉]+")
_WORD_LENGTHS: Final = (4, 3, 5, 2)


class Groups:
    def __init__(self, address: str) -> None:
        self._address: Final = address

    def open_groups(self) -> None:
        for title, wanted in (("Kartlar", CARDS), ("Bitti", OVER)):
            asked = {"title": title, "people": [KIRAZ, LIMON]}
            if (found := json.loads(request(self._address, "control/groups", asked))["id"]) != wanted:
                raise Failed(f"the group {title} is {found}, not {wanted}")
        self._wait_settled(0)

    def say(self, person: int, chat: int, text: str) -> None:
        """Send a text, and wait until the bot has answered and is quiet."""
        before = self._newest_call()
        request(self._address, f"page/people/{person}/messages", {"chat_id": chat, "text": text})
        self._wait_settled(before)

    def press(self, person: int, chat: int, kind: str) -> str:
        messages = json.loads(request(self._address, f"control/chats/{chat}"))
        for message in reversed(messages):
            rows = message.get("reply_markup", {}).get("inline_keyboard", [])
            data = [str(button.get("callback_data")) for button in chain.from_iterable(rows)]
            if found := [one for one in data if one.partition(":")[0] == kind]:
                break
        else:
            raise Failed(f"there is no button of the kind {kind} in {chat}")
        asked = {"chat_id": chat, "message_id": message["message_id"], "data": found[0], "wait": PATIENCE}
        before = self._newest_call()
        answer = json.loads(request(self._address, f"page/people/{person}/presses", asked))["answer"]
        self._wait_settled(before)
        return str((answer or {}).get("text", ""))

    def play_first_word(self, chat: int) -> None:
        """Type a word for each player and a pass for the first; the bot refuses moves of the player not on turn."""
        words = load_lexicon("tr")
        for person in (KIRAZ, LIMON):
            shown = self.press(person, chat, "rack")
            tried = ("".join(tiles) for length in _WORD_LENGTHS for tiles in permutations(_TILE.findall(shown), length))
            if (laid := next((word for word in tried if word in words), None)) is None:
                raise Failed(f"{person} has no word on {shown!r}: begin anew")
            self.say(person, chat, f"/oyna H8 yatay {laid}")
        self.say(KIRAZ, chat, "/pas")

    def _calls(self, after: int) -> list[dict[str, Any]]:
        found = json.loads(request(self._address, f"control/journal?after={after}"))
        return [call for call in found if call["method"] != "getUpdates"]

    def _newest_call(self) -> int:
        return max((call["number"] for call in self._calls(0)), default=0)

    def _wait_settled(self, after: int) -> None:
        """Wait until the bot has made a call later than ``after``, and then none for a second."""
        deadline = time.monotonic() + PATIENCE
        seen = after
        while True:
            newest = max((call["number"] for call in self._calls(after)), default=after)
            if newest == seen > after:
                return
            if time.monotonic() > deadline:
                raise Failed(f"the bot did nothing in {PATIENCE} s")
            seen = newest
            time.sleep(_SETTLED_SECONDS)


def play(groups: Groups, data: Path) -> None:
    """Play in all groups, and rewrite the append-only file midway, so that it has a base and later commands."""
    groups.open_groups()
    for chat, game in ((BOARD, "kelimelik"), (CARDS, "klepka"), (OVER, "kelimelik")):
        groups.say(KIRAZ, chat, f"/yeni {game}")
        groups.say(LIMON, chat, "/katil")
        groups.say(KIRAZ, chat, "/baslat")
    groups.play_first_word(OVER)
    groups.say(KIRAZ, BOARD, "/tema koyu")
    asyncio.run(rewrite_file(data))
    groups.play_first_word(BOARD)
    for person in (KIRAZ, LIMON, KIRAZ):
        groups.say(person, CARDS, "/ac 1 2")
    groups.say(LIMON, OVER, "/teslim")
    groups.press(LIMON, OVER, "yes")


async def rewrite_file(data: Path) -> None:
    async with Redis(unix_socket_path=str(data / "redis.sock")) as client:
        await client.bgrewriteaof()
        while (await client.info("persistence"))["aof_rewrite_in_progress"]:
            time.sleep(_SETTLED_SECONDS / 10)  # noqa: ASYNC251 - nothing else runs here


async def keep_for_ever(data: Path) -> None:
    """Remove the expiry of long-lived keys, so that the games are still there years from now."""
    async with Redis(unix_socket_path=str(data / "redis.sock")) as client:
        async for name in client.scan_iter("hf:*"):
            if await client.ttl(name) > _LONG_SECONDS:
                await client.persist(name)


async def describe_data(client: Redis) -> dict[str, Any]:
    names = sorted([name.decode() async for name in client.scan_iter("hf:*")])
    tables: dict[str, Any] = {}
    for name in (one for one in names if one.endswith(":game")):
        state: Any = await client.hget(name, "state")
        if state is not None:
            tables[name] = _describe_table(json.loads(zlib.decompress(state) if state[:1] == b"x" else state))
    records = {name: await client.llen(name) for name in names if name.endswith(":records")}
    schema = await client.get("hf:schema")
    return {"schema": int(schema or 0), "tables": tables, "records": records}


async def _describe_directory(data: Path) -> dict[str, Any]:
    async with Redis(unix_socket_path=str(data / "redis.sock"), decode_responses=False) as client:
        return await describe_data(client)


def _describe_table(state: dict[str, Any]) -> dict[str, Any]:
    players = [
        {"user": one["user"], "score": one["score"], "held": one.get("rack", one.get("cards", []))}
        for one in state["players"]
    ]
    outcome = state.get("outcome") or {}
    return {"type": state["type"], "turn": state["turn"], "players": players, "reason": outcome.get("reason")}


def pack(data: Path, archive: Path) -> None:
    def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = member.mtime = 0
        member.uname = member.gname = ""
        return member

    with tarfile.open(archive, "x:xz") as packed:
        for name in KEPT:
            if (data / name).exists():
                packed.add(data / name, name, filter=anonymous)


def unpack(archive: Path, data: Path) -> None:
    """Unpack a data directory; Python 3.11.0 to 3.11.3 have no extraction filters, and unpack everything unchecked."""
    with tarfile.open(archive) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)
        packed.extractall(data)  # noqa: S202 - by that filter, where there is one


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("name", help="the version, as in 0.2.0")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    asked = parser.parse_args(arguments)
    archive, description = (FOLDER / f"{asked.name}.{ending}" for ending in ("tar.xz", "json"))
    if archive.exists():
        parser.error(f"{archive} is there: what a version wrote is never written anew")
    if asked.program and os.sep in asked.program[0]:
        # The program runs in another folder.
        asked.program[0] = str(Path(asked.program[0]).absolute())
    with tempfile.TemporaryDirectory(prefix="harfiyen-") as folder:
        place, data = Path(folder), Path(folder, "bot", "data")
        (place / "bot").mkdir()
        try:
            with stand_in(place / "server", "10.0") as address:
                given = {"BOT_TOKEN": TOKEN, "BOT_API_URL": address, "HTTP_LISTEN": "127.0.0.1:0"}
                given["DATA_DIR"] = str(data)
                with running([*asked.program, "run"], given, place / "bot"):
                    wait_calls(address, "getUpdates", 1)
                    play(Groups(address), data)
                    asyncio.run(keep_for_ever(data))
                    found = asyncio.run(_describe_directory(data))
            pack(data, archive)
        except (Failed, OSError, ValueError) as error:
            sys.stderr.write(f"{(place / 'bot' / 'log').read_text('utf-8')}\n{asked.program[0]}: {error}\n")
            return 1
    description.write_text(json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
    sys.stdout.write(f"{archive}: {archive.stat().st_size:,} bytes of schema {found['schema']}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
