"""Cards face down, their order and the seed stand in no view and no event; collections are open to all."""

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.errors import EngineError
from engine.klepka.actions import Flip
from engine.klepka.events import CardsRevealed, GameEnded
from engine.klepka.family import Klepka
from engine.klepka.rules import apply
from engine.klepka.state import GameState
from engine.klepka.view import RevealedCard
from engine.rng import Draws, commitment
from tests.support.klepka import (
    NOW,
    OUTSIDER,
    SECRET,
    USERS,
    accepts_any_word,
    action_of_number,
    apply_step,
    cards_of_signs,
    flip,
    game,
    play_numbers,
    started_game,
    surrender,
)

FAMILY = Klepka()


@st.composite
def positions(draw: st.DrawFn) -> GameState:
    state = started_game(draw(st.integers(2, 4)), secret=f"{draw(st.integers(0, 2**32)):064x}", deck="quick")
    chance = Random(draw(st.integers(0, 2**32)))
    for _, _, _, after, _ in play_numbers(state, [chance.randrange(2**20) for _ in range(draw(st.integers(0, 60)))]):
        if after.outcome is not None:
            break
        state = after
    return state


def relaid(state: GameState, seed: int) -> GameState:
    """The same game with all that is hidden changed: the cards face down, the seed, the secret."""
    chance = Random(seed)
    lying = [card for card in state.table if card]
    chance.shuffle(lying)
    rest = iter(lying)
    secret = f"{chance.getrandbits(256):064x}"
    return replace(
        state,
        table=tuple(card and next(rest) for card in state.table),
        draws=Draws(f"{chance.getrandbits(256):064x}", chance.randrange(1000)),
        secret=secret,
        commitment=commitment(secret),
    )


def seen(state: GameState, user: int | None) -> bytes:
    return msgspec.json.encode(FAMILY.view(state, user))


@settings(max_examples=20)
@given(positions(), st.integers(0, 2**32))
def test_a_view_shows_nothing_of_what_is_hidden(state: GameState, seed: int) -> None:
    for user in (None, OUTSIDER, *(player.user for player in state.players)):
        assert seen(relaid(state, seed), user) == seen(state, user)


@settings(max_examples=20)
@given(positions(), st.integers(0, 2**32))
def test_nothing_but_turning_cards_up_tells_of_what_is_hidden(state: GameState, seed: int) -> None:
    for number in range(seed, seed + 8):
        asked = action_of_number(state, number)
        if isinstance(asked, Flip):
            continue
        told = []
        for one in (state, relaid(state, seed)):
            try:
                after, events = apply(one, asked, NOW, accepts_any_word)
            except EngineError as error:
                told.append(str(error).encode())
                continue
            shown = [FAMILY.redact(event, None) for event in events if not isinstance(event, GameEnded)]
            told.append(msgspec.json.encode(shown) + seen(after, None))
        assert told[0] == told[1]


@settings(max_examples=10)
@given(positions())
def test_seed_and_secret_stand_in_no_view_and_no_event(state: GameState) -> None:
    texts = [seen(state, user).decode() for user in (None, *(player.user for player in state.players))]
    for number in range(10):
        try:
            _, events = apply(state, action_of_number(state, number), NOW, accepts_any_word)
        except EngineError as error:
            texts.append(str(error))
            continue
        texts.extend(str(event) for event in events if not isinstance(event, GameEnded))
    assert not any(state.draws.seed in text or state.secret in text for text in texts)


def test_only_the_event_shows_cards_turned_up_and_no_view_does_afterwards() -> None:
    state = game("АБ*В", "", "")
    after, (revealed,) = apply_step(state, flip(state, 1, 2))
    assert revealed == CardsRevealed(
        0, (RevealedCard(1, "АY", taken=False), RevealedCard(2, "БY", taken=False)), extra=False, again=0
    )
    for user in (None, *USERS[:2]):
        view = FAMILY.view(after, user)
        assert (view.revealed, view.table) == ((), (True,) * 4)
        assert "АY" not in seen(after, user).decode()


def test_every_collection_is_open_and_sorted() -> None:
    state = game("АБ", "*вЩВ=а", "#Ґ")
    for user in (None, USERS[0], OUTSIDER):
        view = FAMILY.view(state, user)
        assert [seat.cards for seat in view.seats] == [cards_of_signs("аВвЩ*="), cards_of_signs("Ґ#")]
    assert [FAMILY.view(state, user).viewer for user in (None, USERS[1], OUTSIDER)] == [None, 1, None]


def test_the_secret_is_shown_when_the_game_is_over() -> None:
    state = game("АБ", "", "")
    _, events = apply_step(state, surrender(state))
    (ended,) = (event for event in events if isinstance(event, GameEnded))
    assert ended.secret == SECRET
    assert FAMILY.redact(ended, None) == ended
