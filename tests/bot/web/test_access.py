"""Who opened a board page: init data and tokens that count, and those that do not; and how many pages watch."""

import pytest
from msgspec import structs
from redis.asyncio import Redis

from bot.store.people import WebStore
from bot.web.access import AccessRefused, Session, WebAccess
from tests.bot.web.board_client import init_data

TOKEN = "7000000001:an-invented-token-of-the-right-length"  # noqa: S105 - invented
OTHER = "7000000002:an-invented-token-of-the-right-length"
OPENED = 1_800_000_000
HOUR = 3600.0


class Door:
    """A worker's access at an instant that tests choose."""

    def __init__(self, redis: Redis) -> None:
        self.now = float(OPENED)
        self.banned: set[int] = set()
        self.store = WebStore(redis)
        self.access = WebAccess(TOKEN, self.store, self.banned.__contains__, lambda: self.now)

    async def refusal_of(self, init_data: str) -> str:
        with pytest.raises(AccessRefused) as caught:
            await self.access.open_session(init_data)
        return caught.value.code

    async def refusal_of_token(self, token: str) -> str:
        with pytest.raises(AccessRefused) as caught:
            await self.access.read_token(token)
        return caught.value.code


@pytest.fixture
def door(redis: Redis) -> Door:
    return Door(redis)


def made_init_data(token: str = TOKEN, *, opened: int = OPENED, user: object = None, **more: str) -> str:
    person = {"id": 101, "first_name": "Kiraz", "language_code": "tr"} if user is None else user
    return init_data(token, opened=opened, user=person, **more)


async def test_init_data_open_a_session_for_whom_telegram_names(door: Door) -> None:
    session = await door.access.open_session(made_init_data(start_param="b_12345678_-1001", signature="third-party"))
    assert session == Session(101, "Kiraz", "tr", None, OPENED, float(OPENED))
    assert await door.access.read_token(door.access.make_token(session)) == session


@pytest.mark.parametrize(
    "forged",
    [
        made_init_data(OTHER),
        made_init_data().replace("101", "102"),
        made_init_data() + "&chat_type=private",
        made_init_data() + "&hash=" + "0" * 64,
        made_init_data().rpartition("&hash=")[0],
        made_init_data(user={"first_name": "Kiraz"}),
        made_init_data(opened=OPENED + 3600),
        "",
        "x" * 9000,
    ],
    ids=["other bot", "other user", "one more field", "hash twice", "no hash", "no id", "tomorrow", "empty", "long"],
)
async def test_forged_init_data_open_nothing(door: Door, forged: str) -> None:
    assert await door.refusal_of(forged) == "forged"


async def test_init_data_count_for_a_day(door: Door) -> None:
    door.now += 24 * HOUR - 1
    await door.access.open_session(made_init_data())
    door.now += 1
    assert await door.refusal_of(made_init_data()) == "expired"


async def test_a_token_lasts_an_hour_from_its_last_use_and_a_day_in_all(door: Door) -> None:
    token = door.access.make_token(await door.access.open_session(made_init_data()))
    for _ in range(24):
        door.now += HOUR - 1
        session = await door.access.read_token(token)
        token = door.access.renew_token(session) or token
    assert session.opened == OPENED
    door.now = OPENED + 24 * HOUR
    assert await door.refusal_of_token(token) == "expired"


async def test_an_unused_token_ends_after_an_hour(door: Door) -> None:
    session = await door.access.open_session(made_init_data())
    token = door.access.make_token(session)
    assert door.access.renew_token(session) is None
    door.now += HOUR
    assert await door.refusal_of_token(token) == "expired"


@pytest.mark.parametrize("damage", ["", "x", ".", "é.é", "W10=.W10="])
async def test_what_is_no_token_is_refused(door: Door, damage: str) -> None:
    assert await door.refusal_of_token(damage) == "forged"


async def test_a_token_of_another_user_or_bot_is_refused(door: Door) -> None:
    session = await door.access.open_session(made_init_data())
    mine, other = door.access.make_token(session), door.access.make_token(structs.replace(session, user=102))
    assert await door.refusal_of_token(f"{other.partition('.')[0]}.{mine.partition('.')[2]}") == "forged"
    foreign = WebAccess(OTHER, door.store, lambda _: False, lambda: door.now)
    assert await door.refusal_of_token(foreign.make_token(session)) == "forged"


async def test_closed_boards_take_former_tokens_and_init_data_and_no_later_ones(door: Door) -> None:
    session = await door.access.open_session(made_init_data())
    token = door.access.make_token(session)
    door.now += 10.5
    await door.store.close_boards(101, door.now)
    assert await door.refusal_of_token(token) == "expired"
    assert await door.refusal_of(made_init_data()) == "expired"
    door.now += 1
    await door.access.open_session(made_init_data(opened=OPENED + 11))
    await door.access.open_session(made_init_data(user={"id": 102, "first_name": "Limon"}))


async def test_a_ban_closes_what_is_open(door: Door) -> None:
    session = await door.access.open_session(made_init_data())
    door.banned.add(101)
    with pytest.raises(AccessRefused, match="banned"):
        await door.access.check_session(session)
    assert await door.refusal_of(made_init_data()) == "banned"


async def test_a_request_that_is_under_way_while_boards_are_closed_outlives_them_by_no_token(door: Door) -> None:
    session = await door.access.read_token(door.access.make_token(await door.access.open_session(made_init_data())))
    door.now += 700
    await door.store.close_boards(101, door.now)
    door.now += 3
    token = door.access.renew_token(session)
    assert token is not None
    assert await door.refusal_of_token(token) == "expired"
