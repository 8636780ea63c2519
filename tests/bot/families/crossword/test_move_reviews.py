"""Reviews of a person's own moves: told in the private chat against computers, of what the person could see alone."""

from collections.abc import Mapping
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.analysis.process import AnalysisProcess
from bot.families.crossword import analysis_jobs
from bot.families.crossword.analysis_jobs import decode_reviewed_turn
from bot.families.crossword.move_reviews import MoveReviews
from bot.families.services import AnalysisServices, MessagingServices
from bot.store import keys
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable
from bot.telegram.ephemeral import PrivatePage
from bot.texts import Texts
from engine.clock import Timeout
from engine.computer_ids import computer_user
from engine.crossword.actions import Action, Challenge, Place, TakeBack
from engine.crossword.rules import apply
from engine.crossword.state import GameState
from engine.game import Step
from engine.turns import Pass, Surrender
from tests.support.analysed_turns import reshuffle_hidden, think_for_steps
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import NOW, game, place_play, with_fields
from tests.support.sent_messages import SentMessage

pytestmark = pytest.mark.asyncio(loop_scope="module")

COMPUTER = computer_user("kolay", 1)
ON: Mapping[str, str] = {"reviews": "on"}
"""The setting of who wants reviews."""
CLOCKLESS: Mapping[str, str] = {"clock": "none"}
TEXTS = Texts()


def against_computer(turns: int = 0, options: Mapping[str, str] = CLOCKLESS) -> GameState:
    """Kiraz, who is on turn with KALEMİR, against a computer."""
    state = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={**CLOCKLESS, **options})
    person, computer = state.players
    return with_fields(state, number=turns, players=(replace(person, user=KIRAZ), replace(computer, user=COMPUTER)))


class Told:
    """Reviews as a chat gets them, with the process's work done at once."""

    def __init__(self, folder: Path) -> None:
        self.pages: list[tuple[int, PrivatePage]] = []
        self.jobs: list[bytes] = []
        self.found: dict[bytes, bytes] = {}
        messaging = MessagingServices(cast("Any", None), cast("Any", self), cast("Any", None), TEXTS, cast("Any", self))
        self.reviews = MoveReviews(messaging, AnalysisServices(cast("Any", self), cast("Any", None), folder))

    async def locale_of_user(self, user: int) -> str:
        return "tr" if user else ""

    async def send_page(self, user: int, page: PrivatePage, _: Scope) -> None:
        self.pages.append((user, page))

    async def run_job(self, module: str, name: str, data: bytes, *, seconds: int) -> bytes:
        assert seconds
        self.jobs.append(data)
        if data not in self.found:
            self.found[data] = getattr(import_module(module), name)(data)
        return self.found[data]

    def play(
        self, state: GameState, action: Action, *, chat: int = KIRAZ, settings: Mapping[str, str] = ON, seconds: int = 0
    ) -> GameState:
        after, events = apply(state, action, NOW + timedelta(seconds=seconds), lambda word: word != "KALEMR")
        loaded = LoadedTable(Scope(chat), state, 1, settings, is_duplicate=False)
        self.reviews.queue_notices(loaded, Step(after, tuple(events)))
        return after

    async def all_told(self) -> list[str]:
        await self.reviews.drain_notices(60)
        return [page.text for _, page in self.pages]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    monkeypatch.setattr(analysis_jobs, "time_left_check", lambda _: think_for_steps(30))
    return Told(tmp_path)


def kalem(state: GameState, word: str = "KALEM") -> Place:
    return place_play(state, f"8F {word}")


async def test_a_move_as_good_as_the_best_has_a_short_word_and_no_picture(told: Told) -> None:
    told.play(against_computer(), Pass(KIRAZ))
    await told.all_told()
    best = decode_reviewed_turn(told.found[told.jobs[0]]).best.play
    assert best is not None
    told.pages.clear()
    told.play(against_computer(), Place(KIRAZ, best.tiles))
    (text,) = await told.all_told()
    assert text.startswith("✓ <b>1. tur</b>: ")
    assert told.pages[0][1].sketch is None


async def test_a_worse_move_is_told_with_a_picture_and_what_is_hidden_changes_nothing(told: Told) -> None:
    dealt = against_computer(turns=4)
    for state in (dealt, reshuffle_hidden(dealt, 1), reshuffle_hidden(dealt, 2)):
        told.play(state, Pass(KIRAZ))
    texts = await told.all_told()
    assert len(texts) == 3
    assert len(set(texts)) == 1
    assert len(set(told.jobs)) == 1
    assert {user for user, _ in told.pages} == {KIRAZ}
    assert texts[0].startswith("🔍 <b>5. tur</b>: ")
    assert TEXTS.plain("tr", "lexicon-tr") in texts[0]
    first, *others = [page.sketch and page.sketch.content for _, page in told.pages]
    assert first is not None
    assert others == [first] * 2


async def test_nobody_else_is_told(told: Told) -> None:
    state = against_computer()
    for settings in ({}, {"reviews": "off"}):
        told.play(state, Pass(KIRAZ), settings=settings)
    for chat in (-100777, LIMON):
        told.play(state, Pass(KIRAZ), chat=chat)
    person, other = state.players
    told.play(with_fields(state, players=(person, replace(other, user=LIMON))), Pass(KIRAZ))
    told.play(with_fields(state, turn=1), Pass(COMPUTER))
    assert await told.all_told() == []
    assert not told.jobs


async def test_nothing_is_told_while_a_play_may_be_challenged(told: Told) -> None:
    state = against_computer(options={"challenge": "five"})
    open_ = told.play(state, kalem(state))
    assert open_.pending is not None
    assert await told.all_told() == []
    told.play(open_, Pass(COMPUTER), seconds=1)
    (text,) = await told.all_told()
    assert "1. tur" in text


async def test_a_play_that_was_challenged_off_is_told_as_such(told: Told) -> None:
    state = against_computer(options={"challenge": "five"})
    open_ = told.play(state, kalem(state, "KALEMR"))
    told.play(open_, Challenge(COMPUTER, ("KALEMR",), 1), seconds=1)
    (text,) = await told.all_told()
    assert "itiraz üzerine geçersiz sayıldı" in text


async def test_a_play_that_was_taken_back_or_closed_at_another_worker_is_not_told(told: Told) -> None:
    state = against_computer(options={"take-back": "20"})
    told.play(told.play(state, kalem(state)), TakeBack(KIRAZ, 1), seconds=1)
    assert await told.all_told() == []
    elsewhere, _ = apply(told.play(state, kalem(state)), Timeout(), NOW + timedelta(seconds=21), lambda _: True)
    later, _ = apply(elsewhere, Pass(COMPUTER), NOW + timedelta(seconds=22), lambda _: True)
    assert isinstance(later, GameState)
    told.play(later, Surrender(KIRAZ), seconds=23)
    assert await told.all_told() == []
    assert not told.jobs


async def wait_for_review(private: ChatSession) -> SentMessage:
    while True:
        (message,) = await private.wait_messages()
        if message.html.startswith(("🔍", "✓")):
            return message


async def play_in(talk: ChatSession, turns: int, *, reviews: bool = False) -> None:
    await talk.harness.store.save_setting(Scope(KIRAZ), "reviews", "on" if reviews else None)
    await talk.put_table(against_computer(turns))
    await talk.say_and_wait(KIRAZ, "/pas" if talk.language == "tr" else "/pass")


async def test_a_review_comes_once_it_is_wished_as_a_message_of_its_own_and_to_nobody_else(
    harness: BotHarness, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AnalysisProcess, "run_job", told.run_job)
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ, "uk")
    await harness.store.save_setting(Scope(talk.chat_id), "reviews", "on")
    await play_in(talk, 2, reviews=True)
    await play_in(private, 2)
    since = harness.last_call_number
    await play_in(private, 6, reviews=True)
    # The moves before came first, had they been reviewed.
    review = await wait_for_review(private)
    assert review.html.startswith(f"🔍 <b>{TEXTS.plain('uk', 'analysis-turn-number', number='7')}</b>: ")
    assert review.is_photo
    await private.check_silence(KIRAZ)
    said = [call for call in harness.playground.journal.find_entries(after=since) if call.method.startswith("send")]
    assert {str(call.parameters["chat_id"]) for call in said} == {str(KIRAZ)}


async def test_they_are_offered_once_with_bot_in_private_after_the_first_game(harness: BotHarness) -> None:
    private = await harness.private_chat(KIRAZ)
    await harness.redis.delete(keys.game(private.scope))
    await harness.store.save_setting(private.scope, "reviews", None)
    offer = private.text_html("reviews-offer")
    assert (await private.say_and_wait(KIRAZ, "/bot")).html != offer, "nothing was played yet"
    await harness.store.players.add_finished_game(KIRAZ, private.scope, "0" * 8)
    offered = await private.say_and_wait(KIRAZ, "/bot")
    assert offered.html == offer
    assert (await private.say_and_wait(KIRAZ, "/bot")).html != offer, "it was offered"
    await private.press_kind(KIRAZ, offered, "set")
    on = f"✓ {private.text_plain('value-reviews-on')}"
    shown = await private.wait_edited(offered, "editMessageText")
    assert on in [one["text"] for one in shown.buttons]
    assert (await harness.store.load_settings(private.chat_id))["reviews"] == "on"
