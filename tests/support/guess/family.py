"""The guessing game as the engine knows it."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final, get_args

import pytest

from engine import computer_players, families, timekeeping
from engine.family_protocol import Judge, Stored
from engine.game import Action, Table
from engine.lexicon import Lexicon, load_lexicon
from engine.lobby_seats import Begin
from engine.rng import Draws
from engine.seat_figures import CountedPlay, FiguresTally, SeatFigures
from engine.table_log import LogEntry, apply_with_lexicon, open_seated_table
from engine.vocabulary import Vocabulary
from tests.support.guess import rules
from tests.support.guess.rules import (
    SCHEMA,
    GameEnded,
    GameStarted,
    GameState,
    GameView,
    Guess,
    LetterPeeked,
    OwnAction,
    OwnEvent,
    Ruleset,
    WordGuessed,
    problems,
)


class Guessing:
    ruleset: Final = Ruleset
    folder: Final = Path(__file__).parent
    state: Final = GameState
    actions: Final[tuple[type[OwnAction], ...]] = get_args(OwnAction)
    events: Final[tuple[type[OwnEvent], ...]] = get_args(OwnEvent)
    views: Final = GameView
    schema: Final = SCHEMA
    migrations: Final[Mapping[int, Callable[[Stored], Stored]]] = MappingProxyType({})
    renamed_tags: Final[Mapping[str, str]] = MappingProxyType({})
    draw_events: Final = (GameStarted, LetterPeeked)
    scoring_events: Final = (WordGuessed,)
    end_event: Final = GameEnded
    enter: Final = None

    problems = staticmethod(problems)
    new_game = staticmethod(rules.new_game)
    redact = staticmethod(rules.redact)
    deadline = staticmethod(timekeeping.deadline)
    computer_due = staticmethod(computer_players.turn_due)
    due_action = staticmethod(timekeeping.due_action)

    def apply(
        self, state: GameState, action: OwnAction, now: datetime, judge: Judge, *, begins: datetime
    ) -> tuple[GameState, tuple[OwnEvent, ...]]:
        return rules.apply(state, action, now, judge, begins)

    def view(self, state: GameState, viewer: int | None) -> GameView:
        return rules.view(state, None if viewer is None else state.seat_of(viewer))

    def looks_like_action(self, text: str, words: Vocabulary) -> bool:  # noqa: ARG002 - it needs none
        """Whether a text is a guess: a word and a question mark, ``CRANE?``."""
        return text.rstrip().endswith("?") and text.rstrip(" ?").isalpha()

    def count_draws(self, event: OwnEvent) -> int:
        return int(isinstance(event, LetterPeeked))

    def seat_figures(self, seats: int, events: Sequence[OwnEvent]) -> tuple[SeatFigures, ...]:
        tally = FiguresTally(seats)
        for event in events:
            if isinstance(event, WordGuessed):
                guess = event.guess
                tally.add_play(CountedPlay(guess.seat, guess.score, ((guess.word, guess.score),)))
        return tally.to_figures()


GUESSING: Final = Guessing()


@contextmanager
def register_guess_family() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(families, "FAMILIES", (*families.FAMILIES, GUESSING))
        yield


_NOW: Final = datetime(2000, 1, 1, tzinfo=UTC)


def play_random_game(ruleset: Ruleset, players: int, seed: str, number: int) -> tuple[GameState, list[LogEntry]]:
    """A game in which everybody guesses at random, and its log."""
    words, draws = load_lexicon(ruleset.lexicon), Draws(f"{seed}:{number}")
    secret = hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()
    table, log = open_seated_table(ruleset, [f"Player {seat}" for seat in range(1, players + 1)], secret, _NOW)
    state = _apply_judged(table, Begin(1, message=number, lexicon=words.hash), words, log)
    while state.outcome is None:
        chosen, draws = draws.random_below(len(ruleset.words))
        state = _apply_judged(state, Guess(state.players[state.turn].user, ruleset.words[chosen]), words, log)
    return state, log


def _apply_judged(table: Table, action: Action, words: Lexicon, log: list[LogEntry]) -> GameState:
    after, entry = apply_with_lexicon(table, action, _NOW, words)
    if not isinstance(after, GameState):
        raise TypeError("a guessing game stays one")
    log.append(entry)
    return after
