"""Reviews of a person's own moves: told in the private chat against computers, of what the person could see alone."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.families.crossword import analysis_jobs
from bot.families.crossword.move_reviews import MoveReviews
from bot.families.crossword.stored_analysis import decode_reviewed_turn
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
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import NOW, game, place_play, with_fields
from tests.support.languages import LANGUAGES
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


def reshuffled(state: GameState, seed: int) -> GameState:
    """The same for Kiraz: the computer's rack and the bag mixed together and dealt again."""
    person, computer = state.players
    tiles = [*computer.rack, *state.bag]
    Random(seed).shuffle(tiles)
    many = len(computer.rack)
    hidden = replace(computer, rack=tuple(tiles[:many]))
    return with_fields(state, players=(person, hidden), bag=tuple(tiles[many:]), secret="00" * 32)


def think_for_steps(number: int) -> Callable[[float], Callable[[], bool]]:
    def begin(_: float) -> Callable[[], bool]:
        left = count(number, -1)
        return lambda: next(left) > 0

    return begin


class Told:
    """Reviews as a chat gets them, with the process's work done at once."""

    def __init__(self, folder: Path) -> None:
        self.pages: list[tuple[int, PrivatePage]] = []
        self.jobs: list[bytes] = []
        messaging = MessagingServices(cast("Any", None), cast("Any", self), cast("Any", None), TEXTS, cast("Any", self))
        self.reviews = MoveReviews(messaging, AnalysisServices(cast("Any", self), cast("Any", None), folder))

    async def locale_of_user(self, user: int) -> str:
        return "tr" if user else ""

    async def send_page(self, user: int, page: PrivatePage, _: Scope) -> None:
        self.pages.append((user, page))

    async def run_job(self, module: str, name: str, data: bytes, *, seconds: int) -> bytes:
        assert seconds
        self.jobs.append(data)
        done: bytes = getattr(import_module(module), name)(data)
        return done

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
    monkeypatch.setattr(analysis_jobs, "time_left_check", think_for_steps(30))
    return Told(tmp_path)


def kalem(state: GameState, word: str = "KALEM") -> Place:
    return place_play(state, f"8F {word}")


async def test_a_worse_move_is_told_with_the_better_one_and_a_picture(told: Told) -> None:
    told.play(against_computer(turns=4), Pass(KIRAZ))
    (text,) = await told.all_told()
    ((user, page),) = told.pages
    assert user == KIRAZ
    assert text.startswith("🔍 <b>5. tur</b>: ")
    assert TEXTS.plain("tr", "lexicon-tr") in text
    assert page.sketch is not None


async def test_a_move_as_good_as_the_best_has_a_short_word_and_no_picture(told: Told) -> None:
    told.play(against_computer(), Pass(KIRAZ))
    await told.all_told()
    best = decode_reviewed_turn(analysis_jobs.review_move(told.jobs[0])).best.play
    assert best is not None
    told.pages.clear()
    told.play(against_computer(), Place(KIRAZ, best.tiles))
    (text,) = await told.all_told()
    assert text.startswith("✓ <b>1. tur</b>: ")
    assert told.pages[0][1].sketch is None


@pytest.mark.parametrize("action", [Pass(KIRAZ), kalem(against_computer())])
async def test_what_is_hidden_changes_nothing_of_what_is_told(told: Told, action: Action) -> None:
    dealt = against_computer()
    for state in (dealt, reshuffled(dealt, 1), reshuffled(dealt, 2)):
        told.play(state, action)
    texts = await told.all_told()
    assert len(texts) == 3
    assert len(set(texts)) == 1
    assert len(set(told.jobs)) == 1
    pictures = [None if page.sketch is None else page.sketch.content for _, page in told.pages]
    assert pictures == [pictures[0]] * 3


@pytest.mark.parametrize("settings", [{}, {"reviews": "off"}])
async def test_who_does_not_want_reviews_gets_none(told: Told, settings: dict[str, str]) -> None:
    told.play(against_computer(), Pass(KIRAZ), settings=settings)
    assert await told.all_told() == []
    assert not told.jobs


async def test_neither_groups_nor_the_chats_of_others_nor_people_among_themselves_nor_computers_get_any(
    told: Told,
) -> None:
    state = against_computer()
    for chat in (-100777, LIMON):
        told.play(state, Pass(KIRAZ), chat=chat)
    person, other = state.players
    told.play(with_fields(state, players=(person, replace(other, user=LIMON))), Pass(KIRAZ))
    told.play(with_fields(state, turn=1), Pass(COMPUTER))
    assert await told.all_told() == []


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


async def test_a_play_that_was_taken_back_is_not_told(told: Told) -> None:
    state = against_computer(options={"take-back": "20"})
    open_ = told.play(state, kalem(state))
    assert await told.all_told() == []
    told.play(open_, TakeBack(KIRAZ, 1), seconds=1)
    assert await told.all_told() == []
    assert not told.jobs


async def test_a_play_that_closed_at_another_worker_is_not_told_with_a_later_move(told: Told) -> None:
    state = against_computer(options={"take-back": "20"})
    open_ = told.play(state, kalem(state))
    elsewhere, _ = apply(open_, Timeout(), NOW + timedelta(seconds=21), lambda _: True)
    later, _ = apply(elsewhere, Pass(COMPUTER), NOW + timedelta(seconds=22), lambda _: True)
    assert isinstance(later, GameState)
    told.play(later, Surrender(KIRAZ), seconds=23)
    assert await told.all_told() == []


async def wait_for_review(private: ChatSession) -> SentMessage:
    while True:
        (message,) = await private.wait_messages()
        if message.html.startswith(("🔍", "✓")):
            return message


async def play_in(talk: ChatSession, turns: int, *, reviews: bool = False) -> None:
    await talk.harness.store.save_setting(Scope(KIRAZ), "reviews", "on" if reviews else None)
    await talk.put_table(against_computer(turns))
    await talk.say_and_wait(KIRAZ, "/pas" if talk.language == "tr" else "/pass")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_review_comes_once_it_is_wished_and_as_a_message_of_its_own(harness: BotHarness, language: str) -> None:
    private = await harness.private_chat(KIRAZ, language)
    await play_in(private, 2)
    await play_in(private, 6, reviews=True)
    # The move before came first, had it been reviewed.
    review = await wait_for_review(private)
    heading = TEXTS.plain(language, "analysis-turn-number", number="7")
    assert review.html.startswith(f"🔍 <b>{heading}</b>: ")
    assert review.is_photo
    await private.check_silence(KIRAZ)


async def test_a_group_is_told_nothing_and_no_other_person_either(harness: BotHarness) -> None:
    talk, private, other = (
        await harness.new_group(),
        await harness.private_chat(KIRAZ),
        await harness.private_chat(LIMON),
    )
    await harness.store.save_setting(Scope(talk.chat_id), "reviews", "on")
    await other.start_watching()
    await play_in(talk, 2, reviews=True)
    since = harness.last_call_number
    await play_in(private, 6, reviews=True)
    assert "<b>7. tur</b>" in (await wait_for_review(private)).html
    await harness.wait_until_idle()
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
