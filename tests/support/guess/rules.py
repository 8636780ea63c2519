"""The rules of the guessing game, a third family that exists in tests alone: rulesets, actions, events, views."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import ClassVar, Final, Literal, Self, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine import clock, game_base, ruleset_base, timekeeping, turns
from engine.alphabet import load_alphabet
from engine.clock import NO_CLOCK, Clock, ClockAction, ClockEvent, ClockView, Pause, Remind, Resume, Timeout
from engine.errors import Malformed, Refusal
from engine.family_protocol import Judge
from engine.game_base import GameSetup, History, TurnGame, rank_seats
from engine.messages import Action, Event
from engine.rng import Draws, commitment
from engine.ruleset_base import ON, Option, Players, switch_option
from engine.turns import Cancel, Pass, PlayerSurrendered, Surrender, with_player


class Ruleset(
    ruleset_base.Ruleset, Struct, frozen=True, dict=True, forbid_unknown_fields=True, tag_field="family", tag="guess"
):
    family: ClassVar[Literal["guess"]] = "guess"
    main_options: ClassVar[tuple[str, ...]] = ("chat-words", "clock", "guesses")

    schema: int
    id: str
    language: str
    lexicon: str
    title: dict[str, str]
    players: Players
    letters: int
    rounds: int
    round_choices: tuple[int, ...]
    found: int
    solved: int
    words: tuple[str, ...]
    values: dict[str, int] = {}
    chat_words: bool = True
    clock: str = NO_CLOCK
    clocks: dict[str, Clock] = {}

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

    @property
    def clock_rule(self) -> Clock | None:
        return self.clocks.get(self.clock)

    def options(self) -> dict[str, Option]:
        return {
            "clock": ruleset_base.clock_option(self.clocks, self.clock),
            "chat-words": switch_option(on=self.chat_words),
            "guesses": Option(tuple(map(str, self.round_choices)), str(self.rounds)),
        }

    def with_options(self, options: Mapping[str, str]) -> Self:
        told = {**self.options_in_use, **options}
        name = told["clock"]
        kept = {name: self.clocks[name]} if name in self.clocks else {}
        return replace(self, clock=name, clocks=kept, chat_words=told["chat-words"] == ON, rounds=int(told["guesses"]))


def problems(ruleset: Ruleset) -> Iterator[str]:
    yield from ruleset_base.turn_problems(ruleset.players)
    known = load_alphabet(ruleset.language).letters
    for word in ruleset.words:
        if len(word) != ruleset.letters or not set(word) <= set(known):
            yield f"words: {word!r} has not {ruleset.letters} letters of the language {ruleset.language!r}"
    if min(len(ruleset.words), ruleset.rounds) < 1:
        yield "words and rounds: there must be one at least"
    if ruleset.clock not in (NO_CLOCK, *ruleset.clocks):
        yield f"clock {ruleset.clock!r} is not among the clocks: {', '.join((NO_CLOCK, *ruleset.clocks))}"
    yield from clock.clock_problems(ruleset.clocks)


EndReason = Literal["solved", "spent", "passes", "surrender", "cancelled"]
"""``spent``: all turns are taken; ``passes``: two rounds in which nobody guessed."""


class Guessed(Struct, frozen=True):
    seat: int
    word: str
    marks: str
    score: int


class SeatView(Struct, frozen=True):
    user: int
    name: str
    score: int
    active: bool
    peeked: bool


class FinalScore(Struct, frozen=True):
    seat: int
    place: int
    score: int


class Outcome(Struct, frozen=True):
    reason: EndReason
    winners: tuple[int, ...]
    finals: tuple[FinalScore, ...]
    word: str


class GameView(game_base.TurnGameView, Struct, frozen=True, tag="guess"):
    """The game as ``viewer`` may see it."""

    ruleset: str
    language: str
    letters: int
    seats: tuple[SeatView, ...]
    turn: int | None
    number: int
    most: int
    guesses: tuple[Guessed, ...]
    viewer: int | None
    hint: str
    """The letter that the viewer has peeked at, in its place among dots; empty for all others."""
    outcome: Outcome | None
    history: History
    clock: ClockView | None


class Guess(Action, Struct, frozen=True, tag="guess"):
    by: int
    word: str


class Peek(Action, Struct, frozen=True, tag="guess_peek"):
    """Look at a letter of the word, once a game and in place of a turn."""

    by: int


class GameStarted(Event, Struct, frozen=True, tag="guess_started"):
    order: tuple[int, ...]
    letters: int


class WordGuessed(Event, Struct, frozen=True, tag="guess_guessed"):
    guess: Guessed


class LetterPeeked(Event, Struct, frozen=True, tag="guess_peeked"):
    seat: int
    position: int | None = None
    letter: str | None = None


class TurnPassed(Event, Struct, frozen=True, tag="guess_passed"):
    """A turn went by, or the clock let it (``automatic``)."""

    seat: int
    automatic: bool = False


class GameEnded(Event, Struct, frozen=True, tag="guess_ended"):
    outcome: Outcome
    secret: str


OwnAction = Guess | Peek | Pass | Surrender | Cancel | ClockAction
OwnEvent = GameStarted | WordGuessed | LetterPeeked | TurnPassed | PlayerSurrendered | GameEnded | ClockEvent
SCHEMA: Final = 1
_IDLE_ROUNDS: Final = 2


class Player(Struct, frozen=True):
    user: int
    name: str
    score: int = 0
    active: bool = True
    peeked: int | None = None
    """Secret: the position of the letter that the player has looked at, from 0."""


class GameState(TurnGame, frozen=True, kw_only=True, tag="guess"):
    ruleset: Ruleset
    players: tuple[Player, ...]
    word: str
    guesses: tuple[Guessed, ...] = ()
    idle: int = 0
    outcome: Outcome | None = None

    @property
    def clock_rule(self) -> Clock | None:
        """The clock in use; none when the game is over."""
        return None if self.outcome is not None else self.ruleset.clock_rule

    @property
    def most_turns(self) -> int:
        return self.ruleset.rounds * len(self.players)


Result = tuple[GameState, tuple[OwnEvent, ...]]


def new_game(ruleset: Ruleset, setup: GameSetup) -> Result:
    order, draws = Draws(setup.seed).shuffle(tuple(setup.seats))
    chosen, draws = draws.random_below(len(ruleset.words))
    state = GameState(
        schema=SCHEMA,
        ruleset=ruleset,
        lexicon=setup.lexicon,
        players=tuple(Player(seat.user, seat.name) for seat in order),
        draws=draws,
        secret=setup.secret,
        commitment=commitment(setup.secret),
        host=setup.host,
        turn=0,
        word=ruleset.words[chosen],
        clocks=clock.start_turn(clock.initial_clocks(ruleset.clock_rule, len(order)), setup.begins),
    )
    return state, (GameStarted(tuple(seat.user for seat in order), ruleset.letters),)


def apply(state: GameState, action: OwnAction, now: datetime, judge: Judge, begins: datetime) -> Result:
    if state.outcome is not None:
        raise Refusal("game_over")
    after, events = _apply(state, action, now, judge, begins)
    if after.outcome is None and after.clocks.started is None:
        after = replace(after, clocks=clock.start_turn(after.clocks, begins))
    return after, events


def _apply(state: GameState, action: OwnAction, now: datetime, judge: Judge, begins: datetime) -> Result:
    match action:
        case Guess():
            return _apply_guess(state, turns.require_turn(state, action.by, now), action.word, judge, now)
        case Peek():
            return _apply_peek(state, turns.require_turn(state, action.by, now), now)
        case Pass():
            return _apply_pass(state, turns.require_turn(state, action.by, now), now)
        case Surrender():
            return _apply_surrender(state, turns.require_seat(state, action.by), now)
        case Cancel():
            return _end_game(state, "cancelled", ())
        case Timeout() | Remind() | Pause() | Resume():
            return _apply_clock_action(state, action, now, begins)
        case _:
            assert_never(action)


def mark_letters(hidden: str, guess: str) -> str:
    """A mark for each letter: ``=`` in its place, ``+`` elsewhere as often as the word has it, ``-`` not there."""
    left = Counter(letter for letter, other in zip(hidden, guess, strict=True) if letter != other)
    signs = []
    for letter, other in zip(hidden, guess, strict=True):
        misplaced = letter != other and left[other] > 0
        left[other] -= misplaced
        signs.append("=" if letter == other else "+" if misplaced else "-")
    return "".join(signs)


def _apply_guess(state: GameState, seat: int, text: str, judge: Judge, now: datetime) -> Result:
    rules = state.ruleset
    word = load_alphabet(rules.language).normalise_word(text)
    if len(word) != rules.letters:
        raise Malformed("wrong_length", word=word, letters=rules.letters)
    if not judge(word):
        raise Refusal("not_words", words=(word,))
    signs = mark_letters(state.word, word)
    before = {place for guess in state.guesses for place, sign in enumerate(guess.marks) if sign == "="}
    fresh = sum(sign == "=" and place not in before for place, sign in enumerate(signs))
    score = fresh * rules.found + (rules.solved if word == state.word else 0)
    player, guess = state.players[seat], Guessed(seat, word, signs, score)
    state = with_player(state, seat, replace(player, score=player.score + score))
    state = replace(state, guesses=(*state.guesses, guess), idle=0)
    return _end_turn(state, (WordGuessed(guess),), now, solved=word == state.word)


def _apply_peek(state: GameState, seat: int, now: datetime) -> Result:
    if state.players[seat].peeked is not None:
        raise Refusal("peeked_already")
    position, draws = state.draws.random_below(len(state.word))
    state = with_player(state, seat, replace(state.players[seat], peeked=position))
    event = LetterPeeked(seat, position, state.word[position])
    return _end_turn(replace(state, draws=draws, idle=0), (event,), now)


def _apply_pass(state: GameState, seat: int, now: datetime, *, automatic: bool = False) -> Result:
    return _end_turn(replace(state, idle=state.idle + 1), (TurnPassed(seat, automatic),), now)


def _apply_surrender(state: GameState, seat: int, now: datetime) -> Result:
    state = with_player(state, seat, replace(state.players[seat], active=False))
    events = (PlayerSurrendered(seat),)
    if sum(player.active for player in state.players) == 1:
        return _end_game(state, "surrender", events)
    return _end_turn(state, events, now) if seat == state.turn else (state, events)


def _apply_clock_action(state: GameState, action: ClockAction, now: datetime, begins: datetime) -> Result:
    match action:
        case Timeout():
            if not timekeeping.is_out_of_time(state, now):
                raise Refusal("not_due")
            return _apply_pass(state, state.turn, now, automatic=True)
        case Remind():
            return timekeeping.remind_player(state, now)
        case Pause() | Resume():
            if state.clock_rule is None:
                raise Refusal("no_clock")
            return timekeeping.pause_or_resume(state, action, now, begins)
        case _:
            assert_never(action)


def _end_turn(state: GameState, events: tuple[OwnEvent, ...], now: datetime, *, solved: bool = False) -> Result:
    """The turn is over: so is the game, or the next player is on turn."""
    active = sum(player.active for player in state.players)
    state = turns.add_turn(state)
    if solved:
        return _end_game(state, "solved", events)
    if state.number >= state.most_turns:
        return _end_game(state, "spent", events)
    if state.idle >= _IDLE_ROUNDS * active:
        return _end_game(state, "passes", events)
    turn = next(seat for seat in turns.seats_after(state, state.turn) if state.players[seat].active)
    clocks = clock.stop_turn(state.clock_rule, state.clocks, state.turn, now, acted=True)
    return replace(state, turn=turn, clocks=clocks), events


def _end_game(state: GameState, reason: EndReason, events: tuple[OwnEvent, ...]) -> Result:
    ranks = [(not player.active, -player.score) if reason != "cancelled" else () for player in state.players]
    finals = tuple(FinalScore(seat, place, state.players[seat].score) for seat, place in rank_seats(ranks))
    winners = () if reason == "cancelled" else tuple(final.seat for final in finals if final.place == 1)
    outcome = Outcome(reason, winners, finals, state.word)
    state = replace(state, outcome=outcome, clocks=replace(state.clocks, started=None))
    return state, (*events, GameEnded(outcome, state.secret))


def view(state: GameState, viewer: int | None) -> GameView:
    peeked = None if viewer is None else state.players[viewer].peeked
    return GameView(
        state.ruleset.id,
        state.ruleset.language,
        state.ruleset.letters,
        tuple(SeatView(one.user, one.name, one.score, one.active, one.peeked is not None) for one in state.players),
        None if state.outcome else state.turn,
        state.number,
        state.most_turns,
        state.guesses,
        viewer,
        "" if peeked is None else "." * peeked + state.word[peeked] + "." * (len(state.word) - peeked - 1),
        state.outcome,
        state.history,
        timekeeping.clock_view(state),
    )


def redact(event: OwnEvent, viewer: int | None) -> OwnEvent:
    """The event as a seat may see it: the letter is for who has looked at it."""
    if isinstance(event, LetterPeeked) and event.seat != viewer:
        return replace(event, position=None, letter=None)
    return event
