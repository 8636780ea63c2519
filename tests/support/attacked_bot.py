"""A running bot with a game among other chats, which mutated updates are sent to."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest
from redis.asyncio import Redis

from bot.announce.board_messages import PAUSE_SECONDS
from bot.families import registry
from bot.languages import languages
from bot.playground.world import FIRST_BASIC_GROUP
from bot.store import keys
from bot.store.keys import FIRST_TABLE, Scope
from bot.tables.codec import compress_json, decode_table
from bot.tables.table_loader import MOST_TABLES
from engine.crossword.state import GameState
from engine.game import Table
from engine.lobby_seats import Lobby
from tests.support.chat_harness import KIRAZ, LIMON, PEOPLE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import table_scope
from tests.support.mutations import UpdateMutator
from tests.support.run_harness import run_harness
from tests.support.sent_messages import SEND_METHODS, SentMessage, to_sent_message
from tests.support.shard_workers import count_entries
from tests.support.timers import RecordedWaits

BATCH = 90
"""So many updates are fetched at once, and a sound one behind them."""


class AttackedBot:
    """The bot with a game in a group that plays on; the other chats are there to be damaged."""

    def __init__(
        self, harness: BotHarness, pauses: RecordedWaits, others: Sequence[ChatSession], group: ChatSession
    ) -> None:
        self.harness = harness
        self.pauses = pauses
        self.others = others
        self.group = group

    async def feed_raw_updates(self, made: Callable[[int], bytes], count: int) -> None:
        """Have the bot fetch so many updates at once, each made for its number, and wait until it is at rest.

        A sound one comes last, which is nothing to the bot.
        """
        updates = self.harness.playground.updates
        first = updates._next_id  # noqa: SLF001 - what is no JSON has no way in
        updates._pending.update({number: msgspec.Raw(made(number)) for number in range(first, first + count)})  # type: ignore[misc]  # noqa: SLF001 - the same
        updates.push_raw_update({"update_id": first + count})
        await self.harness.wait_until_idle()


@asynccontextmanager
async def run_attacked_bot(redis_url: str, folder: Path) -> AsyncIterator[AttackedBot]:
    pauses = RecordedWaits()
    async with run_harness(redis_url, folder, {"RATE_LIMITS": "off"}, pause=pauses) as harness:
        others = [await harness.new_group(basic=True), await harness.new_group(basic=True), await harness.new_group()]
        group = await harness.new_group("en")
        await open_and_begin(group, "scrabble-en")
        yield AttackedBot(harness, pauses, others, group)


async def open_and_begin(talk: ChatSession, game: str) -> None:
    await talk.give_command(KIRAZ, "new", game)
    await talk.give_command(LIMON, "join")
    await talk.give_command(KIRAZ, "begin")


def update_mutations(attacked: AttackedBot, random: Random) -> UpdateMutator:
    words = ["", "H8 across CAT", "pas", "kalem", "/", "/yeni@", "Ğ" * 300, "\u0000", "a\nb"]
    tails = ("", " 1 2", " kelimelik", " H8 yatay KEDİ", f" {'a' * 4_000}", f" {'&<' * 2_000}", " en ab" * 600)
    commands = [f"/{name}{tail}" for name in languages().commands_by_name for tail in tails]
    world = attacked.harness.playground.world
    chats = [*(other.chat for other in attacked.others), world.chats[ZEYTIN], attacked.group.chat]
    kinds = registry.all_button_kinds()
    data = ["", ":", *(f"{kind}{tail}" for kind in kinds for tail in ("", ":", ":0", ":00000000:1:2", ":" * 60))]
    shown = newest_with_buttons(attacked.group)
    data += [one["callback_data"] for one in shown.buttons for _ in range(20)]
    return UpdateMutator(random, words + commands, data, [world.to_api_chat(chat) for chat in chats])


def newest_with_buttons(talk: ChatSession) -> SentMessage:
    message = next(one for one in reversed(talk.chat.messages.values()) if "reply_markup" in one)
    return SentMessage({}, message, is_photo="photo" in message)


async def count_dead_letters(attacked: AttackedBot) -> int:
    [dead] = await count_entries(attacked.harness.redis, keys.dead_letters)
    return dead


async def check_survives(
    attacked: AttackedBot, mutations: UpdateMutator, count: int, caplog: pytest.LogCaptureFixture
) -> None:
    pauses = len(attacked.pauses.seconds)
    for begun in range(0, count, BATCH):
        caplog.clear()
        await attacked.feed_raw_updates(mutations.mutated_update, min(BATCH, count - begun))
        assert [record.getMessage() for record in caplog.records if record.exc_info] == []
        await check_game_goes_on(attacked.group)
    # Buttons of boards that are no longer the newest go meanwhile, with pauses of their own.
    assert set(attacked.pauses.seconds[pauses:]) <= {PAUSE_SECONDS}, (
        "nothing was tried again, so nobody waited behind it"
    )
    assert await count_dead_letters(attacked) > 0


async def check_game_goes_on(talk: ChatSession, context: str = "") -> None:
    """A good move is told once, by a message of its own, and the board is drawn for whoever asks.

    In the game that goes on at whichever table: mutated updates open tables, and end games.
    """
    number, game = await require_running_game(talk)
    player = game.players[game.turn]
    named = f"#{number}" if len(await load_tables(talk)) > 1 else ""
    since = talk.harness.last_call_number
    await talk.give_command(player.user, "pass", named)
    now = (await load_tables(talk))[number]
    assert isinstance(now, GameState), context
    passed = talk.text_html("turn-passed", name=f"\u2068{player.name}\u2069")
    told = [text for text in messages_sent(talk, since) if passed in text]
    assert (now.number, len(told)) == (game.number + 1, 1), context
    since = talk.harness.last_call_number
    await talk.give_command(player.user, "board", named)
    assert messages_sent(talk, since, "sendPhoto"), context


async def require_running_game(talk: ChatSession) -> tuple[int, GameState]:
    """The number and the game of a table on which somebody of the room is to move: a new one where there is none."""
    found = await find_running_game(talk)
    if found is None:
        for number, table in (await load_tables(talk)).items():
            if isinstance(table, Lobby):
                await talk.give_command(KIRAZ, "cancel", f"#{number}")
        await open_and_begin(talk, "scrabble-en")
        found = await find_running_game(talk)
    assert found is not None, await load_tables(talk)
    return found


async def find_running_game(talk: ChatSession) -> tuple[int, GameState] | None:
    for number, table in (await load_tables(talk)).items():
        if isinstance(table, GameState) and table.outcome is None and table.players[table.turn].user in PEOPLE:
            return number, table
    return None


async def load_tables(talk: ChatSession) -> dict[int, Table]:
    numbers = range(FIRST_TABLE, MOST_TABLES + 1)
    loaded = {number: await talk.harness.store.load_table(table_scope(talk, number)) for number in numbers}
    return {number: decode_table(one.state) for number, one in loaded.items() if one.state is not None}


def messages_sent(talk: ChatSession, after: int, method: str | None = None) -> list[str]:
    calls = talk.harness.playground.journal.find_entries(method, after=after)
    sent = [to_sent_message(call) for call in calls if call.method in SEND_METHODS and call.status == 200]
    return [one.html for one in sent if one.message["chat"]["id"] == talk.chat_id]


DEEP_JSON, TORN_JSON = b"[" * 100_000, b'{"type": "\xff\xfe"}'
VICTIM = FIRST_BASIC_GROUP - 1
SHARD = keys.shard_of(VICTIM)
Damage = Callable[[Redis], Awaitable[object]]


def set_hash_field(key: str, name: str, value: bytes) -> Damage:
    return lambda redis: redis.hset(key, name, value)


GAME_FIELDS = ("state", "version", "away", "post", "photo", "shown", "moved", "came", "due", "left")
BAD_VALUES = (b"x", b"\xff", b"-1", b"1e9", b"9" * 5_000)

DAMAGED_FIELDS: dict[str, Damage] = {
    f"{name} {value[:6]!r}": set_hash_field(keys.game(Scope(VICTIM)), name, value)
    for name in GAME_FIELDS
    for value in BAD_VALUES
}
"""Each field of a game with each value that is none."""

DAMAGES: dict[str, Damage] = {
    "torn state": set_hash_field(keys.game(Scope(VICTIM)), "state", compress_json(TORN_JSON)),
    "deep state": set_hash_field(keys.game(Scope(VICTIM)), "state", compress_json(DEEP_JSON)),
    "unknown schema": set_hash_field(
        keys.game(Scope(VICTIM)), "state", compress_json(b'{"type": "crossword", "schema": 99}')
    ),
    "settings": lambda redis: redis.hset(
        keys.settings(VICTIM), mapping={"language": "zz", "theme": "x", "labels": "y"}
    ),
    "torn settings": set_hash_field(keys.settings(VICTIM), "language", b"\xff"),
    "words": lambda redis: redis.set(keys.game_words(Scope(VICTIM)), b"x"),
    "log": lambda redis: redis.lpush(keys.game_log(Scope(VICTIM)), b"x"),
    "unreachable": lambda redis: redis.sadd(keys.unreachable_scopes(VICTIM), b"junk"),
    "locale": lambda redis: redis.set(keys.user_locale(KIRAZ), b"\xff"),
    "finished": lambda redis: redis.lpush(keys.user_finished_games(KIRAZ), b"junk"),
    "games": lambda redis: redis.sadd(keys.user_games(KIRAZ), b"junk"),
    "no reveal": lambda redis: redis.zadd(keys.card_reveals(SHARD), {b"junk": 0}),
    "torn reveal": lambda redis: redis.zadd(keys.card_reveals(SHARD), {b'{"text": "\xff"}': 0}),
    "deep reveal": lambda redis: redis.zadd(keys.card_reveals(SHARD), {DEEP_JSON: 0}),
    "no notice": lambda redis: redis.xadd(keys.outbox(SHARD), {"scope": str(VICTIM), "payload": b"\xff"}),
    "torn notice": lambda redis: redis.xadd(
        keys.outbox(SHARD),
        {"scope": str(VICTIM), "payload": compress_json(b'{"events": [], "table": "\xff", "title": {}}')},
    ),
    "deep notice": lambda redis: redis.xadd(
        keys.outbox(SHARD), {"scope": str(VICTIM), "payload": compress_json(DEEP_JSON)}
    ),
    "no update": lambda redis: redis.xadd(keys.inbox(0), {"update": "1", "raw": b"\xff"}),
}
"""What may lie there by a version to come, by a fault of memory, or by hand."""


async def check_damages_stay_local(redis_url: str, folder: Path, damages: Mapping[str, Damage]) -> None:
    async with run_attacked_bot(redis_url, folder) as attacked:
        harness, victim = attacked.harness, attacked.others[0]
        assert victim.chat_id == VICTIM
        private = await harness.private_chat(KIRAZ)
        for name, damage in damages.items():
            await clear_victim(harness.redis)
            await open_and_begin(victim, "kelimelik")
            since, shown = harness.last_call_number, newest_with_buttons(victim)
            await damage(harness.redis)
            await victim.give_command(KIRAZ, "score")
            await victim.give_command(LIMON, "pass")
            await private.give_command(KIRAZ, "rack")
            # As below text messages, and below boards that 0.2.0 drew.
            data = shown.button_data("rack").replace("rack", "board")
            tap = asyncio.create_task(victim.forge_tap_without_waiting(victim.user_json(KIRAZ), shown, data))
            await harness.wait_until_idle()
            tap.cancel()  # it has no answer where it becomes a dead letter
            await harness.advance_time(31)
            await harness.wait_until_idle()
            assert messages_sent(victim, since) or name.startswith("moved"), f"{name}: the chat was told nothing"
            await check_game_goes_on(attacked.group, name)
        tries = [pause for pause in attacked.pauses.seconds if pause != PAUSE_SECONDS]
        assert len(tries) < 10 * len(damages), "nothing is tried again and again"


async def clear_victim(redis: Redis) -> None:
    """Forget all that the damaged chat had, and its first player."""
    for name in [name async for name in redis.scan_iter(match="hf:*")]:
        if any(part in name.decode().split(":") for part in (str(VICTIM), f"u{KIRAZ}")):
            await redis.delete(name)
