"""The costliest moves: who is told, where, in which language."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from bot.analysis.process import AnalysisProcess
from bot.handlers.game_pages import ANALYSIS_SETTING, TO_ALL
from bot.playground.server_version import NEWEST, OLDEST
from bot.store.records import RecordStore
from engine.game_record import GameRecord, decode_record
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.chat_steps import button_labels, data_of_label
from tests.support.played_games import finish_game
from tests.support.sent_messages import SentMessage, is_for_one_member
from tests.support.waiting import wait_until

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def analyses_of(talk: ChatSession) -> list[str]:
    return [name.decode() async for name in talk.harness.redis.scan_iter(match=f"*:{talk.chat_id}:analysis:*")]


async def players_in_order(talk: ChatSession) -> list[int]:
    store = RecordStore(talk.harness.redis)
    (data,) = await store.read_records(talk.chat_id, await store.count_records(talk.chat_id) - 1)
    record = decode_record(data)
    assert isinstance(record, GameRecord)
    return [one.user for one in record.players]


@pytest.fixture
def held_analyses(monkeypatch: pytest.MonkeyPatch) -> Iterator[asyncio.Event]:
    """No analysis begins until the event is set."""
    may_begin, run_job = asyncio.Event(), AnalysisProcess.run_job

    async def run_later(process: AnalysisProcess, module: str, name: str, data: bytes, *, seconds: int) -> bytes:
        await may_begin.wait()
        return await run_job(process, module, name, data, seconds=seconds)

    monkeypatch.setattr(AnalysisProcess, "run_job", run_later)
    yield may_begin
    may_begin.set()


def head(talk: ChatSession, name: str = "Kiraz", number: int = 1, count: int = 1) -> str:
    text = talk.text_plain("costly-head", name=name, number=number, count=count)
    return text.replace("<b>", "").replace("</b>", "").partition("(")[2]


async def test_a_player_is_told_alone_which_moves_cost_most(harness: BotHarness, held_analyses: asyncio.Event) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    end = await finish_game(talk, passes=2, are_passes_costly=True)
    assert talk.text_plain("button-costly") in button_labels(end)
    await check_only_own_pages(talk, end)
    await private.start_watching()
    waiting = await talk.press_kind(KIRAZ, end, "costly")
    assert waiting["text"] == talk.text_plain("costly-being-analysed-alone")
    talk.say(LIMON, "/tahta")
    assert (await talk.wait_messages())[0].is_photo, "nobody waits for it"
    before = harness.last_call_number
    held_analyses.set()
    (page,) = await private.wait_messages()
    assert page.is_photo
    assert head(private) in page.text
    assert private.text_plain("lexicon-tr") in page.text
    sent = [one for one in harness.playground.journal.find_entries(after=before) if one.method.startswith("send")]
    assert [int(one.parameters["chat_id"]) for one in sent] == [KIRAZ]
    (key,) = await analyses_of(talk)
    of_game = await harness.redis.pttl(key.replace(":analysis:", ":history:"))
    assert abs(await harness.redis.pttl(key) - of_game) < 60_000, "it lives as long as its game"
    again = await talk.press_kind(KIRAZ, end, "costly")
    assert again["text"] != waiting["text"]
    assert (await private.wait_messages())[0].text == page.text
    await check_shown_in_group(talk, end)
    await check_shown_to_all(talk, end)


async def check_only_own_pages(talk: ChatSession, end: SentMessage) -> None:
    data, players = end.button_data("costly"), await players_in_order(talk)
    for seat in (0, 1, 7):
        for person in {KIRAZ, LIMON, NANE} - set(players[seat : seat + 1]):
            answer = await talk.forge_tap(talk.user_json(person), end, f"{data}:{seat}:0")
            assert answer["text"] == talk.text_plain("refusal-costly-page-not-yours")
    assert (await talk.press_kind(NANE, end, "costly"))["text"] == talk.text_plain("refusal-costly-not-yours")
    assert await analyses_of(talk) == []


async def check_shown_in_group(talk: ChatSession, end: SentMessage) -> None:
    """Where members can be shown something alone nobody else sees it."""
    harness, ephemeral = talk.harness, talk.harness.playground.world.ephemeral
    harness.switch_server_version(NEWEST)
    since = harness.last_call_number
    await talk.press_kind(LIMON, end, "costly")
    await wait_until(lambda: bool(ephemeral.visible_to_person(talk.chat_id, LIMON)))
    await wait_until(lambda: "caption" in page_of(talk, LIMON))
    assert head(talk, "Limon") in page_of(talk, LIMON)["caption"]
    assert not ephemeral.visible_to_person(talk.chat_id, KIRAZ)
    sent = harness.playground.journal.find_entries(after=since)
    assert not [call for call in sent if call.method.startswith("send") and not is_for_one_member(call)]
    harness.switch_server_version(OLDEST)


async def check_shown_to_all(talk: ChatSession, end: SentMessage) -> None:
    """A group may choose that all see it."""
    first, _ = await players_in_order(talk)
    await talk.harness.store.save_setting(talk.scope, ANALYSIS_SETTING, TO_ALL)
    data = end.button_data("costly")
    await talk.press_kind(first, end, "costly")
    (page,) = await talk.wait_messages()
    assert page.is_photo
    assert "(1/1)" in page.text
    for person in {KIRAZ, LIMON, NANE} - {first}:
        answer = await talk.forge_tap(talk.user_json(person), page, f"{data}:0:0")
        assert answer["text"] == talk.text_plain("refusal-costly-page-not-yours")
    assert (await talk.forge_tap(talk.user_json(first), page, f"{data}:0:0"))["text"] == ""
    assert (await talk.press_kind(first, end, "costly"))["text"] == talk.text_plain("costly-above")
    assert (await talk.forge_tap(talk.user_json(NANE), end, data))["text"] == talk.text_plain(
        "refusal-costly-not-yours"
    )


def page_of(talk: ChatSession, person: int) -> dict[str, Any]:
    """What somebody alone sees in the group, as it stands now; a placeholder before the page is there."""
    (shown,) = talk.harness.playground.world.ephemeral.visible_to_person(talk.chat_id, person)
    message: dict[str, Any] = shown["message"]
    return message


async def test_cards_have_no_such_button_and_a_game_that_is_not_kept_says_so(harness: BotHarness) -> None:
    talk = await harness.new_group()
    cards = await finish_game(talk, ruleset="klepka")
    assert talk.text_plain("button-costly") not in button_labels(cards)
    end = await finish_game(talk)
    async for name in harness.redis.scan_iter(match=f"*:{talk.chat_id}:history:*"):
        await harness.redis.delete(name)
    assert (await talk.press_kind(KIRAZ, end, "costly"))["text"] == talk.text_plain("refusal-history-gone")


async def test_a_page_leads_to_the_next_costly_move_and_back(harness: BotHarness) -> None:
    names, tries = {KIRAZ: "Kiraz", LIMON: "Limon"}, 5
    for _ in range(tries):
        # By chance exchanging is nearly as good as the best play, so that a pass is not surely worse.
        talk = await harness.new_group()
        end = await finish_game(talk, passes=3, ruleset="scrabble-tr", are_passes_costly=True)
        first, _ = await players_in_order(talk)
        private = await harness.private_chat(first)
        await private.start_watching()
        await talk.press_kind(first, end, "costly")
        (page,) = await private.wait_messages()
        if head(private, names[first], number=1, count=2) in page.text:
            break
    assert head(private, names[first], number=1, count=2) in page.text
    assert private.text_plain("button-costly-before") not in button_labels(page)
    await private.press_data(first, page, data_of_label(page, private.text_plain("button-costly-next")))
    second = await private.wait_edited(page, "editMessageMedia", newest=True)
    assert head(private, names[first], number=2, count=2) in second.text
    assert second.text.partition("\n")[2] != page.text.partition("\n")[2]
    assert private.text_plain("button-costly-next") not in button_labels(second)
    await private.press_data(first, page, data_of_label(second, private.text_plain("button-costly-before")))
    assert (await private.wait_edited(page, "editMessageMedia", newest=True)).text == page.text
    assert len(await analyses_of(talk)) == 1
