"""A game of Duplicate that is played to its end: its messages, its page, what somebody missed, its files."""

from collections import Counter

import pytest

from bot.families.duplicate.analysis import DuplicateAnalysis
from bot.pictures import PictureStyle
from bot.store import keys
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.dictionaries import load_base_list, split_lexicon_name
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.simulate import simulate_game
from engine.duplicate.view import GameView
from engine.packed_game import pack_game, unpack_game
from engine.proof import decode_proof
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.verify import verify_proof
from tests.support.boards import shared_searcher
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.duplicate_chats import (
    answer,
    begin_game,
    call_round,
    calls_here,
    close_round,
    load_game,
    load_round,
    next_round,
    type_play,
)
from tests.support.sent_messages import SentMessage, is_edit_of
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")
ROUNDS = 5


def content_of(house: BotHarness, name: str, since: int) -> bytes:
    files = house.playground.journal.find_entries("sendDocument", after=since)
    found = next(one.result["document"] for one in files if one.result["document"]["file_name"].endswith(name))
    return house.playground.files.require_file(found["file_id"]).upload.content


async def open_page(talk: ChatSession, private: ChatSession) -> SentMessage:
    listed = await talk.say_and_wait(LIMON, "/history")
    await private.start_watching()
    await talk.press_kind(LIMON, listed, "past")
    return (await private.wait_messages())[0]


def labels(message: SentMessage) -> list[str]:
    return [str(button["text"]) for button in message.buttons]


def caption_of(message: SentMessage) -> str:
    return message.text.translate(dict.fromkeys((0x2068, 0x2069)))


async def play_game(talk: ChatSession) -> SentMessage:
    """One always finds the top; the other answers in all rounds but the third, with the fifth best play."""
    harness = talk.harness
    message = await begin_game(talk, LIMON, game=f"duplicate-en rounds={ROUNDS}")
    assert labels(message) == ["🔤 Answer", "⏹ Close round"]
    for number in range(1, ROUNDS + 1):
        assert caption_of(message).startswith(f"Round {number} of 5\n⏱ 2 min · Tap “🔤 Answer”")
        before, opened = harness.last_call_number, await load_round(talk)
        if number > 1:
            await talk.press_kind(NANE, message, "rack")
            await answer(talk, NANE, opened.laid)
        await answer(talk, KIRAZ, opened.laid)
        if number != 3:
            await answer(talk, LIMON, opened.best[-1])
        called = await call_round(talk, message)
        people = 2 + (number > 1) - (number == 3)
        assert caption_of(called).startswith(f"Round {number} of 5 · {people} people have answered\n")
        result = await close_round(talk, message)
        tied = opened.best[-1].score == opened.laid.score and number != 3
        finders = ", ".join(["Kiraz", *["Limon"] * tied, *["Nane"] * (number > 1)])
        assert caption_of(result).startswith(f"Round {number} · {opened.laid.cell} ")
        assert f"\n🏆 {finders}" in caption_of(result)
        word = type_play(opened.laid).split()[2]
        laid = f"{opened.laid.cell} {opened.laid.direction.value} {word}"
        assert caption_of(result).count(laid) == 1 + tied, "only if others found its points elsewhere it is said again"
        assert labels(result) == ["⏭ Next round"] * (number < ROUNDS)
        edits = [one.method for one in calls_here(talk, before) if number > 1 or is_edit_of(one, message)]
        assert edits == ["editMessageCaption", "editMessageMedia"], "beside the first, the lobby loses its buttons"
        message = await next_round(talk, 21)
    return message


async def test_a_live_game_is_one_message_a_round_and_its_page_leads_to_rounds_missed_tops_and_files(
    harness: BotHarness,
) -> None:
    await harness.clear_tables()
    talk, private = await harness.new_group("en"), await harness.private_chat(LIMON, "en")
    await harness.redis.delete(keys.user_history(LIMON))
    over = await play_game(talk)
    state = await load_game(talk)
    assert caption_of(over).startswith("🏁 Winner: Kiraz · ")
    assert f"🥇 Kiraz {state.players[0].score} · 🥈 " in caption_of(over)
    assert "· rounds 2–5 ·" in caption_of(over)
    assert {"🔄 Rematch", "📄 Proof", "🔏 Fair draw"} <= set(labels(over))
    page = await open_page(talk, private)
    assert "100.0%" in page.text
    since = harness.last_call_number
    for action in "fp":
        await private.press_data(LIMON, page, next(one for one in data_of(page) if one.startswith(f"past::{action}:")))
    await harness.playground.journal.wait_for_entries("sendDocument", after=since, count=3, seconds=PATIENCE)
    gcg = content_of(harness, ".gcg", since).decode()
    assert gcg.count("\n>") == ROUNDS
    proof = decode_proof(content_of(harness, ".json", since))
    assert verify_proof(proof).agrees
    assert sum(type(entry.action).__name__ == "Answer" for entry in proof.log) == 3 * ROUNDS - 2
    await private.start_watching()
    await private.press_kind(LIMON, page, "costly")
    missed = (await private.wait_messages())[0]
    assert "costliest moves (1/" in missed.text
    assert "The top was" in missed.text
    await private.press_data(LIMON, page, next(one for one in data_of(page) if one.startswith("past::r:")))
    step = await private.wait_edited(page, "editMessageMedia", newest=True)
    assert f"1/{ROUNDS + 1}" in step.text
    assert "Rack: " in step.text
    assert "2 people answered" in step.text
    ranking = await talk.say_and_wait(LIMON, "/top")
    await talk.press_data(LIMON, ranking, next(one for one in data_of(ranking) if one.startswith("top::s:")))
    ranked = await talk.wait_edited(ranking, "editMessageMedia", newest=True)
    assert "% of the top" in ranked.text, "a group with games in rounds is ranked by them"


def data_of(page: SentMessage) -> list[str]:
    return [str(button.get("callback_data", "")) for button in page.buttons]


async def test_a_missed_top_and_the_answer_are_laid_from_the_rack_before_its_round_was_closed() -> None:
    rules = shipped_rulesets()["duplicate-mini"]
    assert isinstance(rules, Ruleset)
    words, rules = load_base_list(*split_lexicon_name(rules.lexicon)), resolve_ruleset(rules, {"rounds": "5"})
    played = simulate_game(rules, ["greedy", "acemi"], "history", 1, words, shared_searcher())
    packed = pack_game(played.state.ruleset, played.state.secret, played.log, "test")
    report = DuplicateAnalysis().compose_seat_report(
        unpack_game(packed), b"", played.state.players[1].user, Speaker(Texts(), "tr", rules.title), PictureStyle("tr")
    )
    assert report.moves
    for move in report.moves:
        assert isinstance(move.view, GameView)
        assert move.view.open is not None
        assert move.view.open.rack == move.rack
        for laid in (move.played, move.better):
            assert not Counter(tile[0] for tile in laid.values()) - Counter(move.rack)
