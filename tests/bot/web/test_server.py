"""The board page's server: who sees what, and what an action comes to."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from aiohttp import ClientSession
from msgspec import json
from redis.asyncio import Redis

from bot.playground import Fault
from bot.store.people import WebStore
from engine.crossword.state import GameState
from engine.game import view
from engine.klepka.state import GameState as CardGame
from tests.bot.web.board_client import SETTINGS, BoardClient, Json, http, table_of
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import data_of_label
from tests.support.games import game
from tests.support.klepka_chats import GAME, HIDDEN_LETTERS, klepka_game_of_chat, wait_picture_edits
from tests.support.waiting import PATIENCE, Looks

__all__ = ["http"]
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [SETTINGS], indirect=True, ids=["board page"], scope="module"),
]
LAID = game("kelimelik", laid=["8F KALEM"], racks=["ĞÖJFVP?", "AAEEKKL"])
OPENING = game("kelimelik", racks=["KALEMİT", "AAEEKKL"])
SECRETS = ("Ğ", "Ö", "J")


async def turns_of(talk: ChatSession) -> int:
    stored = await talk.load_current_table()
    assert isinstance(stored, GameState)
    return stored.number


async def test_a_player_sees_the_own_rack_and_others_what_the_group_sees(
    harness: BotHarness, http: ClientSession
) -> None:
    talk = await harness.new_group()
    address = await table_of(talk, LAID)
    seen = {
        who: await (await BoardClient.open_page(harness, http, who, address)).look() for who in (KIRAZ, LIMON, NANE)
    }
    assert seen[KIRAZ]["board"]["view"]["rack"] == list("ĞÖJFVP?")
    assert seen[LIMON]["board"]["view"]["rack"] == list("AAEEKKL")
    assert seen[NANE]["board"]["view"]["rack"] == []
    assert seen[NANE]["board"]["seat"] is None
    for who in (LIMON, NANE):
        shown = str({**seen[who]["board"]["view"], "values": {}, "unseen": {}})
        assert not [letter for letter in SECRETS if letter in shown], who
    stored = await talk.load_current_table()
    assert isinstance(stored, GameState)
    assert seen[NANE]["board"]["view"]["bag"] == len(stored.bag)
    assert view(stored, None) == view(stored, NANE)


async def test_who_is_not_in_the_group_is_shown_nothing(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group(people=(KIRAZ, LIMON))
    page = await BoardClient.open_page(harness, http, ZEYTIN, await table_of(talk, LAID))
    for method, path, body in (
        ("GET", "", None),
        ("GET", "/events", None),
        ("POST", "/tiles", {"tiles": {"H9": "A"}}),
        ("PUT", "/plan", {"tiles": {}}),
    ):
        assert await page.ask(method, f"tables/{page.address}{path}", body) == (403, {"error": "outsider"})


async def test_if_telegram_does_not_answer_who_is_a_member_nothing_is_shown(
    harness: BotHarness, http: ClientSession
) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, NANE, await table_of(talk, LAID))
    harness.playground.faults.add_fault(
        Fault(kind="error", status=500, description="no", method="getChatMember", chat_id=talk.chat_id)
    )
    assert await page.ask("GET", f"tables/{page.address}") == (403, {"error": "unknown"})
    await page.look()


@pytest.mark.parametrize("address", ["b_00000000_-1001", "b_12345678_x", "x", "b_12345678_99999999999999999999999"])
async def test_an_address_without_a_table_is_gone(harness: BotHarness, http: ClientSession, address: str) -> None:
    page = await BoardClient.open_page(harness, http, KIRAZ)
    assert await page.ask("GET", f"tables/{address}") == (403, {"error": "gone"})


async def test_without_a_token_nothing_is_answered(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    page = BoardClient(http, await table_of(talk, LAID))
    for path in ("tables", f"tables/{page.address}", f"tables/{page.address}/events"):
        assert await page.ask("GET", path) == (401, {"error": "expired"})
    page.token = "invented"  # noqa: S105 - no token
    assert await page.ask("GET", "tables") == (401, {"error": "forged"})


async def test_the_list_has_the_own_games_those_first_in_which_one_may_move(
    harness: BotHarness, http: ClientSession
) -> None:
    await harness.forget_user_games(LIMON)
    talk, other = await harness.new_group(title="Birinci"), await harness.new_group(title="İkinci")
    waiting = await table_of(talk, LAID)
    mine = await table_of(other, game("scrabble-en", racks=["ABCDEFG", "AAEEKKL"], turn=1))
    page = await BoardClient.open_page(harness, http, LIMON)
    status, told = await page.ask("GET", "tables")
    assert status == 200
    assert [(one["address"], one["label"], one["may_act"]) for one in told["tables"]] == [
        (mine, "İkinci", True),
        (waiting, "Birinci", False),
    ]


async def test_a_play_counts_once_however_often_it_is_sent(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, KIRAZ, await table_of(talk, OPENING))
    tiles = dict(zip(("F8", "G8", "H8", "I8", "J8"), "KALEM", strict=True))
    await talk.start_watching()
    answers = await asyncio.gather(*(page.act("play", key="ab" * 16, number=0, tiles=tiles) for _ in range(4)))
    assert {status for status, _ in answers} == {200}
    assert {str(told["answer"]) for _, told in answers} == {"{'done': True, 'text': '', 'code': ''}"}
    assert [told["board"]["view"]["number"] for _, told in answers] == [1] * 4
    assert "KALEM" in (await talk.wait_messages())[0].text
    status, again = await page.act("play", key="ab" * 16, number=0, tiles=tiles)
    assert (status, again["answer"]["done"], again["board"]["view"]["number"]) == (200, True, 1)
    await talk.check_silence(KIRAZ)


async def test_what_is_refused_says_why_in_the_readers_language(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, KIRAZ, await table_of(talk, OPENING))
    status, told = await page.act("play", tiles={"A1": "K", "B1": "A"})
    assert (status, told["answer"]["code"]) == (200, "off_centre")
    assert told["answer"]["text"] == talk.text_html("refusal-off-centre", centre="H8")
    assert await turns_of(talk) == 0


async def test_an_action_of_an_earlier_turn_is_refused_as_stale(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, KIRAZ, await table_of(talk, LAID))
    status, told = await page.act("pass", number=LAID.number + 1)
    assert (status, told["answer"]["code"]) == (200, "stale_button")
    assert await turns_of(talk) == LAID.number


async def test_nobody_acts_for_somebody_else(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    address = await table_of(talk, LAID)
    for who, code in ((LIMON, "not_your_turn"), (NANE, "not_seated")):
        status, told = await (await BoardClient.open_page(harness, http, who, address)).act("pass")
        assert (status, told["answer"]["done"], told["answer"]["code"]) == (200, False, code)


async def test_what_is_no_action_is_refused_whole(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, KIRAZ, await table_of(talk, LAID))
    table = (await page.look())["board"]["table"]
    good: Json = {"key": "00" * 16, "move": {"kind": "pass", "table": table, "number": LAID.number}}
    bad: Json
    for bad in (
        {},
        [],
        {**good, "key": "short"},
        {**good, "move": {**good["move"], "kind": "cancel"}},
        {**good, "move": {**good["move"], "number": -1}},
        {**good, "move": {**good["move"], "kind": "challenge", "play": 10**30}},
        {**good, "move": {**good["move"], "table": "00000000"}},
        {**good, "move": {**good["move"], "tiles": {f"A{number}": "A" for number in range(99)}}},
        {**good, "move": {**good["move"], "tiles": {"A" * 99: "A"}}},
    ):
        status, told = await page.ask("POST", f"tables/{page.address}/actions", bad)
        assert (status, told) == (400, {"error": "malformed"}), bad
    assert await turns_of(talk) == LAID.number


async def test_laid_tiles_are_judged_and_told_to_their_player_alone(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    address = await table_of(talk, OPENING)
    page = await BoardClient.open_page(harness, http, KIRAZ, address)
    status, told = await page.ask("POST", f"tables/{address}/tiles", {"tiles": {"H8": "K", "I8": "A", "J8": "T"}})
    assert (status, told["words"][0][0], told["phonies"], told["refusal"]) == (200, "KAT", [], "")
    status, told = await page.ask("POST", f"tables/{address}/tiles", {"tiles": {"H8": "K", "I8": "M"}})
    assert told["phonies"] == ["KM"]
    status, told = await page.ask("POST", f"tables/{address}/tiles", {"tiles": {"A1": "K"}})
    assert told["refusal"] == talk.text_plain("refusal-off-centre", centre="H8")
    await talk.check_silence(KIRAZ)


async def test_where_plays_are_challenged_nothing_is_said_of_words(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    address = await table_of(talk, game("tournament-tr", racks=["KALEMİT", "AAEEKKL"]))
    page = await BoardClient.open_page(harness, http, KIRAZ, address)
    for tiles in ({"H8": "K", "I8": "A", "J8": "L"}, {"H8": "K", "I8": "M", "J8": "T"}):
        _, told = await page.ask("POST", f"tables/{address}/tiles", {"tiles": tiles})
        assert (told["phonies"], told["refusal"]) == (None, "")


async def test_a_plan_is_kept_for_its_player(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    address = await table_of(talk, LAID)
    page, other = [await BoardClient.open_page(harness, http, who, address) for who in (LIMON, KIRAZ)]
    assert await page.ask("PUT", f"tables/{address}/plan", {"tiles": {"H9": "A"}}) == (200, {})
    assert (await page.look())["plan"] == {"H9": "A"}
    assert (await other.look())["plan"] == {}
    await page.ask("PUT", f"tables/{address}/plan", {"tiles": {}})
    assert (await page.look())["plan"] == {}


async def test_open_pages_hear_of_each_change_and_take_up_where_they_were(
    harness: BotHarness, http: ClientSession
) -> None:
    talk = await harness.new_group()
    address = await table_of(talk, LAID)
    player, watcher = [await BoardClient.open_page(harness, http, who, address) for who in (KIRAZ, NANE)]
    known = (await watcher.look())["board"]["version"]
    async with watcher.follow(known) as events:
        assert await events.next_text() == b":\n\n"
        await player.act("pass")
        told = await events.next_text()
        assert told.startswith(b"id: %d\ndata: " % (known + 1))
        assert not [letter for letter in SECRETS if f'"rack":["{letter}'.encode() in told]
    async with watcher.follow(known) as events:
        assert await events.next_text() == b":\n\n"
        assert (await events.next_text()).startswith(b"id: %d\n" % (known + 1))


async def test_who_leaves_the_group_has_the_page_closed(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    watcher = await BoardClient.open_page(harness, http, NANE, await table_of(talk, LAID))
    async with watcher.follow((await watcher.look())["board"]["version"]) as events:
        assert await events.next_text() == b":\n\n"
        harness.playground.world.set_presence(talk.chat, NANE, here=False)
        assert await events.next_text() == b""
    assert await watcher.ask("GET", f"tables/{watcher.address}") == (403, {"error": "outsider"})


async def test_closed_boards_are_closed(harness: BotHarness, http: ClientSession, redis_of_bot: Redis) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, KIRAZ, await table_of(talk, LAID))
    private = await harness.private_chat(KIRAZ)
    panel = await private.say_and_wait(KIRAZ, "/ayarlar")
    await private.press_data(KIRAZ, panel, "set::pages")
    await private.press_data(KIRAZ, await private.wait_edited(panel, "editMessageText"), "set::pages:close")
    assert await page.ask("GET", "tables") == (401, {"error": "expired"})
    assert (await page.ask("POST", "session", {"init": page.init}))[0] == 401
    await redis_of_bot.delete(f"hf:{{00}}:u{KIRAZ}:web-closed")
    await WebStore(redis_of_bot).close_boards(KIRAZ, 0)


async def test_one_person_cannot_open_pages_without_end(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(harness, http, LIMON, await table_of(talk, LAID))
    async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        for _ in range(6):
            events = await stack.enter_async_context(page.follow())
            await events.next_text()
        assert await page.ask("GET", f"tables/{page.address}/events") == (429, {"error": "crowded"})
    await page.look()
    async with page.follow() as events:
        assert await events.next_text() == b":\n\n"


async def look_for_cards(page: BoardClient, wanted: int) -> Json:
    looks = Looks()
    while len((shown := await page.look())["cards"]["open"]) != wanted:
        await looks.pause()
    return shown


def open_cards(told: bytes) -> Json:
    """Those of an event, which has no other letters of the table."""
    shown = json.decode(told.partition(b"data: ")[2])
    rest = str({**shown["board"]["view"], "values": {}, "title": ""})
    assert not [letter for letter in HIDDEN_LETTERS if letter in rest]
    return [(one["position"], one["card"], one["taken"]) for one in shown["cards"]["open"]]


async def test_cards_are_told_to_all_while_the_group_sees_them(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    address = await table_of(talk, GAME)
    player, other, watcher = [await BoardClient.open_page(harness, http, who, address) for who in (KIRAZ, LIMON, NANE)]
    up = [(1, "ЩY", False), (3, "ФY", False)]
    await talk.start_watching()
    async with watcher.follow() as events:
        assert await events.next_text() == b":\n\n"
        assert open_cards(await events.next_text()) == []
        assert (await player.act("flip", text="1 3"))[1]["answer"]["done"]
        while not (found := open_cards(await events.next_text())):
            pass
        assert found == up
    known = (await look_for_cards(other, 2))["board"]["version"]
    async with other.follow(known) as events:
        assert await events.next_text() == b":\n\n"
        assert open_cards(await events.next_text()) == up, "it did not know of them"
    await harness.advance_time(9)
    assert [one["left"] for one in (await look_for_cards(watcher, 2))["cards"]["open"]] == [1000, 1000]
    await harness.advance_time(0.6)
    for page in (player, other, watcher):
        assert (await page.look())["cards"]["open"] == []
    sent = (await talk.wait_messages())[0]
    (shown,) = await wait_picture_edits(talk, sent, 1)
    for message in (sent.message, shown.result):
        assert message["reply_markup"]["inline_keyboard"][-1][-1] == {
            "text": talk.text_plain("button-card-page"),
            "url": f"https://t.me/{harness.playground.world.username}/tahta?startapp={address}",
        }


async def test_tables_of_cards_are_listed_and_opened_from_private_chats(
    harness: BotHarness, http: ClientSession
) -> None:
    await harness.forget_user_games(LIMON)
    talk, private = await harness.new_group(title="Kartlar"), await harness.private_chat(LIMON)
    address = await table_of(talk, GAME)
    page = await BoardClient.open_page(harness, http, LIMON, address)
    _, told = await page.ask("GET", "tables")
    assert [(one["address"], one["label"]) for one in told["tables"]] == [(address, "Kartlar")]
    board = await talk.say_and_wait(KIRAZ, "/tahta")
    await private.start_watching()
    await talk.press_data(LIMON, board, data_of_label(board, talk.text_plain("own-board-open")))
    key = (await private.wait_messages())[0].message["reply_markup"]["inline_keyboard"][-1][-1]
    assert key["text"] == talk.text_plain("button-card-page")
    assert key["web_app"]["url"].endswith(f"/board/?at={address}")


async def test_a_page_plays_words_and_rewards_and_is_refused_as_in_the_chat(
    harness: BotHarness, http: ClientSession
) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(
        harness, http, KIRAZ, await table_of(talk, klepka_game_of_chat("ЩюФжЮоФЩ", "ВодА*=#", "Кіт"))
    )
    for kind, text, message, arguments in (
        ("flip", "1", "refusal-wrong-flip-count", {"needed": 2, "given": 1}),
        ("form", "", "refusal-klepka-no-word", {}),
        ("trade", "ЩY 2 КY", "refusal-card-not-held", {"card": "Щ🟨"}),
        ("pass", "", "refusal-must-flip", {"flips": 2}),
    ):
        status, told = await page.act(kind, text=text)
        assert (status, told["answer"]["done"], told["answer"]["text"]) == (
            200,
            False,
            harness.texts.html("tr", message, **arguments),
        )
    for kind, text in (("trade", "ВY 2 КY"), ("chaos", ""), ("form", "[К]од"), ("surrender", "")):
        status, told = await page.act(kind, text=text)
        assert (status, told["answer"]["done"]) == (200, True), (kind, told["answer"])
    stored = await talk.load_current_table()
    assert isinstance(stored, CardGame)
    assert [word.word for word in stored.words] == ["КОД"]
    assert "К" in str(stored.players[0].cards)
    assert await page.ask("POST", f"tables/{page.address}/tiles", {"tiles": {}}) == (403, {"error": "gone"})


async def test_a_board_that_is_asked_for_opens_its_page_as_that_of_a_turn_does(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPENING)
    asked = await talk.say_and_wait(LIMON, "/tahta")
    turn = await talk.say_and_wait(KIRAZ, "/oyna F8 yatay KALEM")
    [link], [same] = (
        [one["url"] for one in board.buttons if "startapp=b_" in one.get("url", "")] for board in (asked, turn)
    )
    assert link == same


async def test_a_board_with_a_later_instant_after_an_absence_still_opens_its_page(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.put_table(game("kelimelik", racks=["KALEMİT", "AAEEKKL"], options={"clock": "slow"}))
    board = await talk.say_and_wait(KIRAZ, "/oyna F8 yatay KALEM")
    await talk.start_watching()
    await harness.pass_downtime(3600)
    edited = await talk.wait_edited(board, "editMessageCaption")
    assert any("startapp=b_" in one.get("url", "") for one in board.buttons)
    assert edited.message["reply_markup"] == board.message["reply_markup"]
