"""``harfiyen inbox``: what was given up, updates and notices, and one tried again, while the bot runs or not."""

import argparse
import re
from typing import Final

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from bot.offline.reach import check_schema, with_redis
from bot.store.dead import DeadLetters, Letter, LetterId, Replay
from bot.store.keys import Scope
from bot.terminal import complain, counted, printable, say, say_json

_QUOTED: Final = re.compile(r"['\"`].*['\"`]", re.DOTALL)
"""From the first to the last quotation mark: a text that is quoted may hold some itself."""
_NOTICE: Final = "notice"
_MOST_SHOWN: Final = 200
"""Characters of a reason."""


class Listed(Struct):
    """A dead letter as it is shown."""

    id: str
    at: str
    """When it was given up, in UTC."""
    update: str
    kind: str
    """Which kind of update it is, as Telegram calls it, or ``notice``; empty where it cannot be read."""
    chat: int | None
    deliveries: str
    reason: str
    text: str | None = None
    """All that came, where it was asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes; the environment holds the settings."""
    parser.add_argument("--texts", action="store_true", help="show what came, too: messages of people")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    replay = actions.add_parser("replay", help="put one back: it is handled, or told, as if it had come now")
    replay.add_argument("id", type=_id, metavar="ID", help="which one, as the list names it")


def run(arguments: argparse.Namespace) -> int:
    """List them, or replay one.

    Returns:
        0, or 1 where there is none of that id, or it can never be handled.

    Raises:
        StartError: the Redis of the settings cannot be reached.
    """
    if arguments.action == "replay":
        return _replay(arguments.id)
    shown = [_listed(letter, texts=arguments.texts) for letter in with_redis(_all)]
    if arguments.json:
        say_json({"given_up": shown})
        return 0
    for letter in shown:
        where = "" if letter.chat is None else f" in chat {letter.chat}"
        what = "notice" if letter.kind == _NOTICE else f"update {letter.update or '?'}, {letter.kind or 'unreadable'}"
        say(f"{letter.id}  {letter.at}  {what}{where}")
        say(f"    {letter.reason}")
        if letter.text is not None:
            say(f"    {letter.text}")
    notices = sum(letter.kind == _NOTICE for letter in shown)
    found = [counted(len(shown) - notices, "update")] if len(shown) > notices else []
    found += [counted(notices, "notice")] if notices else []
    say(f"{' and '.join(found)} given up in the last week." if shown else "Nothing was given up in the last week.")
    return 0


async def _all(client: Redis) -> list[Letter]:
    await check_schema(client)
    return await DeadLetters(client).all()


def _replay(letter: LetterId) -> int:
    async def replay(client: Redis) -> Replay:
        await check_schema(client)
        return await DeadLetters(client).replay(letter)

    match with_redis(replay):
        case Replay.DONE:
            say(f"{letter} is where it came from again; the bot handles it now, or as soon as it runs.")
            return 0
        case Replay.GONE:
            complain(f"{letter}: nothing of that id was given up, or it was replayed or let go since")
        case Replay.UNFIT:
            complain(f"{letter}: it bears no update's number, so that it can never be handled")
    return 1


def _listed(letter: Letter, *, texts: bool) -> Listed:
    kind, chat = _about(letter.raw) if letter.told is None else (_NOTICE, _chat(letter.told))
    reason = letter.reason if texts else _QUOTED.sub("…", letter.reason)[:_MOST_SHOWN]
    return Listed(
        id=str(letter.id),
        at=f"{letter.id.at:%Y-%m-%d %H:%M:%S}",
        update=printable(letter.update),
        kind=printable(kind),
        chat=chat,
        deliveries=printable(letter.deliveries),
        reason=printable(reason),
        text=printable(letter.raw.decode(errors="replace")) if texts else None,
    )


def _chat(scope: str) -> int | None:
    """The chat of a scope as it is stored, if it is one."""
    try:
        return Scope.parse(scope).chat
    except ValueError:
        return None


def _about(raw: bytes) -> tuple[str, int | None]:
    """The kind of an update and its chat, as far as they can be read: nothing of it need be as it should."""
    try:
        update = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "", None
    kinds = [name for name in update if name != "update_id"] if isinstance(update, dict) else []
    if len(kinds) != 1 or not re.fullmatch(r"[a-z_]{1,40}", kinds[0]):
        return "", None
    content = update[kinds[0]]
    for path in (("chat", "id"), ("message", "chat", "id")):
        found = content
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        if type(found) is int:
            return kinds[0], found
    return kinds[0], None


def _id(text: str) -> LetterId:
    try:
        return LetterId.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
