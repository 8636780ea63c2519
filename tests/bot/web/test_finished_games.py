"""What the page is told of finished games: their list, replays, and a player's costliest moves."""

import asyncio
import re

import pytest
from aiohttp import ClientSession
from msgspec.structs import replace

from bot.analysis.process import AnalysisProcess, JobFailed
from bot.families.finished_games import list_replay_steps
from bot.handlers.game_pages import step_caption
from bot.records.archive import GameArchive
from bot.records.projection import Projection
from bot.store import keys
from bot.store.records import RecordStore
from bot.telegram.keyboards import encode_replay_address
from bot.texts import Texts
from bot.wording.speaker import Speaker
from tests.bot.web.board_client import SETTINGS, BoardClient, Json, http, table_of
from tests.bot.web.test_hostile_pages import banned
from tests.support.chat_harness import KIRAZ, LIMON, ZEYTIN, BotHarness, ChatSession
from tests.support.games import game
from tests.support.played_games import finish_game, newest_record
from tests.support.records import append_records
from tests.support.waiting import PATIENCE

__all__ = ["http"]
pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.parametrize("harness", [SETTINGS], indirect=True, ids=["board page"], scope="module"),
]


async def address_of_newest(talk: ChatSession) -> str:
    return encode_replay_address(talk.chat_id, (await newest_record(talk)).id)


async def ask_moves(page: BoardClient, address: str) -> Json:
    """What the page is told once the game has been analysed."""
    await page.ask("GET", f"replays/{address}/moves")
    name = f"analysis {address[-16:]} for the page"
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(one for one in asyncio.all_tasks() if one.get_name() == name))
    return await page.ask("GET", f"replays/{address}/moves")


async def test_the_list_has_the_own_finished_games_page_by_page(harness: BotHarness, http: ClientSession) -> None:
    for person in (KIRAZ, LIMON, ZEYTIN):
        await harness.redis.delete(keys.user_history(person))
    talk = await harness.new_group()
    await finish_game(talk, passes=1)
    record = await newest_record(talk)
    copies = [replace(record, id=f"{number:016x}", ended=record.ended + 1 + number) for number in range(8)]
    await append_records(harness.redis, talk.chat_id, *copies)
    noted = [(one.id, one.ended, [KIRAZ, LIMON]) for one in copies]
    await RecordStore(harness.redis).note_users(talk.chat_id, noted)
    page = await BoardClient.open_page(harness, http, KIRAZ)
    status, first = await page.ask("GET", "games/0")
    assert (status, len(first["games"]), first["has_older"]) == (200, 8, True)
    _, second = await page.ask("GET", "games/1")
    assert second["has_older"] is False
    assert second["games"] == [
        {
            "address": encode_replay_address(talk.chat_id, record.id),
            "title": "Kelimelik",
            "ended": record.ended,
            "players": 2,
            "place": next(one.place for one in record.players if one.user == KIRAZ),
            "score": 0,
            "others": [["Limon", 0, next(one.place for one in record.players if one.user == LIMON)]],
        }
    ]
    stranger = await BoardClient.open_page(harness, http, ZEYTIN)
    assert (await stranger.ask("GET", "games/0"))[1]["games"] == []


async def test_a_replay_tells_anyone_with_its_address_what_the_chat_told(
    harness: BotHarness, http: ClientSession
) -> None:
    talk = await harness.new_group()
    await finish_game(talk, passes=2)
    await harness.store.save_setting(talk.scope, "theme", "dark")
    stranger = await BoardClient.open_page(harness, http, ZEYTIN)
    address = await address_of_newest(talk)
    status, shown = await stranger.ask("GET", f"replays/{address}")
    assert status == 200
    assert (shown["has_moves"], shown["point"], shown["colours"]["page"]) == (False, None, "#14181D")
    store = RecordStore(harness.redis)
    archive = GameArchive(store, Projection(store))
    found = await archive.find_game(talk.chat_id, address[-16:])
    assert found is not None
    unpacked = await archive.load_game(found)
    assert unpacked is not None
    speaker = Speaker(Texts(), "tr").about_table({"tr": "Kelimelik", "en": "Kelimelik"})
    steps = list_replay_steps(unpacked, speaker)
    assert len(shown["steps"]) == len(steps) == 4
    for number, (step, told) in enumerate(zip(steps, shown["steps"], strict=True), 1):
        caption = re.sub("<[^>]*>", "", step_caption(step, number, len(steps), speaker))
        assert told["words"].splitlines()[0] in caption
        assert told["view"]["rack"] == []
    assert "rafı:" in shown["steps"][1]["words"]
    assert await stranger.ask("GET", f"replays/{address}/moves") == (
        409,
        {"error": "refused", "text": talk.text_plain("refusal-costly-not-yours")},
    )


@pytest.mark.parametrize("address", ["r_-1_0123456789abcdef", "r_1_0", "r_-"])
async def test_a_replay_that_is_not_there_is_gone(harness: BotHarness, http: ClientSession, address: str) -> None:
    page = await BoardClient.open_page(harness, http, KIRAZ)
    for path in ("", "/moves"):
        assert await page.ask("GET", f"replays/{address}{path}") == (403, {"error": "gone"})


async def test_a_game_of_which_only_the_result_is_kept_says_so(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    await finish_game(talk)
    await harness.redis.delete(keys.packed_game(talk.chat_id, (await newest_record(talk)).id))
    page = await BoardClient.open_page(harness, http, KIRAZ)
    text = talk.text_plain("refusal-history-gone")
    assert await page.ask("GET", f"replays/{await address_of_newest(talk)}") == (
        409,
        {"error": "refused", "text": text},
    )


async def test_of_a_banned_group_no_replay_is_shown(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    await finish_game(talk)
    page, address = await BoardClient.open_page(harness, http, KIRAZ), await address_of_newest(talk)
    async with banned(harness, talk.chat_id):
        for path in ("", "/moves"):
            assert await page.ask("GET", f"replays/{address}{path}") == (403, {"error": "banned"})
    assert (await page.ask("GET", f"replays/{address}"))[0] == 200


async def test_a_player_is_told_which_moves_cost_most_and_what_was_better(
    harness: BotHarness, http: ClientSession
) -> None:
    talk = await harness.new_group()
    await finish_game(talk, passes=2, are_passes_costly=True)
    address = await address_of_newest(talk)
    page = await BoardClient.open_page(harness, http, KIRAZ)
    assert await page.ask("GET", f"replays/{address}/moves") == (200, {"state": "working"})
    status, told = await ask_moves(page, address)
    assert (status, told["state"], told["text"]) == (200, "done", "")
    (move,) = told["moves"]
    assert move["played"] == {}
    assert move["view"]["rack"] == move["rack"]
    assert not [tile for tile in move["better"].values() if tile[0] not in move["rack"]]
    assert len(move["better"]) > 1
    shown = (await page.ask("GET", f"replays/{address}"))[1]
    assert (shown["has_moves"], shown["point"]) == (True, 1)
    stranger = await BoardClient.open_page(harness, http, ZEYTIN)
    assert (await stranger.ask("GET", f"replays/{address}"))[1]["point"] is None, "only its players have it analysed"
    other = (await ask_moves(await BoardClient.open_page(harness, http, LIMON), address))[1]
    assert other["moves"][0]["rack"] != move["rack"]
    key = keys.game_analysis(talk.chat_id, address[-16:])
    stored: Json = await harness.redis.get(key)
    await harness.redis.set(key, stored.partition(b"\n")[0] + b"\n?")
    failed = {"state": "failed", "text": talk.text_plain("costly-failed")}
    assert await page.ask("GET", f"replays/{address}/moves") == (200, failed), (
        "an analysis that this version cannot tell"
    )
    assert (await page.ask("GET", f"replays/{address}"))[0] == 200


async def test_an_analysis_that_fails_is_told(
    harness: BotHarness, http: ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> bytes:
        await asyncio.sleep(0)
        raise JobFailed

    monkeypatch.setattr(AnalysisProcess, "run_job", fail)
    talk = await harness.new_group()
    await finish_game(talk, passes=2)
    page = await BoardClient.open_page(harness, http, KIRAZ)
    told = (await ask_moves(page, await address_of_newest(talk)))[1]
    assert told == {"state": "failed", "text": talk.text_plain("costly-failed")}


async def test_a_table_whose_game_is_over_names_its_replay(harness: BotHarness, http: ClientSession) -> None:
    talk = await harness.new_group()
    page = await BoardClient.open_page(
        harness, http, KIRAZ, await table_of(talk, game("kelimelik", racks=["KALEMİT", "AAEEKKL"]))
    )
    assert (await page.look())["board"]["replay"] == ""
    await page.act("surrender")
    assert (await page.look())["board"]["replay"] == await address_of_newest(talk)
