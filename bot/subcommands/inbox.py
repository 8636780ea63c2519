"""``harfiyen inbox``: lists dead letters (updates and notices), or retries one, even while the bot runs."""

import argparse
import re
from typing import Final

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from bot.offline.redis_access import require_current_schema, run_with_redis
from bot.store.inbox import DeadLetter, DeadLetterId, DeadLetters, ReplayOutcome
from bot.store.keys import Scope
from bot.terminal import format_count, print_error, print_json, print_line, to_printable

_QUOTATION: Final = re.compile(r"['\"`].*['\"`]", re.DOTALL)
"""Matches from the first to the last quotation mark, as a quoted text may contain some."""
_NOTICE: Final = "notice"
_MAX_REASON: Final = 200


class ListedDeadLetter(Struct):
    """A dead letter, an update or notice that could not be handled, as ``harfiyen inbox`` lists it."""

    id: str
    at: str
    update: str
    kind: str
    """Telegram's kind of the update, or ``notice``; empty if it is unreadable."""
    chat: int | None
    deliveries: str
    reason: str
    text: str | None = None
    """The whole text, if it was asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; the settings come from the environment."""
    parser.add_argument("--texts", action="store_true", help="show what came, too: messages of people")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    replay = actions.add_parser("replay", help="put one back: it is handled, or told, as if it had come now")
    replay.add_argument("id", type=_parse_letter_id, metavar="ID", help="which one, as the list names it")


def run(arguments: argparse.Namespace) -> int:
    """List the dead letters, or replay one. Returns 1 if there is none of that id, or it can never be handled."""
    if arguments.action == "replay":
        return _replay_dead_letter(arguments.id)
    shown = [_to_listed(letter, texts=arguments.texts) for letter in run_with_redis(_read_dead_letters)]
    if arguments.json:
        print_json({"given_up": shown})
        return 0
    for letter in shown:
        where = "" if letter.chat is None else f" in chat {letter.chat}"
        what = "notice" if letter.kind == _NOTICE else f"update {letter.update or '?'}, {letter.kind or 'unreadable'}"
        print_line(f"{letter.id}  {letter.at}  {what}{where}")
        print_line(f"    {letter.reason}")
        if letter.text is not None:
            print_line(f"    {letter.text}")
    notices = sum(letter.kind == _NOTICE for letter in shown)
    found = [format_count(len(shown) - notices, "update")] if len(shown) > notices else []
    found += [format_count(notices, "notice")] if notices else []
    print_line(
        f"{' and '.join(found)} dead-lettered in the last week."
        if shown
        else "Nothing was dead-lettered in the last week."
    )
    return 0


async def _read_dead_letters(client: Redis) -> list[DeadLetter]:
    await require_current_schema(client)
    return await DeadLetters(client).list_letters()


def _replay_dead_letter(letter: DeadLetterId) -> int:
    async def replay(client: Redis) -> ReplayOutcome:
        await require_current_schema(client)
        return await DeadLetters(client).replay_letter(letter)

    match run_with_redis(replay):
        case ReplayOutcome.DONE:
            print_line(f"{letter} is back where it came from; the bot handles it now, or as soon as it runs.")
            return 0
        case ReplayOutcome.GONE:
            print_error(f"{letter}: no dead letter has that ID, or it was replayed or dropped since")
        case ReplayOutcome.UNFIT:
            print_error(f"{letter}: it has no update ID, so it can never be handled")
    return 1


def _to_listed(letter: DeadLetter, *, texts: bool) -> ListedDeadLetter:
    kind, chat = (
        _read_kind_and_chat(letter.raw)
        if letter.recipient is None
        else (_NOTICE, _chat_of_stored_scope(letter.recipient))
    )
    reason = letter.reason if texts else _QUOTATION.sub("…", letter.reason)[:_MAX_REASON]
    return ListedDeadLetter(
        id=str(letter.id),
        at=f"{letter.id.created_at:%Y-%m-%d %H:%M:%S}",
        update=to_printable(letter.update),
        kind=to_printable(kind),
        chat=chat,
        deliveries=to_printable(letter.deliveries),
        reason=to_printable(reason),
        text=to_printable(letter.raw.decode(errors="replace")) if texts else None,
    )


def _chat_of_stored_scope(stored: str) -> int | None:
    try:
        return Scope.parse(stored).chat
    except ValueError:
        return None


def _read_kind_and_chat(raw: bytes) -> tuple[str, int | None]:
    """The kind of an update and its chat, as far as bytes that may be invalid show them."""
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


def _parse_letter_id(text: str) -> DeadLetterId:
    try:
        return DeadLetterId.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
