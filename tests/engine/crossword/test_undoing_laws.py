"""Laws of going back (RULES §7.5): what the table shows of it, when it is due and what it answers always agree."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import product
from random import Random
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import game as door
from engine.absence import PlayerRemoved, TurnSkipped
from engine.crossword.actions import Placement, TakeBack
from engine.crossword.events import (
    PlayerForfeited,
    PlayKept,
    TileExchanged,
    TilesDrawn,
    TilesExchanged,
    TilesPlaced,
    TurnLost,
    TurnPassed,
    TurnUndone,
)
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.crossword.tiles import face_of
from engine.crossword.view import GameView, Retractable
from engine.errors import EngineError
from engine.messages import Action
from engine.rulesets import resolve_ruleset
from engine.turns import PlayerSurrendered, Undo
from tests.support.games import NOW, OUTSIDER, started_game
from tests.support.random_actions import judge_of, small_ruleset
from tests.support.random_table_actions import DIRECTOR, play_table_actions

RULESETS = [small_ruleset(name) for name in crossword_rulesets()]
TURNS = (TilesPlaced, TurnPassed, TurnSkipped)
INSTANT = timedelta(milliseconds=1)


@st.composite
def openings(draw: st.DrawFn) -> GameState:
    """A game just begun; in most of them plays can be taken back."""
    rules: Ruleset = draw(st.sampled_from(RULESETS))
    known = rules.options()
    chosen: dict[str, str] = {
        name: draw(st.sampled_from(known[name].values)) for name in ("clock", "ex") if name in known
    }
    if "take-back" in known and draw(st.integers(0, 3)):
        chosen |= {"challenge": "void", "take-back": "30"}
    rules = resolve_ruleset(rules, chosen)
    seated = draw(st.integers(rules.players.least, min(rules.players.most, rules.tiles // rules.rack)))
    return started_game(rules, seated, secret=f"{draw(st.integers(0, 2**32)):064x}")[0]


@st.composite
def evenings(draw: st.DrawFn) -> list[int]:
    chance, length = Random(draw(st.integers(0, 2**32))), draw(st.integers(0, 60))
    return [chance.randrange(2**20) for _ in range(length)]


def answers(state: GameState, action: Action, now: datetime) -> bool:
    """Whether the table does what is asked."""
    try:
        door.apply(state, action, now, judge_of(state))
    except EngineError:
        return False
    return True


def shown(state: GameState) -> GameView:
    seen = door.view(state, None)
    assert isinstance(seen, GameView)
    return seen


class Expected:
    """The play that may be taken back, by what the table told alone."""

    def __init__(self) -> None:
        self.play: int | None = None
        self._let_stand = (-1, 0)
        """By the seat of somebody who left and may come back, and its number."""

    def follow(self, before: GameState, after: GameState, events: Iterable[door.Event]) -> None:
        if after.number != before.number:
            self._let_stand = (-1, 0)
        for event in events:
            match event:
                case TilesPlaced(play=int(play)) if not after.ruleset.judging.has_challenges:
                    self.play = play
                case PlayKept(seat=seat, play=play):
                    self.play, self._let_stand = None, (-1, 0) if after.players[seat].active else (seat, play)
                case TurnUndone(kind="play"):
                    self.play = None
                case TurnUndone(seat=seat) if seat == self._let_stand[0]:
                    self.play = self._let_stand[1]


@settings(max_examples=60, deadline=None)
@given(openings(), evenings())
def test_button_deadline_and_answer_of_a_take_back_agree_at_every_instant(state: GameState, numbers: list[int]) -> None:
    expected = Expected()
    for now, before, _, after, events in play_table_actions(state, NOW, numbers):
        expected.follow(before, after, events)
        button, due = shown(after).retractable, door.automatic_deadline(after)
        if after.outcome is not None or after.clocks.paused is not None:
            assert button is None
        else:
            assert (None if button is None else button.play) == expected.play
        if button is not None:
            assert due is not None
            assert due <= button.until
        elif not after.ruleset.judging.has_challenges and after.clocks.paused is None:
            assert after.pending is None, "nobody waits for what cannot come"
        assert_answers(after, button, now)


def assert_answers(state: GameState, button: Retractable | None, now: datetime) -> None:
    """Whoever asks to take whatever play back, it is answered as the button says, until its end and after it."""
    ends = () if button is None else (button.until - INSTANT, button.until, button.until + INSTANT)
    numbers = (None, -1) if button is None else (None, button.play, button.play + 1)
    users = (*(player.user for player in state.players), OUTSIDER)
    for at, user, number in product((now, *ends), users, numbers):
        offered = (
            button is not None
            and at < button.until
            and state.players[button.seat].user == user
            and number in {None, button.play}
        )
        assert answers(state, TakeBack(user, number), at) == offered


class Turn(NamedTuple):
    """A turn, or that somebody left: the game that it found, and the one that it left behind."""

    found: GameState
    left: GameState


def turns_of(state: GameState) -> tuple[object, ...]:
    """What an undone turn leaves as the turn found it; who has what, tiles that were drawn before it decide too."""
    players = [(player.score, player.exchanges, player.skips, player.run, player.active) for player in state.players]
    return players, state.cells, state.turn, state.bonus_taken, state.highlights


def held(state: GameState, lifted: Iterable[Placement] = (), seat: int = 0) -> list[Counter[str]]:
    """Everybody's tiles, with those that came back from the board, and the bag's."""
    racks = [Counter(player.rack) for player in state.players]
    racks[seat].update(face_of(put.tile) for put in lifted)
    return [*racks, Counter(state.bag)]


@settings(max_examples=60, deadline=None)
@given(openings(), evenings())
def test_what_can_be_undone_is_every_turn_that_nothing_was_drawn_after(state: GameState, numbers: list[int]) -> None:
    undoable: list[Turn] = []
    for now, before, _, after, events in play_table_actions(state, NOW, numbers):
        if after.outcome is not None:
            return
        for event in events:
            match event:
                case TurnUndone(seat=seat, tiles=tiles, ruling=ruling):
                    undone = undoable.pop() if ruling else undoable[0]
                    assert held(after) == held(undone.left, tiles, seat)
                    if ruling:
                        assert turns_of(after) == turns_of(undone.found)
                    else:
                        assert after.cells == undone.found.cells
                        undoable = []
                case TilesPlaced() | TurnPassed() | TurnSkipped():
                    undoable = [Turn(before, after)]
                case PlayerSurrendered() | PlayerForfeited() | PlayerRemoved():
                    undoable.append(Turn(before, after))
        if after.challenges != before.challenges or (drawn(events) and not _settled_first(events)):
            undoable = []
        if any(isinstance(event, TurnLost) for event in events):
            undoable = undoable[-1:]
        assert answers(after, Undo(DIRECTOR, after.number), now) == bool(undoable)


def drawn(events: Iterable[door.Event]) -> bool:
    """Whether a rack has other tiles now."""
    return any(isinstance(event, TilesDrawn | TilesExchanged | TileExchanged) for event in events)


def _settled_first(events: tuple[door.Event, ...]) -> bool:
    """Whether the tiles that were drawn are those of the play before, and a turn came after them that drew none."""
    turn = next((at for at, event in enumerate(events) if isinstance(event, TURNS)), None)
    return turn is not None and not drawn(events[turn:])
