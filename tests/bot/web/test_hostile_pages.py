"""Board pages of people who want what is not theirs: others' tiles, others' turns, yesterday's rights, the process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from random import Random
from urllib.parse import quote

import pytest
from aiohttp import ClientSession
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.store import keys
from bot.store.commits import WEB_UPDATES
from bot.store.inbox import Inbox
from bot.store.people import Ban, Bans, WebAnswer, WebStore
from bot.tables.table_loader import table_name
from bot.telegram.requests import PageMove, Sender
from bot.telegram.updates import to_page_update
from engine.duplicate.state import StandingAnswer
from engine.game import Game
from engine.klepka.deck import reshuffle_table
from engine.rng import Draws, commitment
from tests.bot.web.board_client import SETTINGS, BoardClient, Json, address_of, http, table_of
from tests.engine.crossword.test_secrets import redealt
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import migrate_group
from tests.support.duplicate import play_at
from tests.support.duplicate_games import open_round
from tests.support.games import game, with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.waiting import PATIENCE

__all__ = ["http"]
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [SETTINGS], indirect=True, ids=["board page"], scope="module"),
]
LAID = game("kelimelik", laid=["8F KALEM"], racks=["ĞÖJFVP?", "AAEEKKL"])
ON_BOARD = {"H9": "A"}


async def judged(page: BoardClient, tiles: Json) -> Json:
    status, told = await page.ask("POST", f"tables/{page.address}/tiles", {"tiles": tiles})
    assert status == 200, told
    return told


async def append_pass(redis: Redis, talk: ChatSession, person: int, number: int) -> int:
    """Have a pass of the turn in the inbox that a page has sent a while ago."""
    update = WEB_UPDATES + number
    move = PageMove(kind="pass", table=table_name(LAID), number=LAID.number)
    raw = to_page_update(update, talk.scope, Sender(person, "X", "tr"), move, datetime.now(UTC).timestamp())
    await Inbox(redis).append_update(update, talk.chat_id, raw)
    await talk.harness.wait_until_idle()
    return update


async def answer_of(redis: Redis, person: int, update: int) -> WebAnswer:
    answer = await WebStore(redis).wait_for_answer(person, update, PATIENCE)
    assert answer is not None
    return answer


@asynccontextmanager
async def banned(harness: BotHarness, who: int) -> AsyncIterator[None]:
    """Somebody, or a group, is banned for a while."""
    bans = Bans(harness.redis)
    await bans.add_ban(Ban(who, 1, 0))
    await harness.look_trigger.look_and_wait()
    yield
    await bans.lift_ban(who)
    await harness.look_trigger.look_and_wait()


async def test_only_the_tiles_of_the_own_rack_are_judged(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    address = await table_of(talk, LAID)
    limon, nane = [await BoardClient.open_page(harness, http, who, address) for who in (LIMON, NANE)]
    assert (await judged(limon, {"H9": "A"}))["refusal"] == ""
    for tiles, refusal in (({"H9": "T"}, "not-on-rack"), ({"H9": "?A"}, "blanks-not-held")):
        told = await judged(limon, tiles)
        assert (told["score"], told["words"], told["phonies"]) == (0, [], None)
        assert told["refusal"] == talk.text_plain(f"refusal-{refusal}")
    told = await judged(nane, {"H9": "A"})
    assert (told["words"], told["refusal"]) == ([], talk.text_plain("refusal-not-seated"))


async def test_what_is_hidden_changes_no_byte_of_what_a_page_is_told(harness: BotHarness, http: ClientSession) -> None:
    """Tiles of other racks, the bag's order and the seed are dealt anew; each page is told the same."""
    talk = await harness.new_group()
    games = [
        game("kelimelik", laid=["8F KALEM"], racks=["ĞÖJFVP?", "AAEEKKL"]),
        game("scrabble-en", laid=["8F LOFTY"], racks=["QZJXVK?", "AAEEIIO", "RSTLNEE"], turn=1),
        game("tournament-tr", racks=["KALEMİT", "AAEEKKL"]),
    ]
    for number, table in enumerate(games):
        viewers = [(None, ZEYTIN), *((seat, player.user) for seat, player in enumerate(table.players))]
        for seat, person in viewers:
            told = []
            for other in (table, redealt(table, seat, Random(number))):
                address = await table_of(talk, with_fields(other, secret=table.secret, commitment=table.commitment))
                page = await BoardClient.open_page(harness, http, person, address)
                shown = await page.look()
                async with page.follow() as events:
                    await events.next_text()
                    _, _, data = (await events.next_text()).partition(b"\ndata: ")
                shown["board"].pop("version")
                text = data.partition(b',"view":')[2].partition(b'},"now":')[0]
                told.append((shown["board"], shown["left"], text, await judged(page, ON_BOARD)))
                assert table.secret not in str(shown)
            assert told[0] == told[1], (table.ruleset.id, seat)


async def test_the_cards_of_a_table_change_no_byte_of_what_a_page_is_told(
    harness: BotHarness, http: ClientSession
) -> None:
    talk, told = await harness.new_group(), list[Json]()
    cards = klepka_game_of_chat("ЩюФжЮоФЩ*=#д", "ВодА*=#", "Кіт")
    table, draws = reshuffle_table(cards.table, Draws("cd" * 32))
    assert table != cards.table
    for other in (cards, replace(cards, table=table, draws=draws)):
        address = await table_of(talk, other)
        pages = [await BoardClient.open_page(harness, http, who, address) for who in (KIRAZ, LIMON, ZEYTIN)]
        shown = [await page.look() for page in pages]
        told.append([{**one, "board": {**one["board"], "version": 0}} for one in shown])
    assert told[0] == told[1]


async def test_a_round_tells_no_page_what_others_answered_or_who_did(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    table = open_round(people=(KIRAZ, LIMON, NANE))
    assert table.round is not None
    answer = StandingAnswer(play_at(table, "8F KALEMLİK"), table.round.opened)
    told: list[Json] = []
    for answered in (LIMON, NANE):
        players = tuple(
            replace(player, answer=answer, locked=True) if player.user == answered else player
            for player in table.players
        )
        address = await table_of(talk, replace(table, players=players))
        pages = [await BoardClient.open_page(harness, http, who, address) for who in (KIRAZ, ZEYTIN)]
        boards = [(await page.look())["board"] for page in pages]
        told.append([{**board, "version": 0} for board in boards])
        assert all("KALEMLİK" not in str(board["view"]) for board in boards)
    assert told[0] == told[1]


async def test_a_page_that_was_out_of_reach_replaces_no_answer_given_elsewhere(
    harness: BotHarness, http: ClientSession
) -> None:
    talk = await harness.new_group()
    address = await table_of(talk, open_round(people=(KIRAZ, LIMON)))
    phone, desktop = [await BoardClient.open_page(harness, http, KIRAZ, address) for _ in range(2)]
    first, second = {"K8": "L", "L8": "İ", "M8": "K"}, {"K8": "L", "L8": "İ"}
    _, told = await desktop.act("play", tiles=second)
    assert told["answer"]["done"]
    _, told = await phone.act("play", tiles=first, standing={})
    assert told["answer"]["code"] == "stale_button"
    assert {one["cell"]: one["tile"] for one in told["board"]["view"]["own"]["play"]["tiles"]} == second
    _, told = await phone.act("lock", standing=first)
    assert told["answer"]["code"] == "stale_button"
    _, told = await phone.act("play", tiles=first, standing=second)
    assert told["answer"]["done"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"init":"\xff"}', 400),
        (b'{"x":' + b"[" * 5000 + b"]" * 5000 + b',"init":""}', 400),
        (b'{"init":"\\ud800"}', 400),
        (b'{"init":"' + b"x" * 20_000 + b'"}', 413),
        (b'{"init":""}', 401),
    ],
    ids=["no UTF-8", "deep", "half a character", "long", "empty"],
)
async def test_no_body_of_a_stranger_is_an_error_of_the_bot(http: ClientSession, body: bytes, status: int) -> None:
    async with http.post("/board/api/session", data=body) as answer:
        assert answer.status == status
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


async def test_a_long_body_is_refused_before_it_has_come(http: ClientSession) -> None:
    async def endless() -> Json:
        yield b"x" * 20_000
        await asyncio.Event().wait()

    async with asyncio.timeout(PATIENCE), http.post("/board/api/session", data=endless()) as answer:
        assert answer.status == 413


async def test_an_absurd_number_of_an_event_is_none(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, KIRAZ, await table_of(talk, LAID))
    for after in ("9" * 5000, quote("٣"), "-1", "x"):
        headers = {"Authorization": f"Bearer {page.token}"}
        async with http.get(f"/board/api/tables/{page.address}/events?after={after}", headers=headers) as answer:
            assert answer.status == 200, after
            await answer.content.readuntil(b"data: ")


async def test_opening_pages_counts_among_a_persons_requests(harness: BotHarness, http: ClientSession) -> None:
    page = await BoardClient.open_page(harness, http, ZEYTIN)
    for _ in range(200):
        status, told = await page.ask("POST", "session", {"init": page.init})
        if status != 200:
            break
    assert (status, told) == (429, {"error": "crowded"})
    await harness.advance_time(60)


async def test_a_private_table_is_its_owners_alone(harness: BotHarness, http: ClientSession) -> None:
    private = await harness.private_chat(KIRAZ)
    await private.put_table(game("kelimelik", racks=["KALEMİT", "AAEEKKL"]))
    table = await private.load_current_table()
    assert isinstance(table, Game)
    address = address_of(table, private.scope)
    own, other = [await BoardClient.open_page(harness, http, who, address) for who in (KIRAZ, LIMON)]
    assert (await own.look())["board"]["seat"] == 0
    for path, body in (("", None), ("/tiles", {"tiles": ON_BOARD}), ("/actions", {})):
        method = "GET" if body is None else "POST"
        assert await other.ask(method, f"tables/{address}{path}", body) == (403, {"error": "outsider"})
    # A table that is not there is no other to a stranger.
    assert await other.ask("GET", f"tables/b_00000000_{KIRAZ}") == (403, {"error": "outsider"})


async def test_one_game_after_another_is_shown_as_it_is(
    harness: BotHarness, http: ClientSession, redis_of_bot: Redis
) -> None:
    """A table's number of changes begins anew once its key is gone; what was shown before is not shown again."""
    talk = await harness.new_group()
    first = await BoardClient.open_page(harness, http, KIRAZ, await table_of(talk, LAID))
    shown = (await first.look())["board"]
    await redis_of_bot.delete(keys.game(talk.scope))
    other = game("kelimelik", racks=["KALEMİT", "AAEEKKL"])
    address = await table_of(talk, with_fields(other, secret="77" * 32, commitment=commitment("77" * 32)))
    again = (await (await BoardClient.open_page(harness, http, KIRAZ, address)).look())["board"]
    assert (again["version"], again["view"]["rack"]) == (shown["version"], list("KALEMİT"))


async def test_leaving_closes_pages_at_every_worker(harness: BotHarness, http: ClientSession) -> None:
    """What one worker hears is in Redis, where the others look: none keeps a word of Telegram of its own."""
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, NANE, await table_of(talk, LAID))
    await page.look()
    talk.chat.people = (KIRAZ, LIMON)
    await page.look()
    await WebStore(harness.redis).forget_member(NANE, talk.chat_id)
    assert await page.ask("GET", f"tables/{page.address}") == (403, {"error": "outsider"})


async def test_telegram_is_not_asked_again_and_again_of_an_outsider(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group(people=(KIRAZ, LIMON))
    page = await BoardClient.open_page(harness, http, NANE, await table_of(talk, LAID))
    before = harness.last_call_number
    for _ in range(5):
        assert (await page.ask("GET", f"tables/{page.address}"))[0] == 403
    asked = [call for call in harness.playground.journal.find_entries(after=before) if call.method == "getChatMember"]
    assert len(asked) == 1


async def test_a_page_follows_its_group_that_becomes_a_supergroup(
    harness: BotHarness, http: ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group()
    page = await BoardClient.open_page(harness, http, KIRAZ, await table_of(old, LAID))
    with monkeypatch.context() as quick:
        quick.setattr("bot.web.server.PULSE_SECONDS", 0.2)
        quick.setattr("bot.web.events._FRESH_SECONDS", 0.1)
        async with page.follow((await page.look())["board"]["version"]) as events:
            assert await events.next_text() == b":\n\n"
            await migrate_group(old, new)
            while await events.next_text():
                pass
    version = (await page.look())["board"]["version"]
    async with page.follow(version) as events:
        assert await events.next_text() == b":\n\n"
        status, told = await page.act("pass")
        assert (status, told["answer"]["done"]) == (200, True)
        assert (await events.next_text()).startswith(b"id: %d\n" % (version + 1))


async def test_an_action_that_waited_while_its_group_moved_is_done_there(
    harness: BotHarness, redis_of_bot: Redis
) -> None:
    old, new = await harness.new_group(basic=True), await harness.new_group()
    await old.put_table(LAID)
    await migrate_group(old, new)
    update = await append_pass(redis_of_bot, old, KIRAZ, 101)
    assert (await answer_of(redis_of_bot, KIRAZ, update)).done
    moved = await new.load_current_table()
    assert isinstance(moved, Game)
    assert moved.number == LAID.number + 1


async def test_in_a_banned_group_nothing_is_shown_and_nothing_done(
    harness: BotHarness, http: ClientSession, redis_of_bot: Redis
) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, KIRAZ, await table_of(talk, LAID))
    async with page.follow() as events, AsyncExitStack() as stack:
        for _ in range(2):
            await events.next_text()
        await stack.enter_async_context(banned(harness, talk.chat_id))
        update = await append_pass(redis_of_bot, talk, KIRAZ, 201)
        assert await answer_of(redis_of_bot, KIRAZ, update) == WebAnswer(
            done=False, text=talk.text_html("refusal-banned-chat-private"), code="banned_chat"
        )
        for path in ("", "/events"):
            assert await page.ask("GET", f"tables/{page.address}{path}") == (403, {"error": "banned"})
        await talk.put_table(game("kelimelik", racks=["KALEMİT", "AAEEKKL"]))
        assert await events.next_text() == b""


async def test_what_a_banned_person_did_before_is_not_told_as_done(
    harness: BotHarness, http: ClientSession, redis_of_bot: Redis
) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, KIRAZ, await table_of(talk, LAID))
    async with banned(harness, KIRAZ):
        update = await append_pass(redis_of_bot, talk, KIRAZ, 301)
        assert (await answer_of(redis_of_bot, KIRAZ, update)).code == "banned"
        assert await page.ask("GET", "tables") == (401, {"error": "banned"})


async def test_a_person_cannot_fill_the_inbox_and_asks_freely_what_came_of_an_action(
    harness: BotHarness, http: ClientSession
) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, NANE, await table_of(talk, LAID))
    table = (await page.look())["board"]["table"]

    async def act(key: str) -> Json:
        move = {"kind": "pass", "table": table, "number": LAID.number}
        return await page.ask("POST", f"tables/{page.address}/actions", {"key": key, "move": move})

    assert {status for status, _ in [await act("cd" * 16) for _ in range(22)]} == {200}
    assert (429, {"error": "crowded"}) in [await act(f"{number:032x}") for number in range(22)]


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Host": "evil.example"}],
    ids=["origin", "fetch metadata", "host"],
)
async def test_no_other_site_opens_or_frames_the_playgrounds_page(http: ClientSession, headers: dict[str, str]) -> None:
    for method, path in (("POST", f"/page/people/{KIRAZ}/apps"), ("POST", "/board/api/session"), ("GET", "/board/")):
        async with http.request(method, path, data=b"{}", headers=headers) as answer:
            assert answer.status == 403, path
    async with http.get("/board/") as answer:
        assert "frame-ancestors 'self' https://web.telegram.org" in answer.headers["Content-Security-Policy"]


async def test_pages_that_were_closed_keep_no_new_one_from_opening(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, ZEYTIN, await table_of(talk, LAID))
    for _ in range(12):
        async with page.follow() as events:
            await events.next_text()
