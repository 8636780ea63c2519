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
from engine.klepka.simulate import simulate_game
from engine.klepka.state import GameState
from engine.klepka.view import FormedWord, GameView, Outcome
from engine.lexicon import load_lexicon
from engine.timekeeping import deadline
from tests.support.klepka import count_cards, klepka_rules, play_numbers, started_game

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
def test_every_step_keeps_the_laws(state: GameState, numbers: list[int]) -> None:
    for before, asked, _, after, events in play_numbers(state, numbers):
        collections = [player.cards for player in after.players]
        assert count_cards(after.table, collections, after.discarded) == Counter(after.ruleset.cards.all_cards)
        for event in events:
            if isinstance(event, WordFormed) and isinstance(asked, Form):
                a_word_brings_what_the_rules_say(before, after, event.word)
            if isinstance(event, CardsRevealed):
                what_is_turned_up_is_taken_in_pairs_and_rewards(before, after, event)
        everything_survives_the_codec(asked, after, events)
        assert any(isinstance(event, GameEnded) for event in events) == (after.outcome is not None)
        scores_are_the_words_of_each_player(after)
        if after.outcome is None:
            an_active_player_has_something_to_do(after)
        else:
            assert deadline(after) is None
            if after.outcome.reason != "cancelled":
                an_ending_names_every_seat_once_in_the_order_of_places(after, after.outcome)


def a_word_brings_what_the_rules_say(before: GameState, after: GameState, formed: FormedWord) -> None:
    """RULES §6.6 written plainly."""
    used, helped = [card[0] for card in formed.cards], formed.polysemies
    word = formed.word
    assert Counter(word) - Counter(used) == Counter({ch: word.count(ch) - used.count(ch) for ch in helped})
    doubled = before.ruleset.double == "colour" and len({card[1] for card in formed.cards}) == 1
    assert formed.score == sum(VALUES[letter] for letter in used) * (2 if doubled else 1)
    mine, rest = before.players[formed.seat], after.players[formed.seat]
    assert rest.score == mine.score + formed.score
    assert Counter(mine.cards) - Counter(rest.cards) == Counter(formed.cards) + Counter({"polysemy": len(helped)})


def what_is_turned_up_is_taken_in_pairs_and_rewards(before: GameState, after: GameState, shown: CardsRevealed) -> None:
    letters = Counter(card.card[0] for card in shown.cards if card.card not in REWARDS)
    taken = Counter(card.card[0] for card in shown.cards if card.taken and card.card not in REWARDS)
    assert taken == Counter({face: count // 2 * 2 for face, count in letters.items() if count > 1})
    assert all(card.taken for card in shown.cards if card.card in REWARDS)
    for card in shown.cards:
        assert before.table[card.position - 1] == card.card
        assert after.table[card.position - 1] == ("" if card.taken else card.card)
    assert shown.again == (min(2, sum(map(bool, after.table))) if taken else 0)


def scores_are_the_words_of_each_player(after: GameState) -> None:
    extra = {final.seat: final.adjustment for final in after.outcome.finals} if after.outcome else {}
    for seat, player in enumerate(after.players):
        assert player.score == sum(word.score for word in after.words if word.seat == seat) + extra.get(seat, 0)


def everything_survives_the_codec(asked: Action, after: GameState, events: tuple[Event, ...]) -> None:
    view = Klepka().view(after, None)
    assert msgspec.json.decode(msgspec.json.encode(after), type=GameState) == after
    assert msgspec.json.decode(msgspec.json.encode(asked), type=Action) == asked
    assert msgspec.json.decode(msgspec.json.encode(events), type=tuple[Event, ...]) == events
    assert msgspec.json.decode(msgspec.json.encode(view), type=GameView) == view


def an_active_player_has_something_to_do(after: GameState) -> None:
    assert after.players[after.turn].active
    assert sum(player.active for player in after.players) > 1
    assert after.phase == "words" or after.flips > 0
    assert after.phase != "words" or any(after.table) or not after.players[after.turn].passed
    assert (deadline(after) is None) == (after.clocks.paused is not None or after.ruleset.clock_rule is None)


def an_ending_names_every_seat_once_in_the_order_of_places(after: GameState, outcome: Outcome) -> None:
    finals = outcome.finals
    assert sorted(final.seat for final in finals) == list(range(len(after.players)))
    assert [final.place for final in finals] == sorted(final.place for final in finals)
    assert outcome.winners == tuple(final.seat for final in finals if final.place == 1)
    assert all(after.players[final.seat].score == final.score for final in finals)
    assert all(after.players[seat].active for seat in outcome.winners)


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


WORDS = load_lexicon("uk")


def test_a_seed_and_a_number_name_one_game() -> None:
    first, again = (simulate_game(klepka_rules(deck="quick"), 2, "s", 1, WORDS) for _ in range(2))
    assert first == again
    for seed, number in (("s", 2), ("t", 1)):
        assert simulate_game(klepka_rules(deck="quick"), 2, seed, number, WORDS).state.words != first.state.words


@settings(max_examples=3)
@given(st.sampled_from(["quick", "chat", "full"]), st.integers(2, 6), st.integers(1, 2**32))
def test_games_are_played_to_their_end_and_keep_every_card(deck: str, players: int, number: int) -> None:
    ruleset = klepka_rules(deck=deck)
    state = simulate_game(ruleset, players, "endings", number, WORDS).state
    assert state.outcome is not None
    assert all(word.word in WORDS for word in state.words)
    collections = [player.cards for player in state.players]
    assert count_cards(state.table, collections, state.discarded) == Counter(ruleset.cards.all_cards)
