"""Write a data directory as a version leaves it: ``python -m tools.write_data_directory NAME PROGRAM [ARGUMENT]...``.

``PROGRAM ARGUMENT… run`` is a bot at a stand-in for Telegram, which this script starts, with a Redis server of its own.
People open tables in many groups and in private, play a game of every kind, and two to their end; then the bot is
killed, amid a notice that Telegram does not take and a play that waits behind it. What the bot's server leaves, its
append-only files and the note of the server, becomes ``NAME.tar.xz`` in :data:`FOLDER`, with all messages in
``chats.json``; beside it ``NAME.json`` says what is in there, as it is stored. Keys that live for long are kept for
ever.
``tests/e2e/test_data_directories.py`` opens every one of them and plays on. A file that is there is never written
anew: no later program can write what that version wrote.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any, Final

from redis.asyncio import Redis

from bot.store import keys
from bot.store.keys import Scope
from bot.tables.codec import decode_table
from engine.crossword.actions import Place
from engine.crossword.rules import apply
from engine.crossword.simulate import Habits, random_move
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from engine.rng import Draws
from tools.bench.games import play_as_typed
from tools.try_program import PATIENCE, ROOT, TOKEN, Failed, request, stand_in, wait_calls

FOLDER: Final = ROOT / "tests" / "bot" / "data_directories"
KEPT: Final = ("appendonlydir", "redis.series")
"""What of a data directory is kept: all but logs, locks and the socket."""
CHATS: Final = "chats.json"
"""The file of an archive with the messages of each chat, as people saw them in the end."""
KIRAZ, LIMON, NANE, OWNER = 101, 102, 103, 104
BOARD, CARDS, OVER = -1001000000001, -1001000000002, -1001000000003
"""The groups, by what is played there: the first is the stand-in's own, the others are opened in this order."""
GAMES: Final = (
    "scrabble-tr saat=25dk",
    "scrabble-en geri-alma=1dk",
    "tournament-tr saat=25dk itiraz=çift pencere=24sa",
    "tournament-en saat=yok",
    "super-tr",
    "super-en",
    "mini-tr ipucu=2",
    "wordbox-tr",
    "wordbox-en ex=torba",
    "wordbox-uk",
)
"""Games on a board that go on, each in a further group, with their options."""
LOBBY, PASSED, CARDS_UP, COMPUTER, WAITING, ROUNDS = (OVER - len(GAMES) - number for number in range(1, 7))
"""Further groups: an open table; a game that ended by passes; cards that lie open; a computer player; a question that
waits behind notices that were not sent; a game in rounds, which 0.2.0 does not have."""
GROUPS: Final = (
    (CARDS, "Kartlar"),
    (OVER, "Bitti"),
    *((OVER - number, game.partition(" ")[0]) for number, game in enumerate(GAMES, 1)),
    (LOBBY, "Bekleyen"),
    (PASSED, "Pas"),
    (CARDS_UP, "Açık"),
    (COMPUTER, "Bilgisayar"),
    (WAITING, "Kuyruk"),
    (ROUNDS, "Düplikat"),
)
_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)
BROADCAST: Final = "Bakım bitti."
"""What an owner was having told to everybody when the bot was killed."""
_SETTLED_SECONDS: Final = 0.5
_LONG_SECONDS: Final = 12 * 60 * 60
_UNSENT_SECONDS: Final = 100_000
_MOST_PASSES: Final = 8
_FAULT: Final = re.compile(r"^.*\b(?:ERROR|CRITICAL|Traceback)\b.*$", re.MULTILINE)


class Groups:
    def __init__(self, address: str, data: Path) -> None:
        self._address: Final = address
        self.data: Final = data

    def open_groups(self) -> None:
        for wanted, title in GROUPS:
            asked = {"title": title, "people": [KIRAZ, LIMON, NANE]}
            if (found := json.loads(request(self._address, "control/groups", asked))["id"]) != wanted:
                raise Failed(f"the group {title} is {found}, not {wanted}")
        self._wait_settled(0)

    def say(self, person: int, chat: int, text: str) -> None:
        """Say something, and wait until the bot has answered and is quiet."""
        before = self._newest_call()
        request(self._address, f"page/people/{person}/messages", {"chat_id": chat, "text": text})
        self._wait_settled(before)

    def say_unanswered(self, person: int, chat: int, text: str) -> None:
        request(self._address, f"page/people/{person}/messages", {"chat_id": chat, "text": text})
        time.sleep(2 * _SETTLED_SECONDS)

    def hold_calls(self, chat: int, method: str) -> None:
        """Have Telegram take no call of a method for a chat."""
        fault = {"kind": "retry_after", "method": method, "chat_id": chat, "count": 99, "retry_after": _UNSENT_SECONDS}
        request(self._address, "control/faults", fault)

    def push_unreadable(self) -> None:
        """An update that no program can handle, which becomes a dead letter."""
        message = {"message_id": 1, "date": "never", "chat": {"id": OVER, "type": "supergroup"}, "text": "?"}
        request(self._address, "control/updates", {"update": {"message": message}})
        time.sleep(2 * _SETTLED_SECONDS)

    def messages(self, chat: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(request(self._address, f"control/chats/{chat}"))
        return found

    def all_messages(self) -> dict[str, list[dict[str, Any]]]:
        """The bot's messages that each chat still has, by chat."""
        chats = (BOARD, KIRAZ, LIMON, NANE, OWNER, *(chat for chat, _ in GROUPS))
        return {str(chat): [one for one in self.messages(chat) if one["from"]["is_bot"]] for chat in chats}

    def press(self, person: int, chat: int, *kinds: str, is_awaited: bool = True) -> str:
        """Press the newest button whose data begin with one of some kinds, and give the answer's text."""
        for message in reversed(self.messages(chat)):
            rows = message.get("reply_markup", {}).get("inline_keyboard", [])
            data = [str(button.get("callback_data")) for button in chain.from_iterable(rows)]
            if found := [one for one in data if one.startswith(kinds)]:
                break
        else:
            raise Failed(f"there is no button of the kinds {kinds} in {chat}")
        asked = {"chat_id": chat, "message_id": message["message_id"], "data": found[0], "wait": PATIENCE * is_awaited}
        before = self._newest_call()
        answer = json.loads(request(self._address, f"page/people/{person}/presses", asked)).get("answer")
        if is_awaited:
            self._wait_settled(before)
        return str((answer or {}).get("text", ""))

    def begin(self, chat: int, game: str) -> None:
        self.say(KIRAZ, chat, f"/yeni {game}")
        self.say(LIMON, chat, "/katil")
        self.say(KIRAZ, chat, "/baslat")

    def find_turn(self, chat: int) -> tuple[int, int, str]:
        """The player on turn, the group, and a turn that the player may type there."""
        state = asyncio.run(_read_state(self.data, chat))
        table = decode_table(state)
        if not isinstance(table, GameState):
            raise Failed(f"in {chat} there is no game on a board")
        words, user = load_lexicon(table.ruleset.lexicon), table.players[table.turn].user
        action, _ = random_move(table, Draws(f"{chat}:{table.number}"), words, Habits())
        if not isinstance(action, Place):
            return user, chat, "/pas"
        after, _ = apply(table, action, _NOW, words.__contains__)
        return user, chat, f"/oyna {play_as_typed(action, after.last.words[0])}" if after.last else "/pas"

    def take_turns(self, chat: int, count: int) -> None:
        for _ in range(count):
            self.say(*self.find_turn(chat))

    def _calls(self, after: int) -> list[dict[str, Any]]:
        found = json.loads(request(self._address, f"control/journal?after={after}"))
        return [call for call in found if call["method"] != "getUpdates"]

    def _newest_call(self) -> int:
        return max((call["number"] for call in self._calls(0)), default=0)

    def _wait_settled(self, after: int) -> None:
        """Wait until the bot has called since a call, and then calls no more for a moment."""
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
    """Play in all groups; in between the append-only file is rewritten, so that what follows its base is there too."""
    groups.open_groups()
    for chat, game in ((BOARD, "kelimelik"), (CARDS, "klepka"), (OVER, "kelimelik")):
        groups.begin(chat, game)
    groups.take_turns(OVER, 1)
    groups.say(KIRAZ, BOARD, "/tema koyu")
    play_further_games(groups)
    asyncio.run(rewrite_file(data))
    groups.take_turns(BOARD, 2)
    for person in (KIRAZ, LIMON, KIRAZ):
        groups.say(person, CARDS, "/ac 1 2")
    groups.say(LIMON, OVER, "/teslim")
    groups.press(LIMON, OVER, "yes:")
    for number in range(len(GAMES)):
        groups.take_turns(OVER - 1 - number, 1)
    play_alone(groups)
    leave_unfinished(groups)


def play_further_games(groups: Groups) -> None:
    for number, game in enumerate(GAMES, 1):
        groups.begin(OVER - number, game)
        groups.take_turns(OVER - number, 2)
    groups.say(KIRAZ, PASSED, "/kelimeekle HARFİYEN")
    groups.say(KIRAZ, PASSED, "/gununbulmacasi 09:30 Europe/Kyiv")
    groups.begin(PASSED, "mini-tr")
    groups.take_turns(PASSED, 4)
    for _ in range(_MOST_PASSES):
        state = decode_table(asyncio.run(_read_state(groups.data, PASSED)))
        if not isinstance(state, GameState) or state.outcome is not None:
            break
        groups.say(state.players[state.turn].user, PASSED, "/pas")
    groups.say(KIRAZ, LOBBY, "/yeni wordbox-tr")
    groups.say(LIMON, LOBBY, "/katil")
    groups.say(KIRAZ, COMPUTER, "/yeni kelimelik")
    groups.say(KIRAZ, COMPUTER, "/bot kolay")
    groups.say(KIRAZ, COMPUTER, "/baslat")
    groups.begin(ROUNDS, "duplicate-tr")


def play_alone(groups: Groups) -> None:
    """In private: a puzzle with a hint and a wrong answer, an own board, and a first game."""
    for person in (KIRAZ, LIMON, NANE, OWNER):
        groups.say(person, person, "/start")
    groups.say(KIRAZ, KIRAZ, "/bulmaca kelimelik")
    groups.press(KIRAZ, KIRAZ, "solve:")
    groups.say(KIRAZ, KIRAZ, "/oyna H8 yatay ZZ")
    groups.say(LIMON, LIMON, "/raf")
    groups.press(LIMON, LIMON, "mine:", "own:")
    groups.press(NANE, NANE, "tutorial::start")


def leave_unfinished(groups: Groups) -> None:
    """A dead letter; notices that are not sent, and a question behind them; cards that lie open; a broadcast."""
    groups.push_unreadable()
    groups.begin(WAITING, "kelimelik")
    groups.take_turns(WAITING, 2)
    groups.begin(CARDS_UP, "klepka")
    groups.say(OWNER, OWNER, f"/duyuru {BROADCAST}")
    for method in ("sendPhoto", "sendMessage"):
        groups.hold_calls(WAITING, method)
    for _ in range(2):
        groups.say_unanswered(*groups.find_turn(WAITING))
    groups.say_unanswered(KIRAZ, WAITING, "/skor")
    for person in (KIRAZ, LIMON):
        groups.say_unanswered(person, CARDS_UP, "/ac 1 2")
    groups.press(OWNER, OWNER, "desk::send", is_awaited=False)
    time.sleep(2 * _SETTLED_SECONDS)  # in which some chats get it


async def rewrite_file(data: Path) -> None:
    async with Redis(unix_socket_path=str(data / "redis.sock")) as client:
        await client.bgrewriteaof()
        while (await client.info("persistence"))["aof_rewrite_in_progress"]:
            time.sleep(_SETTLED_SECONDS / 10)  # noqa: ASYNC251 - nothing else runs here


async def _read_state(data: Path, chat: int) -> bytes:
    """The stored table of a group."""
    async with Redis(unix_socket_path=str(data / "redis.sock")) as client:
        state: Any = await client.hget(keys.game(Scope(chat)), "state")
    if state is None:
        raise Failed(f"in {chat} there is no table")
    found: bytes = state
    return found


async def keep_for_ever(data: Path) -> None:
    """Take the end off every key that lives for long, so that years from now the games are still there."""
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


async def _describe_left(data: Path) -> dict[str, Any]:
    """Describe what a killed bot left."""
    await keep_for_ever(data)
    async with Redis(unix_socket_path=str(data / "redis.sock"), decode_responses=False) as client:
        return await describe_data(client)


async def _end_server(data: Path) -> None:
    """End the server, which outlives a bot that is killed."""
    async with Redis(unix_socket_path=str(data / "redis.sock")) as client:
        await client.shutdown()


def _describe_table(state: dict[str, Any]) -> dict[str, Any]:
    players = [
        {"user": one["user"], "score": one.get("score"), "held": one.get("rack", one.get("cards", []))}
        for one in state.get("players", ())  # a lobby has none
    ]
    outcome = state.get("outcome") or {}
    return {"type": state["type"], "turn": state.get("turn"), "players": players, "reason": outcome.get("reason")}


@contextmanager
def _running_until_killed(command: Sequence[str], settings: dict[str, str], folder: Path) -> Iterator[None]:
    log = folder / "log"
    with log.open("w") as errors:
        process = subprocess.Popen(  # noqa: S603 - what is to be tried
            command, cwd=folder, env=settings, stdin=subprocess.DEVNULL, stderr=errors
        )
    try:
        yield
    finally:
        process.kill()
        process.wait()
    if _FAULT.search(log.read_text("utf-8")):
        raise Failed("its log names an error")


def pack(data: Path, archive: Path) -> None:
    def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = member.mtime = 0
        member.uname = member.gname = ""
        return member

    with tarfile.open(archive, "x:xz") as packed:
        for name in (*KEPT, CHATS):
            if (data / name).exists():
                packed.add(data / name, name, filter=anonymous)


def unpack(archive: Path, data: Path) -> None:
    """Unpack such a directory. Python 3.11.0 to 3.11.3 have no filters, which would leave out nothing of it."""
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
        # It runs in a folder of its own.
        asked.program[0] = str(Path(asked.program[0]).absolute())
    with tempfile.TemporaryDirectory(prefix="harfiyen-") as folder:
        place, data = Path(folder), Path(folder, "bot", "data")
        (place / "bot").mkdir()
        try:
            with stand_in(place / "server", "10.0") as address:
                given = {"BOT_TOKEN": TOKEN, "BOT_API_URL": address, "HTTP_LISTEN": "127.0.0.1:0"}
                given |= {"DATA_DIR": str(data), "OWNER_IDS": str(OWNER)}
                groups = Groups(address, data)
                try:
                    with _running_until_killed([*asked.program, "run"], given, place / "bot"):
                        wait_calls(address, "getUpdates", 1)
                        play(groups, data)
                    found = asyncio.run(_describe_left(data))
                finally:
                    asyncio.run(_end_server(data))
                (data / CHATS).write_text(json.dumps(groups.all_messages(), ensure_ascii=False), "utf-8")
            pack(data, archive)
        except (Failed, OSError, ValueError) as error:
            sys.stderr.write(f"{(place / 'bot' / 'log').read_text('utf-8')}\n{asked.program[0]}: {error}\n")
            return 1
    description.write_text(json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
    sys.stdout.write(f"{archive}: {archive.stat().st_size:,} bytes of schema {found['schema']}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
