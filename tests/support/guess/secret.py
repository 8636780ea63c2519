"""The same game without turns: each round has a hidden word, all guess it in secret, and people come in at any time.

Each may guess once a round. A round closes at its instant, whoever has guessed by then; letters in their places bring
a point each. Everybody then learns the word and all guesses.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Final, Literal, Self, assert_never, get_args

from msgspec import Struct
from msgspec.structs import replace

from engine import game_base, ruleset_base, timekeeping
from engine.clock import ClockState, ClockView, Pause, Paused, Resume, Resumed, Timeout
from engine.computer_ids import is_computer
from engine.errors import Malformed, Refusal
from engine.family_protocol import Judge, Stored
from engine.game_base import Game, GameSetup, History, rank_seats
from engine.lobby_seats import Join
from engine.messages import Action, Event
from engine.rng import Draws, commitment
from engine.ruleset_base import ON, Option, Players, switch_option
from engine.seat_figures import FiguresTally, SeatFigures
from engine.turns import Cancel, add_turn, check_running, require_seat, with_player
from engine.vocabulary import Vocabulary
from tests.support.guess.rules import FinalScore, mark_letters

SCHEMA: Final = 1
THINKING_TIME: Final = timedelta(seconds=2)
"""After so long the first computer player guesses, and after as long again each further one."""


class Ruleset(
    ruleset_base.Ruleset, Struct, frozen=True, dict=True, forbid_unknown_fields=True, tag_field="family",
    tag="guess_secret",
):  # fmt: skip
    family: ClassVar[Literal["guess_secret"]] = "guess_secret"
    main_options: ClassVar[tuple[str, ...]] = ("chat-words",)

    schema: int
    id: str
    language: str
    lexicon: str
    title: dict[str, str]
    players: Players
    letters: int
    rounds: int
    seconds: int
    words: tuple[str, ...]
    values: dict[str, int] = {}
    chat_words: bool = True
    clock: str = "none"

    @property
    def clocks(self) -> Mapping[str, object]:
        """None: a round has a time of its own."""
        return {}

    @property
    def clock_rule(self) -> None:
        return None

    @property
    def tiles(self) -> int:
        return self.letters

    @property
    def pattern(self) -> tuple[str, ...]:
        """A ``#`` for each letter."""
        return ("#" * self.letters,)

    @property
    def colours(self) -> dict[str, str]:
        """Empty: letters have no colours of their own."""
        return {}

    def options(self) -> dict[str, Option]:
        return {"chat-words": switch_option(on=self.chat_words)}

    def with_options(self, options: Mapping[str, str]) -> Self:
        return replace(self, chat_words={**self.options_in_use, **options}["chat-words"] == ON)


class Outcome(Struct, frozen=True):
    reason: Literal["spent", "cancelled"]
    winners: tuple[int, ...]
    finals: tuple[FinalScore, ...]


class SeatView(Struct, frozen=True):
    user: int
    name: str
    score: int
    active: bool = True


class ClosedRound(Struct, frozen=True):
    """What everybody learns of a round once it is closed: the word, and each seat's guess, empty for none."""

    word: str
    guesses: tuple[str, ...]


class GameView(game_base.GameView, Struct, frozen=True, tag="guess_secret"):
    ruleset: str
    language: str
    letters: int
    rounds: int
    seats: tuple[SeatView, ...]
    number: int
    closed: tuple[ClosedRound, ...]
    guessed: int
    """How many have guessed in the open round."""
    viewer: int | None
    own: str
    """The viewer's own guess in the open round."""
    outcome: Outcome | None
    history: History
    clock: ClockView | None = None


class Guess(Action, Struct, frozen=True, tag="guess_secretly"):
    by: int
    word: str


class GameStarted(Event, Struct, frozen=True, tag="guess_secret_started"):
    letters: int


class PlayerEntered(Event, Struct, frozen=True, tag="guess_entered"):
    seat: int

    @property
    def is_silent(self) -> bool:
        """Nobody is told who plays before a round closes."""
        return True


class SecretlyGuessed(Event, Struct, frozen=True, tag="guess_guessed_secretly"):
    seat: int
    word: str | None = None
    """For who guessed alone."""

    @property
    def is_silent(self) -> bool:
        """An order of guesses would tell something."""
        return True


class RoundClosed(Event, Struct, frozen=True, tag="guess_round_closed"):
    closed: ClosedRound


class GameEnded(Event, Struct, frozen=True, tag="guess_secret_ended"):
    outcome: Outcome
    secret: str


OwnAction = Guess | Timeout | Pause | Resume | Cancel
OwnEvent = GameStarted | PlayerEntered | SecretlyGuessed | RoundClosed | GameEnded | Paused | Resumed


class Player(Struct, frozen=True):
    user: int
    name: str
    score: int = 0
    guess: str = ""
    """Secret while the round is open."""
    active: bool = True


class GameState(Game, frozen=True, kw_only=True, tag="guess_secret"):
    ruleset: Ruleset
    players: tuple[Player, ...]
    word: str
    """Secret while the round is open."""
    closes: datetime
    """When the open round does, or was to when it was paused."""
    closed: tuple[ClosedRound, ...] = ()
    outcome: Outcome | None = None

    @property
    def clock_rule(self) -> None:
        return None

    @property
    def awaited(self) -> tuple[int, ...]:
        """Nobody: a round closes by itself."""
        return ()

    def may_act(self, seat: int) -> bool:
        """Whether it has not guessed yet in the open round."""
        return self.outcome is None and seat < len(self.players) and not self.players[seat].guess

    @property
    def due_at(self) -> datetime | None:
        return None if self.outcome is not None or self.clocks.paused is not None else self.closes


Result = tuple[GameState, tuple[OwnEvent, ...]]


def _apply(state: GameState, action: OwnAction, now: datetime, judge: Judge, begins: datetime) -> Result:
    match action:
        case Guess():
            return _apply_guess(state, action, now, judge)
        case Timeout():
            if state.due_at is None or now < state.due_at:
                raise Refusal("not_due")
            return _close_round(state, begins)
        case Pause():
            return timekeeping.pause_or_resume(state, action, now, begins)
        case Resume():
            stood = timedelta() if state.clocks.paused is None else begins - state.clocks.paused
            after, events = timekeeping.pause_or_resume(state, action, now, begins)
            return replace(after, closes=after.closes + stood), events
        case Cancel():
            return _end_game(state, "cancelled", ())
        case _:
            assert_never(action)


def _apply_guess(state: GameState, action: Guess, now: datetime, judge: Judge) -> Result:
    seat, word = require_seat(state, action.by), action.word.upper()
    check_running(state)
    if now > state.closes or state.players[seat].guess:
        raise Refusal("stale_button")
    if len(word) != state.ruleset.letters:
        raise Malformed("wrong_length", word=word, letters=state.ruleset.letters)
    if not judge(word):
        raise Refusal("not_words", words=(word,))
    after = with_player(state, seat, replace(state.players[seat], guess=word))
    return after, (SecretlyGuessed(seat, word),)


def _close_round(state: GameState, begins: datetime) -> Result:
    closed = ClosedRound(state.word, tuple(player.guess for player in state.players))
    players = tuple(
        replace(one, guess="", score=one.score + (mark_letters(state.word, one.guess).count("=") if one.guess else 0))
        for one in state.players
    )
    after = add_turn(replace(state, players=players, closed=(*state.closed, closed)))
    if after.number >= after.ruleset.rounds:
        return _end_game(after, "spent", (RoundClosed(closed),))
    chosen, draws = after.draws.random_below(len(after.ruleset.words))
    after = replace(after, word=after.ruleset.words[chosen], draws=draws, clocks=ClockState(started=begins))
    return replace(after, closes=begins + timedelta(seconds=after.ruleset.seconds)), (RoundClosed(closed),)


def _end_game(state: GameState, reason: Literal["spent", "cancelled"], events: tuple[OwnEvent, ...]) -> Result:
    ranks = [(-player.score,) if reason != "cancelled" else () for player in state.players]
    finals = tuple(FinalScore(seat, place, state.players[seat].score) for seat, place in rank_seats(ranks))
    winners = () if reason == "cancelled" else tuple(final.seat for final in finals if final.place == 1)
    outcome = Outcome(reason, winners, finals)
    return replace(state, outcome=outcome, clocks=ClockState()), (*events, GameEnded(outcome, state.secret))


class SecretGuessing:
    ruleset: Final = Ruleset
    folder: Final = Path(__file__).parent / "secret_rulesets"
    state: Final = GameState
    actions: Final[tuple[type[OwnAction], ...]] = get_args(OwnAction)
    events: Final[tuple[type[OwnEvent], ...]] = get_args(OwnEvent)
    views: Final = GameView
    schema: Final = SCHEMA
    migrations: Final[Mapping[int, Callable[[Stored], Stored]]] = MappingProxyType({})
    renamed_tags: Final[Mapping[str, str]] = MappingProxyType({})
    draw_events: Final = (GameStarted, RoundClosed)
    scoring_events: Final = (RoundClosed,)
    end_event: Final = GameEnded

    def problems(self, ruleset: Ruleset) -> Iterator[str]:
        if min(ruleset.rounds, ruleset.seconds, len(ruleset.words)) < 1:
            yield "rounds, seconds and words: there must be one at least"

    def new_game(self, ruleset: Ruleset, setup: GameSetup) -> Result:
        chosen, draws = Draws(setup.seed).random_below(len(ruleset.words))
        state = GameState(
            schema=SCHEMA,
            ruleset=ruleset,
            lexicon=setup.lexicon,
            players=tuple(Player(seat.user, seat.name) for seat in setup.seats),
            draws=draws,
            secret=setup.secret,
            commitment=commitment(setup.secret),
            host=setup.host,
            word=ruleset.words[chosen],
            closes=setup.begins + timedelta(seconds=ruleset.seconds),
            clocks=ClockState(started=setup.begins),
        )
        return state, (GameStarted(ruleset.letters),)

    def apply(self, state: GameState, action: OwnAction, now: datetime, judge: Judge, *, begins: datetime) -> Result:
        if state.outcome is not None:
            raise Refusal("game_over")
        return _apply(state, action, now, judge, begins)

    def enter(self, state: GameState, join: Join, now: datetime) -> Result:  # noqa: ARG002 - at any instant
        most = state.ruleset.players.most
        if len(state.players) >= most:
            raise Refusal("table_full", most=most)
        players = (*state.players, Player(join.by, join.name))
        return replace(state, players=players), (PlayerEntered(len(state.players)),)

    def view(self, state: GameState, viewer: int | None) -> GameView:
        """Without the open round's word, and of its guesses the viewer's own alone."""
        seat = None if viewer is None else state.seat_of(viewer)
        return GameView(
            state.ruleset.id,
            state.ruleset.language,
            state.ruleset.letters,
            state.ruleset.rounds,
            tuple(SeatView(one.user, one.name, one.score) for one in state.players),
            state.number,
            state.closed,
            sum(bool(one.guess) for one in state.players),
            seat,
            "" if seat is None else state.players[seat].guess,
            state.outcome,
            state.history,
        )

    def redact(self, event: OwnEvent, viewer: int | None) -> OwnEvent:
        if isinstance(event, SecretlyGuessed) and event.seat != viewer:
            return replace(event, word=None)
        return event

    def deadline(self, state: GameState) -> datetime | None:
        return state.due_at

    def computer_due(self, state: GameState) -> datetime | None:
        """When the next of the computer players guesses, one after the other."""
        computers = [seat for seat, player in enumerate(state.players) if is_computer(player.user)]
        waiting = [number for number, seat in enumerate(computers, start=1) if state.may_act(seat)]
        started = state.clocks.started
        if state.due_at is None or started is None or not waiting:
            return None
        return started + waiting[0] * THINKING_TIME

    def due_action(self, state: GameState, now: datetime) -> Timeout:  # noqa: ARG002 - nothing else is ever due
        return Timeout()

    def looks_like_action(self, text: str, words: Vocabulary) -> bool:  # noqa: ARG002 - nobody guesses in the open
        return False

    def count_draws(self, event: OwnEvent) -> int:
        return int(isinstance(event, RoundClosed))

    def seat_figures(self, seats: int, events: Sequence[OwnEvent]) -> tuple[SeatFigures, ...]:  # noqa: ARG002 - none
        return FiguresTally(seats).to_figures()


SECRET_GUESSING: Final = SecretGuessing()
