"""The whole rules of the guessing game, its state and who may see what of it."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine import clock, timekeeping, turns
from engine.alphabet import alphabet
from engine.clock import Clock, ClockAction, ClockView, Pause, Remind, Resume, Timeout
from engine.errors import Malformed, Refusal
from engine.family import Game, Judge
from engine.rng import Draws, commitment, seed
from engine.seats import Seat
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
    def timing(self) -> Clock | None:
        """The clock in use; none when the game is over."""
        return None if self.outcome is not None else self.ruleset.timing

    @property
    def most(self) -> int:
        """How many turns there are in all."""
        return self.ruleset.rounds * len(self.players)


Result = tuple[GameState, tuple[OwnEvent, ...]]


def new(
    ruleset: Ruleset, seats: Sequence[Seat], *, host: int, secret: str, message: int, lexicon: str, now: datetime
) -> Result:
    """Find the order of play and hide a word."""
    order, draws = Draws(seed(secret, [seat.user for seat in seats], message)).shuffled(tuple(seats))
    chosen, draws = draws.below(len(ruleset.words))
    state = GameState(
        schema=SCHEMA,
        ruleset=ruleset,
        lexicon=lexicon,
        players=tuple(Player(seat.user, seat.name) for seat in order),
        draws=draws,
        secret=secret,
        commitment=commitment(secret),
        host=host,
        turn=0,
        word=ruleset.words[chosen],
        clocks=clock.start(clock.fresh(ruleset.timing, len(order)), now),
    )
    return state, (GameStarted(tuple(seat.user for seat in order), ruleset.letters),)


def apply(state: GameState, action: OwnAction, now: datetime, judge: Judge, begins: datetime) -> Result:
    """Play one action; raises a Refusal or Malformed and changes nothing."""
    if state.outcome is not None:
        raise Refusal("game_over")
    after, events = _apply(state, action, now, judge, begins)
    if after.outcome is None and after.clocks.started is None:
        after = replace(after, clocks=clock.start(after.clocks, begins))
    return after, events


def _apply(state: GameState, action: OwnAction, now: datetime, judge: Judge, begins: datetime) -> Result:
    match action:
        case Guess():
            return _guess(state, turns.on_turn(state, action.by, now), action.word, judge, now)
        case Peek():
            return _peek(state, turns.on_turn(state, action.by, now), now)
        case Pass():
            return _pass(state, turns.on_turn(state, action.by, now), now)
        case Surrender():
            return _surrender(state, turns.seated(state, action.by), now)
        case Cancel():
            return _end(state, "cancelled", ())
        case Timeout() | Remind() | Pause() | Resume():
            return _time(state, action, now, begins)
        case _:
            assert_never(action)


def marks(hidden: str, guess: str) -> str:
    """A mark for each letter: ``=`` in its place, ``+`` elsewhere as often as the word has it, ``-`` not there."""
    left = Counter(letter for letter, other in zip(hidden, guess, strict=True) if letter != other)
    signs = []
    for letter, other in zip(hidden, guess, strict=True):
        misplaced = letter != other and left[other] > 0
        left[other] -= misplaced
        signs.append("=" if letter == other else "+" if misplaced else "-")
    return "".join(signs)


def _guess(state: GameState, seat: int, text: str, judge: Judge, now: datetime) -> Result:
    rules = state.ruleset
    word = alphabet(rules.language).word(text)
    if len(word) != rules.letters:
        raise Malformed("wrong_length", word=word, letters=rules.letters)
    if not judge(word):
        raise Refusal("not_words", words=(word,))
    signs = marks(state.word, word)
    before = {place for guess in state.guesses for place, sign in enumerate(guess.marks) if sign == "="}
    fresh = sum(sign == "=" and place not in before for place, sign in enumerate(signs))
    score = fresh * rules.found + (rules.solved if word == state.word else 0)
    player, guess = state.players[seat], Guessed(seat, word, signs, score)
    state = with_player(state, seat, replace(player, score=player.score + score))
    state = replace(state, guesses=(*state.guesses, guess), idle=0)
    return _next(state, (WordGuessed(guess),), now, solved=word == state.word)


def _peek(state: GameState, seat: int, now: datetime) -> Result:
    if state.players[seat].peeked is not None:
        raise Refusal("peeked_already")
    position, draws = state.draws.below(len(state.word))
    state = with_player(state, seat, replace(state.players[seat], peeked=position))
    event = LetterPeeked(seat, position, state.word[position])
    return _next(replace(state, draws=draws, idle=0), (event,), now)


def _pass(state: GameState, seat: int, now: datetime, *, automatic: bool = False) -> Result:
    return _next(replace(state, idle=state.idle + 1), (TurnPassed(seat, automatic),), now)


def _surrender(state: GameState, seat: int, now: datetime) -> Result:
    state = with_player(state, seat, replace(state.players[seat], active=False))
    events = (PlayerSurrendered(seat),)
    if sum(player.active for player in state.players) == 1:
        return _end(state, "surrender", events)
    return _next(state, events, now) if seat == state.turn else (state, events)


def _time(state: GameState, action: ClockAction, now: datetime, begins: datetime) -> Result:
    match action:
        case Timeout():
            if not timekeeping.is_late(state, now):
                raise Refusal("not_due")
            return _pass(state, state.turn, now, automatic=True)
        case Remind():
            return timekeeping.remind(state, now)
        case Pause() | Resume():
            if state.timing is None:
                raise Refusal("no_clock")
            return timekeeping.keep(state, action, now, begins)
        case _:
            assert_never(action)


def _next(state: GameState, events: tuple[OwnEvent, ...], now: datetime, *, solved: bool = False) -> Result:
    """The turn is over: so is the game, or the next player is on turn."""
    active = sum(player.active for player in state.players)
    state = turns.counted(state)
    if solved:
        return _end(state, "solved", events)
    if state.number >= state.most:
        return _end(state, "spent", events)
    if state.idle >= _IDLE_ROUNDS * active:
        return _end(state, "passes", events)
    turn = next(seat for seat in turns.seats_after(state, state.turn) if state.players[seat].active)
    clocks = clock.stop(state.timing, state.clocks, state.turn, now, acted=True)
    return replace(state, turn=turn, clocks=clocks), events


def _end(state: GameState, reason: EndReason, events: tuple[OwnEvent, ...]) -> Result:
    ranks = [(not player.active, -player.score) if reason != "cancelled" else () for player in state.players]
    finals = tuple(
        FinalScore(seat, 1 + sum(rank < ranks[seat] for rank in ranks), state.players[seat].score)
        for seat in sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    )
    winners = () if reason == "cancelled" else tuple(final.seat for final in finals if final.place == 1)
    outcome = Outcome(reason, winners, finals, state.word)
    state = replace(state, outcome=outcome, clocks=replace(state.clocks, started=None))
    return state, (*events, GameEnded(outcome, state.secret))


def view(state: GameState, viewer: int | None) -> GameView:
    """The game as the seat ``viewer``, or the group (``None``), may see it: without the word."""
    rule, peeked = state.timing, None if viewer is None else state.players[viewer].peeked
    due = timekeeping.time_out(state)
    return GameView(
        state.ruleset.id,
        state.ruleset.language,
        state.ruleset.letters,
        tuple(SeatView(one.user, one.name, one.score, one.active, one.peeked is not None) for one in state.players),
        None if state.outcome else state.turn,
        state.number,
        state.most,
        state.guesses,
        viewer,
        "" if peeked is None else "." * peeked + state.word[peeked] + "." * (len(state.word) - peeked - 1),
        state.outcome,
        state.history,
        None if rule is None else ClockView(state.ruleset.clock, rule, state.clocks, due),
    )


def redact(event: OwnEvent, viewer: int | None) -> OwnEvent:
    """The event as a seat may see it: the letter is for who has looked at it."""
    if isinstance(event, LetterPeeked) and event.seat != viewer:
        return replace(event, position=None, letter=None)
    return event
