"""The panel of records: seasons, games left out, the file, erasing; for a group's administrators at every tap."""

import json
from typing import Any

import pytest

from bot.playground import JournalEntry
from bot.records.projection import Projection, decode_figures, decode_standing
from bot.store import keys
from bot.store.records import RecordStore
from engine.figures import EVER, season_name
from engine.game_record import GameRecord, SeasonBegun, decode_record
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.records import append_records, finished_game, player_record
from tests.support.sent_messages import SEND_METHODS, SentMessage
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANONYMOUS: dict[str, Any] = {"id": 1087968824, "is_bot": True, "first_name": "Group"}


async def with_games(talk: ChatSession, count: int = 2) -> RecordStore:
    games = [
        finished_game(number, player_record(KIRAZ, 1, 300 + number), player_record(LIMON, 2, 250))
        for number in range(1, count + 1)
    ]
    await append_records(talk.harness.redis, talk.chat_id, *games)
    return RecordStore(talk.harness.redis)


async def panel_of(talk: ChatSession) -> SentMessage:
    return await talk.say_and_wait(KIRAZ, "/kayitlar")


async def tapped(talk: ChatSession, panel: SentMessage, data: str, person: int = KIRAZ) -> SentMessage:
    await talk.press_data(person, panel, data)
    return await talk.wait_edited(panel, "editMessageText", newest=True)


def plain(html: str) -> str:
    return html.replace("<b>", "").replace("</b>", "")


def data_of(panel: SentMessage) -> list[str]:
    return [button["callback_data"] for button in panel.buttons]


async def told_since(talk: ChatSession, call: int) -> list[str]:
    await talk.harness.wait_until_idle()
    calls = [one for one in talk.harness.playground.journal.find_entries(after=call) if one.method in SEND_METHODS]
    return [one.parameters["text"] for one in calls if str(one.parameters["chat_id"]) == str(talk.chat_id)]


async def stored_records(talk: ChatSession) -> list[Any]:
    return [decode_record(data) for data in await RecordStore(talk.harness.redis).read_records(talk.chat_id, 0)]


async def games_of(talk: ChatSession, user: int, period: str = EVER) -> int:
    store = RecordStore(talk.harness.redis)
    await Projection(store).catch_up(talk.chat_id)
    stored = await store.read_figures(talk.chat_id, period, [user])
    return sum(sums.games for data in stored.values() for _, sums in decode_figures(data).kinds)


async def test_an_administrator_begins_a_season(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await with_games(talk)
    panel = await talk.say_and_wait(KIRAZ, "/records")
    assert talk.text_html("records-count", count=2) in panel.html
    asked = await tapped(talk, panel, "records::season")
    assert asked.text == talk.text_plain("records-season-sure", number=1)
    assert [one for one in await stored_records(talk) if isinstance(one, SeasonBegun)] == [], "it is a question"
    before = harness.last_call_number
    now = await tapped(talk, panel, "records::season:1")
    assert plain(talk.text_html("records-season", number=1)) in now.text
    name = talk.user_json(KIRAZ)["first_name"]
    (told,) = await told_since(talk, before)
    assert name in told
    assert told.startswith(talk.text_html("records-season-begun", name="*", number=1).partition("*")[0])
    await with_games(talk, 1)
    assert await games_of(talk, KIRAZ) == 3
    assert await games_of(talk, KIRAZ, season_name(0)) == 2
    assert await games_of(talk, KIRAZ, season_name(1)) == 1


async def test_a_game_is_left_out_and_counts_again(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    store = await with_games(talk)
    panel = await talk.say_and_wait(KIRAZ, "/records")
    page = await tapped(talk, panel, "records::games:0")
    first, second = (f"{number:016x}" for number in (1, 2))
    assert data_of(page)[:2] == [f"records::out:1:{second}:0", f"records::out:0:{first}:0"], "the newest first"
    before = harness.last_call_number
    page = await tapped(talk, panel, f"records::out:1:{second}:0")
    assert data_of(page)[:2] == [f"records::in:1:{second}:0", f"records::out:0:{first}:0"]
    assert page.buttons[0]["text"].startswith("✕ ")
    (told,) = await told_since(talk, before)
    assert "302" in told
    assert await games_of(talk, KIRAZ) == 1
    standing = decode_standing((await store.read_standings(talk.chat_id, [KIRAZ]))[KIRAZ])
    assert standing.streak == 1
    assert [one.rating.games for one in standing.ratings] == [1]
    log = await talk.say_and_wait(KIRAZ, "/log")
    assert len(log.text.splitlines()) == 2
    before = harness.last_call_number
    await tapped(talk, panel, f"records::in:1:{second}:0")
    assert len(await told_since(talk, before)) == 1
    assert await games_of(talk, KIRAZ) == 2


async def test_all_records_come_as_a_file_with_the_names_of_fields(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await with_games(talk)
    await append_records(harness.redis, talk.chat_id, SeasonBegun(1, 1_800_000_000))
    panel = await talk.say_and_wait(KIRAZ, "/records")
    since = harness.last_call_number
    await talk.press_data(KIRAZ, panel, "records::export")
    (call,) = await harness.playground.journal.wait_for_entries("sendDocument", after=since, seconds=PATIENCE)
    assert call.parameters["caption"] == talk.text_html("records-export")
    lines = [json.loads(line) for line in sent_file(harness, call).splitlines()]
    assert [line["record"] for line in lines] == ["game", "game", "season"]
    assert lines[0]["players"][0]["user"] == KIRAZ
    assert lines[0]["players"][0]["figures"]["bingos"] == 0
    assert lines[2] == {"record": "season", "number": 1, "at": 1_800_000_000, "name": ""}


async def test_erasing_leaves_nothing_of_the_games(harness: BotHarness) -> None:
    talk, other = await harness.new_group(), await harness.new_group()
    store = await with_games(talk)
    await with_games(other, 1)
    for chat in (talk, other):
        await Projection(store).catch_up(chat.chat_id)
    await harness.redis.set(keys.packed_game(talk.chat_id, f"{1:016x}"), b"a game")
    await store.set_unlisted(talk.chat_id, LIMON, unlisted=True)
    panel = await talk.say_and_wait(KIRAZ, "/records")
    asked = await tapped(talk, panel, "records::erase")
    assert asked.text == plain(talk.text_html("records-erase-sure", count=2))
    before = harness.last_call_number
    now = await tapped(talk, panel, "records::erase:2")
    assert talk.text_plain("records-none") in now.text
    again = await talk.forge_tap(talk.user_json(KIRAZ), panel, "records::export")
    assert again["text"] == talk.text_plain("refusal-no-records")
    assert len(await told_since(talk, before)) == 1
    stored: list[bytes] = await harness.redis.keys(f"hf:*:{talk.chat_id}:*")  # type: ignore[assignment]  # it answers in bytes
    left = [key.decode() for key in stored]
    owned = ("records", "standings", "figures", "effects", "history", "unlisted")
    kept = (":records:progress", ":records:decisions")
    assert [key for key in left if key.split(":")[3] in owned and not key.endswith(kept)] == []
    chats = await store.read_user_chats(KIRAZ)
    assert (talk.chat_id in chats, other.chat_id in chats) == (False, True)
    assert talk.chat_id not in {chat for chat, _ in await store.read_user_history(KIRAZ, 400)}
    assert await games_of(other, KIRAZ) == 1


async def test_what_has_come_since_the_question_is_not_erased_by_it(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await with_games(talk, 1)
    panel = await panel_of(talk)
    await tapped(talk, panel, "records::erase")
    await with_games(talk, 1)
    refused = await talk.press_data(KIRAZ, panel, "records::erase:1")
    assert refused["text"] == talk.text_plain("refusal-stale-button")
    assert len(await stored_records(talk)) == 2


async def test_every_tap_asks_anew_who_may(harness: BotHarness) -> None:
    talk, other = await harness.new_group(), await harness.new_group(people=(NANE, LIMON))
    await with_games(talk, 1)
    assert (await talk.say_and_wait(LIMON, "/kayitlar")).html == talk.text_html("refusal-admins-only")
    panel = await panel_of(talk)
    assert (await other.say_and_wait(NANE, "/kayitlar")).html.startswith(talk.text_html("records-head-group"))
    game = f"{1:016x}"
    every = ("menu", "season", "season:1", "games:0", f"out:0:{game}:0", "export", "erase", "erase:1", "done")
    for user in (talk.user_json(LIMON), FIFTH_USER, talk.user_json(NANE), ANONYMOUS):
        for data in every:
            refused = await talk.forge_tap(user, panel, f"records::{data}")
            assert refused["text"] == talk.text_plain("refusal-admins-only"), (user, data)
    board = await talk.say_and_wait(KIRAZ, "/yeni kelimelik")
    for data in every:
        refused = await talk.forge_tap(talk.user_json(KIRAZ), board, f"records::{data}")
        assert refused["text"] == talk.text_plain("refusal-stale-button"), data
    assert len(await stored_records(talk)) == 1


async def test_in_private_one_is_ones_own_administrator(harness: BotHarness) -> None:
    talk = await harness.private_chat(NANE)
    alone = finished_game(7, player_record(NANE, 1, 300), player_record(-3, 2, 200))
    await append_records(harness.redis, talk.chat_id, alone)
    panel = await talk.say_and_wait(NANE, "/kayitlar")
    assert panel.html.startswith(talk.text_html("records-head-private"))
    await tapped(talk, panel, "records::games:0", NANE)
    await tapped(talk, panel, f"records::out:0:{7:016x}:0", NANE)
    (record,) = await stored_records(talk)
    assert isinstance(record, GameRecord)
    assert record.left_out
    await tapped(talk, panel, "records::menu", NANE)
    await tapped(talk, panel, "records::erase", NANE)
    await tapped(talk, panel, "records::erase:1", NANE)
    assert await stored_records(talk) == []


def sent_file(harness: BotHarness, call: JournalEntry) -> bytes:
    return harness.playground.files.require_file(call.result["document"]["file_id"]).upload.content
