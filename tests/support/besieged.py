"""A running bot with a game among other chats, which mutated updates are sent to."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from bot.announce.tidying import PAUSE_SECONDS
from bot.store import keys
from tests.support.mutated import Mutations
from tests.transcripts import seams
from tests.transcripts.scenes.room import Room, people, room
from tests.transcripts.stage import stage

GROUP, OTHERS = -77, (-78, -79, -1001234567890)
PRIVATE = 200
"""Nobody at the table."""
BATCH = 100


@asynccontextmanager
async def besieged(folder: Path) -> AsyncIterator[Room]:
    """A game that has begun, among other chats."""
    async with stage(folder) as set_:
        await people(set_)
        await set_.begin()
        for chat in OTHERS:
            await room(set_, chat, "tr")
        await set_.do({"do": "chat", "chat": {"id": PRIVATE, "type": "private", "first_name": "Ayva"}})
        group = await room(set_, GROUP, "en")
        await group.deal("scrabble-en", 2)
        yield group


def mutations(table: Room, random: Random) -> Mutations:
    words = ["", "H8 across CAT", "pas", "kalem", "/", "/yeni@", "Ğ" * 300, "\u0000", "a\nb"]
    tails = ("", " 1 2", " kelimelik", " H8 yatay KEDİ", f" {'a' * 4_000}", f" {'&<' * 2_000}", " en ab" * 600)
    commands = [f"/{name}{tail}" for name in seams.COMMAND_NAMES for tail in tails]
    chats = [table.stage.server.chats[chat].api for chat in (*OTHERS, PRIVATE)]
    data = ["", ":", *(f"{kind}{tail}" for kind in seams.KINDS for tail in ("", ":", ":0", ":00000000:1:2", ":" * 60))]
    rows = table.stage.buttons(GROUP, table.stage.newest(GROUP))
    data += [button["callback_data"] for row in rows for button in row for _ in range(20)]
    return Mutations(random, words + commands, data, [*chats, {"id": GROUP, "type": "group"}])


async def letters(table: Room) -> int:
    """How many updates were put aside."""
    return sum([await table.stage.redis.xlen(keys.dead(number)) for number in range(keys.SHARDS)])


async def survives(table: Room, made: Mutations, count: int, caplog: pytest.LogCaptureFixture) -> None:
    """Send mutated updates, and after each batch a good move, which is told, and a picture of the board."""
    pauses = len(table.stage.pauses)
    for begun in range(0, count, BATCH):
        caplog.clear()
        await table.stage.feed(made.raw, min(BATCH, count - begun))
        assert [record.getMessage() for record in caplog.records if record.exc_info] == []
        await plays_on(table)
        if (await table.board()).outcome is not None:
            await table.deal("scrabble-en", 2)
    # Buttons of boards that are no longer the newest go meanwhile, with pauses of their own.
    assert set(table.stage.pauses[pauses:]) <= {PAUSE_SECONDS}, "nothing was tried again, so nobody waited behind it"
    assert await letters(table) > 0


async def plays_on(table: Room, why: str = "") -> None:
    """A good move is told once, by a message of its own, and the board is drawn for whoever asks."""
    game, before = await table.board(), told(table)
    user = game.players[game.turn].user
    await table.ask(user, "pass")
    assert ((await table.board()).number, told(table)) == (game.number + 1, before + 1), why
    pictures = told(table, "sendPhoto")
    await table.ask(user, "board")
    assert told(table, "sendPhoto") == pictures + 1, why


def told(table: Room, *methods: str) -> int:
    """How many messages the group was sent, of all or by those methods."""
    methods = methods or ("sendPhoto", "sendMessage")
    return sum(call.method in methods and call.asked.get("chat_id") == GROUP for call in table.stage.server.calls)
