"""What is read of one person for their own file."""

import msgspec
import pytest
from redis.asyncio import Redis

from bot.store import keys
from bot.store.personal_data import PersonalDataStore

ASKER, OTHER = 5_550_101, 5_550_102


@pytest.mark.parametrize("kind", ["message", "callback_query"])
async def test_what_could_not_be_handled_is_read_of_whoever_wrote_it_alone(redis: Redis, kind: str) -> None:
    own = {"update_id": 1, kind: {"from": {"id": ASKER}, "text": "mine"}}
    answer = {"update_id": 2, kind: {"from": {"id": OTHER}, "text": "theirs", "reply_to_message": own[kind]}}
    for raw in (msgspec.json.encode(own), msgspec.json.encode(answer), b"[]", b"{"):
        await redis.xadd(keys.dead_letters(4), {"raw": raw, "reason": "x"})
    stored = await PersonalDataStore(redis).read_user(ASKER)
    assert stored.dead_letters == [("x", msgspec.json.encode(own))]
