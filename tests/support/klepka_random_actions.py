"""Random games of Klepka for laws: numbers become actions, mostly legal, so that failing games can be shortened."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from random import Random

from engine.clock import Pause, Remind, Resume, Timeout
from engine.errors import EngineError
from engine.klepka.actions import Action, Chaos, DoubleWord, Flip, Form, Trade
from engine.klepka.deck import colour_of, face_down_positions
from engine.klepka.events import Event
from engine.klepka.rules import apply
from engine.klepka.state import GameState
from engine.turns import Cancel, Pass, Surrender
from tests.support.klepka import NOW, OUTSIDER, accepts_any_word

_KINDS = {
    "form": 30,
    "flip": 60,
    "match": 40,
    "pass": 20,
    "trade": 10,
    "chaos": 5,
    "double": 6,
    "garbage": 8,
    "clock": 12,
    "surrender": 0.6,
    "cancel": 0.2,
}


def random_letters(state: GameState, chance: Random) -> str:
    """Some letters of the player on turn in a row, now and then one of them by polysemy."""
    letters = [card[0] for card in state.players[state.turn].cards if colour_of(card)]
    chosen = chance.sample(letters, min(len(letters), chance.randint(2, 6)))
    return "".join(f"[{letter}]" if chance.random() < 0.15 else letter for letter in chosen)


def random_matching_positions(state: GameState, chance: Random) -> tuple[int, ...]:
    """Positions of equal letters, as nobody could know them, and others to make up the number."""
    lying = list(face_down_positions(state.table))
    chance.shuffle(lying)
    lying.sort(key=lambda position: state.table[position - 1][:1])
    start = chance.randrange(len(lying) + 1)
    return tuple((lying[start:] + lying[:start])[: state.flips])


def random_trade(state: GameState, chance: Random) -> Trade:
    """Any card of anybody for any of anybody else."""
    giver, owner = (chance.choice(state.players) for _ in range(2))
    give, take = (chance.choice((*player.cards, "ОY", "А", "chaos", "")) for player in (giver, owner))
    return Trade(giver.user, give, owner.user, take)


def random_garbage_action(state: GameState, chance: Random) -> Action:
    """Anything by anybody."""
    user = chance.choice((*(player.user for player in state.players), OUTSIDER))
    positions = tuple(chance.randint(-2, len(state.table) + 2) for _ in range(chance.randint(0, 6)))
    word = "".join(chance.choice("аоинґ'[] z1") for _ in range(chance.randint(0, 9)))
    choices: tuple[Action, ...] = (
        Flip(user, positions),
        Form(user, word),
        Pass(user),
        Chaos(user),
        Trade(user, word, OUTSIDER, word),
        DoubleWord(user, word),
    )
    return chance.choice(choices)


def random_double(state: GameState, chance: Random) -> DoubleWord:
    """A word that was formed lately, or one that perhaps was not."""
    return DoubleWord(state.host, chance.choice((*(word.word for word in state.words[-3:]), "ВОДА")))


def random_clock_action(state: GameState, chance: Random) -> Action:
    """Something that the clock or its keepers ask."""
    user = state.players[state.turn].user
    choices: tuple[Action, ...] = (Timeout(), Remind(), Pause(user), Resume(user))
    return chance.choice(choices)


_MAKERS: Mapping[str, Callable[[GameState, Random], Action]] = {
    "form": lambda state, chance: Form(state.players[state.turn].user, random_letters(state, chance)),
    "flip": lambda state, chance: Flip(
        state.players[state.turn].user, tuple(chance.sample(face_down_positions(state.table), state.flips))
    ),
    "match": lambda state, chance: Flip(state.players[state.turn].user, random_matching_positions(state, chance)),
    "pass": lambda state, _: Pass(state.players[state.turn].user),
    "trade": random_trade,
    "chaos": lambda state, chance: Chaos(chance.choice(state.players).user),
    "double": random_double,
    "garbage": random_garbage_action,
    "clock": random_clock_action,
    "surrender": lambda state, chance: Surrender(chance.choice(state.players).user),
    "cancel": lambda state, _: Cancel(state.players[state.turn].user),
}


def action_of_number(state: GameState, number: int) -> Action:
    """The action that a number stands for in this state."""
    chance = Random(number)
    kind = chance.choices(tuple(_KINDS), tuple(_KINDS.values()))[0]
    return _MAKERS[kind](state, chance)


def play_numbers(
    state: GameState, numbers: Iterable[int]
) -> Iterable[tuple[GameState, Action, datetime, GameState, tuple[Event, ...]]]:
    """Play numbers as actions until the game ends: the state before, the action, its instant, the state after, events.

    A refused action leads nowhere: the state after is the one before, without events.
    """
    now = NOW
    for number in numbers:
        now += timedelta(seconds=number % 41)
        asked = action_of_number(state, number)
        try:
            done, events = apply(state, asked, now, accepts_any_word)
        except EngineError:
            yield state, asked, now, state, ()
            continue
        yield state, asked, now, done, events
        state = done
        if state.outcome is not None:
            return
