"""What left the processes is found wherever it lies, with who may read it."""

import json

from redis.asyncio import Redis

from bot.store import keys
from bot.store.redis_streams.entries import InboxEntry
from bot.store.redis_streams.inbox import Inbox
from bot.tables.codec import compress_json
from engine.crossword.state import GameState
from tests.support.audited_games import CHAT, whole_crossword_game
from tools.chaos.findings import Findings
from tools.chaos.leak_audit import GameSecrets
from tools.chaos.outputs import TelegramOutput, iterate_outputs, read_dead_letters, record_outbox

SENDER = 2


async def put_aside(redis: Redis, text: str, reason: str) -> None:
    message = {"from": {"is_bot": False, "id": SENDER}, "chat": {"id": CHAT}, "text": text}
    raw = json.dumps({"update_id": 7, "message": message}).encode()
    await Inbox(redis).dead_letter(InboxEntry(keys.shard_of(CHAT), "1-0", 7, raw, 3, chat=CHAT), reason)


async def found(redis: Redis) -> list[str]:
    game = whole_crossword_game()
    secrets, findings = GameSecrets(), Findings()
    secrets.learn_from_log(game.place, game.steps)
    assert secrets.find_leaks(await read_dead_letters(redis), findings)
    return [finding.what for finding in findings]


async def test_what_was_put_aside_is_searched_with_the_reason(redis: Redis) -> None:
    table = whole_crossword_game().kept.table
    assert table is not None
    await put_aside(redis, "merhaba", f"ValueError: {table.secret}")
    [leak] = await found(redis)
    assert leak.startswith("the secret of a game")


async def test_who_wrote_of_their_own_tiles_may_have_done_so(redis: Redis) -> None:
    state = whole_crossword_game().steps[3].after
    assert isinstance(state, GameState)
    racks = {player.user: " ".join(player.rack).replace("?", "▢") for player in state.players}
    await put_aside(redis, racks.pop(SENDER), "KeyError: 'x'")
    assert await found(redis) == []
    await put_aside(redis, racks.popitem()[1], "KeyError: 'x'")
    assert len(await found(redis)) == 1


async def test_what_waits_to_be_told_is_searched_and_kept_once_however_long_it_waits(redis: Redis) -> None:
    table, heard = whole_crossword_game().kept.table, TelegramOutput()
    assert table is not None
    await redis.xadd(
        keys.outbox(keys.shard_of(CHAT)), {"scope": str(CHAT), "payload": compress_json(table.secret.encode())}
    )
    for _ in range(3):
        await record_outbox(redis, heard)
    [text] = iterate_outputs(heard, ())
    assert (text.text, text.reader, text.is_message) == (table.secret, CHAT, False)
