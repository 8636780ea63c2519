"""Games of Klepka that the engine plays with itself, the same in every run."""

from collections.abc import Iterator, Sequence

from bot.families import samples
from engine.game import Table, apply, view
from engine.klepka.events import CardsRevealed, Event
from engine.klepka.simulate import random_move, remember
from engine.klepka.state import GameState
from engine.klepka.view import GameView, with_revealed
from engine.lexicon import lexicon
from engine.rng import Draws


def cards(names: Sequence[str], number: int = 1, **options: str) -> Iterator[GameView]:
    """A game of Klepka to its end: the public view after every action, with the cards that were turned up."""
    table = samples.lobby("klepka", names, number, **{"clock": "none"} | options)
    words = lexicon(table.ruleset.lexicon)
    draws, seen = Draws(f"sample:{number}"), dict[int, str]()
    state: Table | None = samples.begun(table, number, words)
    while isinstance(state, GameState) and state.outcome is None:
        action, draws = random_move(state, seen, draws, words)
        step = apply(state, action, samples.BEGUN, words.__contains__)
        state, told = step.table, tuple(event for event in step.events if isinstance(event, CardsRevealed))
        seen = remember(seen, tuple(event for event in step.events if isinstance(event, Event)))
        seen_now = view(step.table, None) if isinstance(step.table, GameState) else None
        if isinstance(seen_now, GameView):
            yield with_revealed(seen_now, told[-1].cards) if told else seen_now
