"""What holds in every game of Klepka, tried on random ones."""

from collections import Counter
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.klepka.actions import Action, Form
from engine.klepka.deck import REWARDS
from engine.klepka.events import CardsRevealed, Event, GameEnded, WordFormed
from engine.klepka.family import Klepka
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from engine.timekeeping import deadline
from tests.support.klepka import count_cards, play_numbers, started_game

LONGEST = 150
VALUES = {  # RULES §6.2
    **dict.fromkeys("ОАИНЕІРТВ", 1),
    **dict.fromkeys("КМСДЛП", 2),
    **dict.fromkeys("У", 3),
    **dict.fromkeys("БГЗЯ", 4),
    **dict.fromkeys("ЙХЧЬ", 5),
    **dict.fromkeys("ЖЇЦШ", 6),
    **dict.fromkeys("Ю", 7),
    **dict.fromkeys("ЄФЩ", 8),
}


@st.composite
def runs(draw: st.DrawFn) -> list[int]:
    """Numbers for a random game; a failing game is shortened from its end."""
    chance, length = Random(draw(st.integers(0, 2**32))), draw(st.integers(0, LONGEST))
    return [chance.randrange(2**20) for _ in range(length)]


@st.composite
def openings(draw: st.DrawFn) -> GameState:
    """A game just begun, of any deck, options and number of players."""
    return started_game(
        draw(st.integers(2, 6)),
        secret=f"{draw(st.integers(0, 2**32)):064x}",
        deck=draw(st.sampled_from(["full", "chat", "quick"])),
        repeats=draw(st.sampled_from(["allowed", "forbidden"])),
        double=draw(st.sampled_from(["colour", "off", "host"])),
        clock=draw(st.sampled_from(["none", "phases"])),
    )


@settings(max_examples=20)
@given(openings(), runs())
def test_no_card_is_lost_or_made(state: GameState, numbers: list[int]) -> None:
    for _, _, _, after, _ in play_numbers(state, numbers):
        collections = [player.cards for player in after.players]
        assert count_cards(after.table, collections, after.discarded) == Counter(after.ruleset.cards.all_cards)


def value(word: str, cards: tuple[str, ...], stand_ins: tuple[str, ...], *, colours: bool) -> int:
    """What a word brings, by RULES §6.6 written plainly."""
    used = [card[0] for card in cards]
    assert Counter(word) - Counter(used) == Counter({ch: word.count(ch) - used.count(ch) for ch in stand_ins})
    points = sum(VALUES[letter] for letter in used)
    return points * 2 if colours and len({card[1] for card in cards}) == 1 else points


@settings(max_examples=20)
@given(openings(), runs())
def test_a_word_brings_what_the_independent_scorer_says(state: GameState, numbers: list[int]) -> None:
    for before, asked, _, after, events in play_numbers(state, numbers):
        formed = next((event.word for event in events if isinstance(event, WordFormed)), None)
        if formed is None or not isinstance(asked, Form):
            continue
        colours = before.ruleset.double == "colour"
        assert formed.score == value(formed.word, formed.cards, formed.polysemies, colours=colours)
        assert after.players[formed.seat].score == before.players[formed.seat].score + formed.score
        mine, rest = before.players[formed.seat].cards, after.players[formed.seat].cards
        gone = Counter(mine) - Counter(rest)
        assert gone == Counter(formed.cards) + Counter({"polysemy": len(formed.polysemies)})


@settings(max_examples=20)
@given(openings(), runs())
def test_what_is_turned_up_is_taken_in_pairs_and_rewards(state: GameState, numbers: list[int]) -> None:
    for before, _, _, after, events in play_numbers(state, numbers):
        shown = next((event for event in events if isinstance(event, CardsRevealed)), None)
        if shown is None:
            continue
        letters = Counter(card.card[0] for card in shown.cards if card.card not in REWARDS)
        taken = Counter(card.card[0] for card in shown.cards if card.taken and card.card not in REWARDS)
        assert taken == Counter({face: count // 2 * 2 for face, count in letters.items() if count > 1})
        assert all(card.taken for card in shown.cards if card.card in REWARDS)
        for card in shown.cards:
            assert before.table[card.position - 1] == card.card
            assert after.table[card.position - 1] == ("" if card.taken else card.card)
        lying = sum(bool(card) for card in after.table)
        assert shown.again == (min(2, lying) if taken else 0)


@settings(max_examples=20)
@given(openings(), runs())
def test_scores_are_the_words_of_each_player(state: GameState, numbers: list[int]) -> None:
    for _, _, _, after, _ in play_numbers(state, numbers):
        words = Counter(dict.fromkeys(range(len(after.players)), 0))
        for word in after.words:
            words[word.seat] += word.score
        extra = {final.seat: final.adjustment for final in after.outcome.finals} if after.outcome else {}
        for seat, player in enumerate(after.players):
            assert player.score == words[seat] + extra.get(seat, 0)


@settings(max_examples=10)
@given(openings(), runs())
def test_everything_survives_the_codec(state: GameState, numbers: list[int]) -> None:
    family = Klepka()
    for _, asked, _, after, events in play_numbers(state, numbers):
        view = family.view(after, None)
        assert msgspec.json.decode(msgspec.json.encode(after), type=GameState) == after
        assert msgspec.json.decode(msgspec.json.encode(asked), type=Action) == asked
        assert msgspec.json.decode(msgspec.json.encode(events), type=tuple[Event, ...]) == events
        assert msgspec.json.decode(msgspec.json.encode(view), type=GameView) == view


@settings(max_examples=20)
@given(openings(), runs())
def test_a_running_game_has_an_active_player_on_turn_with_something_to_do(state: GameState, numbers: list[int]) -> None:
    for _, _, _, after, events in play_numbers(state, numbers):
        assert any(isinstance(event, GameEnded) for event in events) == (after.outcome is not None)
        if after.outcome is not None:
            assert deadline(after) is None
            continue
        assert after.players[after.turn].active
        assert sum(player.active for player in after.players) > 1
        assert after.phase == "words" or after.flips > 0
        assert after.phase != "words" or any(after.table) or not after.players[after.turn].passed
        assert (deadline(after) is None) == (after.clocks.paused is not None or after.ruleset.clock_rule is None)


@settings(max_examples=20)
@given(openings(), runs())
def test_an_ending_names_every_seat_once_in_the_order_of_places(state: GameState, numbers: list[int]) -> None:
    for _, _, _, after, _ in play_numbers(state, numbers):
        if after.outcome is None or after.outcome.reason == "cancelled":
            continue
        finals = after.outcome.finals
        assert sorted(final.seat for final in finals) == list(range(len(after.players)))
        assert [final.place for final in finals] == sorted(final.place for final in finals)
        assert after.outcome.winners == tuple(final.seat for final in finals if final.place == 1)
        assert all(after.players[final.seat].score == final.score for final in finals)
        assert all(after.players[seat].active for seat in after.outcome.winners)


def test_random_games_reach_the_endings_so_that_the_laws_see_them() -> None:
    reasons: set[str] = set()
    told: set[str] = set()
    endings = {"cleared", "surrender", "cancelled"}
    for number in range(120):
        if endings <= reasons:
            break
        state = started_game(2, secret=f"{number:064x}", deck="quick", clock=("none", "phases")[number % 2])
        chance = Random(number)
        for _, _, _, after, events in play_numbers(state, (chance.randrange(2**20) for _ in range(400))):
            told.update(type(event).__name__ for event in events)
            if after.outcome is not None:
                reasons.add(after.outcome.reason)
    assert endings <= reasons
    assert told >= {"WordFormed", "CardsRevealed", "CardsTraded", "TableShuffled", "TurnPassed", "WordsTimedOut"}
