"""``harfiyen records``: checks or rebuilds the data derived from records of finished games."""

import argparse
import time
from typing import Final

from redis.asyncio import Redis

from bot.config import StartError
from bot.offline.redis_access import require_current_schema, run_with_redis
from bot.records.projection import ChatBusy, ComparedFigures, Rebuilder, list_chats_with_records
from bot.store.records import RecordStore
from bot.terminal import format_count, print_json, print_line

_MOST_NAMED: Final = 10
"""How many differences of a chat are named: ``standings`` and ``figures`` with a user, ``effects`` with an index."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; the settings come from the environment."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="WHAT")
    rebuild = kinds.add_parser("rebuild", help="derive figures, ranks and ratings anew, and tell what differed")
    rebuild.add_argument("--chat", type=int, metavar="N", help="of this chat alone")
    rebuild.add_argument("--check", action="store_true", help="compare and change nothing")
    rebuild.add_argument("--json", action="store_true", help="answer with one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Check or rebuild the data, even while the bot runs. Returns 1 if ``--check`` finds a difference, else 0."""

    async def work(client: Redis) -> list[ComparedFigures]:
        await require_current_schema(client)
        rebuilder = Rebuilder(RecordStore(client), time.time())
        chats = await list_chats_with_records(client) if arguments.chat is None else [arguments.chat]
        return [
            await (rebuilder.compare_chat(chat) if arguments.check else rebuilder.rebuild_chat(chat)) for chat in chats
        ]

    try:
        found = run_with_redis(work)
    except ChatBusy as error:
        raise StartError(f"{error}.") from error
    differing = [one for one in found if one.differences]
    records, differences = sum(one.records for one in found), sum(len(one.differences) for one in found)
    if arguments.json:
        print_json(
            {
                "chats": len(found),
                "records": records,
                "differences": differences,
                "differing": [
                    {
                        "chat": one.chat,
                        "records": one.records,
                        "differences": len(one.differences),
                        "named": one.differences[:_MOST_NAMED],
                    }
                    for one in differing
                ],
            }
        )
        return int(arguments.check and bool(differing))
    for one in differing:
        more = ", …" if len(one.differences) > _MOST_NAMED else ""
        named = ", ".join(one.differences[:_MOST_NAMED])
        print_line(f"chat {one.chat}: {format_count(len(one.differences), 'difference')}: {named}{more}")
    verb = "are compared" if arguments.check else "are derived anew"
    what = f"figures of {format_count(len(found), 'chat')} from {format_count(records, 'record')}"
    print_line(f"{what} {verb}; {format_count(differences, 'difference')}")
    return int(arguments.check and bool(differing))
