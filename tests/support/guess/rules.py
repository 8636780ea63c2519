"""The whole rules of the guessing game, its state and who may see what of it."""

from collections import Counter
from datetime import datetime
from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine import clock, timekeeping, turns
from engine.alphabet import load_alphabet
from engine.clock import Clock, ClockAction, Pause, Remind, Resume, Timeout
from engine.errors import Malformed, Refusal
from engine.family_protocol import Judge
from engine.game_base import Game, GameSetup, rank_seats
from engine.rng import Draws, commitment
from engine.turns import Cancel, Pass, PlayerSurrendered, Surrender, with_player
from tests.support.guess.messages import (
    GameEnded,
    GameStarted,
    Guess,
    LetterPeeked,
    OwnAction,
    OwnEvent,
    Peek,
    TurnPassed,
    WordGuessed,
)
from tests.support.guess.ruleset import Ruleset
from tests.support.guess.view import EndReason, FinalScore, GameView, Guessed, Outcome, SeatView

SCHEMA: Final = 1
_IDLE_ROUNDS: Final = 2


class Player(Struct, frozen=True):
    """A seated player."""

    user: int
    name: str
    score: int = 0
    active: bool = True
    peeked: int | None = None
    """Secret: the position of the letter that the player has looked at, from 0."""


class GameState(Game, frozen=True, kw_only=True, tag="guess"):
    """A game in progress or over."""

    ruleset: Ruleset
    players: tuple[Player, ...]
    word: str
    """Secret."""
    guesses: tuple[Guessed, ...] = ()
    idle: int = 0
    """Turns in a row that were passed."""
    outcome: Outcome | None = None

    @property
    def clock_rule(self) -> Clock | None:
        """The clock in use; none when the game is over."""
        return None if self.outcome is not None else self.ruleset.clock_rule

    @property
    def most_turns(self) -> int:
        """How many turns there are in all."""
        return self.ruleset.rounds * len(self.players)


Result = tuple[GameState, tuple[OwnEvent, ...]]


def new_game(ruleset: Ruleset, setup: GameSetup) -> Result:
    """Find the order of play and hide a word."""
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
    """Play one action; raises a Refusal or Malformed and changes nothing."""
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
    """The game as the seat ``viewer``, or the group (``None``), may see it: without the word."""
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
