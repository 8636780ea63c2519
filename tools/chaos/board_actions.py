"""What people do at a game on a board, and how they say it."""

from datetime import datetime
from random import Random
from typing import ClassVar, Final

from bot.families.own_board import hash_hand
from bot.tables.loaded_table import table_name
from bot.telegram.button_data import encode_button_data
from engine import messages
from engine.alphabet import BLANK
from engine.clock import Remind, Timeout
from engine.crossword.actions import (
    AcceptDraw,
    Action,
    AskHint,
    Challenge,
    DeclineDraw,
    Exchange,
    OfferDraw,
    Place,
    TakeBack,
)
from engine.crossword.rules import lay_and_score
from engine.crossword.simulate import Habits, random_action
from engine.crossword.state import GameState
from engine.crossword.view import WordScore
from engine.errors import EngineError
from engine.lexicon import load_lexicon
from engine.rng import Draws
from engine.turns import Pass, Surrender, Undo
from tools.chaos import players
from tools.chaos.expected_actions import (
    ChallengePlay,
    ExchangeTicked,
    ExpectedAction,
    FixedAction,
    MaybeTable,
    TakePlayBack,
    TypedPlay,
    UndoLastTurn,
)
from tools.chaos.update_sender import PlayerAction

DIRECTION_WORDS: Final = {True: "yatay", False: "dikey"}


_DIRECTION_CODES: Final = {True: "h", False: "v"}


_ACTION_WEIGHTS: Final = Habits(
    passing=15, exchanging=40, surrendering=3, bluffing=100, challenging=200, drawing=10, taking_back=250
)


_PRIVATE_SHARE: Final = 0.1


_BUTTON_SHARE: Final = 0.1


class AskForHint(ExpectedAction, frozen=True, kw_only=True):
    """The button of a step of a hint; what it is about the bot finds, and a turn may overtake the search."""

    must_be_logged: ClassVar[bool] = False
    number: int
    step: int

    def matches(self, action: messages.Action, table: MaybeTable, now: datetime) -> bool:  # noqa: ARG002 - as every ask
        """Whether this person was told that step."""
        asked = (self.by, self.number, self.step)
        return isinstance(action, AskHint) and (action.by, action.number, action.step) == asked


def choose_board_action(state: GameState, now: datetime, rng: Random) -> tuple[PlayerAction, Action] | None:
    """The next action at a table by somebody who may; ``None`` where only time can do anything."""
    action, _, _ = random_action(
        state, now, Draws(f"{rng.getrandbits(64):x}"), load_lexicon(state.ruleset.lexicon), _ACTION_WEIGHTS
    )
    if isinstance(action, Timeout | Remind):
        return None
    done = to_player_action(state, action, rng)
    return None if done is None else (done, action)


def to_player_action(state: GameState, action: Action, rng: Random) -> PlayerAction | None:  # noqa: C901 - a way for each
    """An action in one of the ways in which it can be done."""
    private, button, table = rng.random() < _PRIVATE_SHARE, rng.random() < _BUTTON_SHARE, table_name(state)
    match action:
        case Place(by=by):
            return _to_play(state, action, private=private, button=button)
        case Exchange(by=by, tiles=tiles):
            if button:
                places = _find_rack_places(state.players[state.turn].rack, tiles)
                mask = sum(1 << place for place in places)
                mark = hash_hand(state.players[state.turn].rack)
                tapped = encode_button_data("make", table, f"{by:x}", state.number, mark, f"x{mask:x}")
                return PlayerAction(
                    by,
                    tapped,
                    ExchangeTicked(by, table, turn_number=state.number, rack_places=places),
                    is_tap=True,
                    is_private=True,
                )
            marks = " ".join("*" if tile == BLANK else tile for tile in tiles)
            return PlayerAction(by, f"/degistir {marks}", FixedAction(by, fixed=action), is_private=private)
        case Pass(by=by):
            return PlayerAction(by, "/pas", FixedAction(by, fixed=action), is_private=private)
        case Surrender(by=by):
            return PlayerAction(
                by, encode_button_data("yes", table, by), FixedAction(by, table, fixed=action), is_tap=True
            )
        case Challenge(by=by):
            if state.pending is None:
                return None
            play = state.pending.play
            if button:
                return PlayerAction(
                    by, encode_button_data("doubt", table, play), ChallengePlay(by, table, play=play), is_tap=True
                )
            return PlayerAction(by, "/itiraz", ChallengePlay(by), is_private=private)
        case OfferDraw(by=by):
            return PlayerAction(by, "/berabere", FixedAction(by, fixed=action))
        case AcceptDraw(by=by) | DeclineDraw(by=by):
            agrees = isinstance(action, AcceptDraw)
            if button and state.offer is not None:
                pressed = encode_button_data("agree" if agrees else "decline", table, state.offer.seat)
                return PlayerAction(by, pressed, FixedAction(by, table, fixed=action), is_tap=True)
            return PlayerAction(by, f"/berabere {'evet' if agrees else 'olmaz'}", FixedAction(by, fixed=action))
        case _:
            return _to_rare_action(state, action, rng, private=private)


def ask_for_undo(player: int) -> PlayerAction:
    """Whoever administers the group that somebody plays in undoes the last turn."""
    ruling = players.admin_of(player).user
    return PlayerAction(ruling, "/gerial", UndoLastTurn(ruling))


def _to_rare_action(state: GameState, action: Action, rng: Random, *, private: bool) -> PlayerAction | None:
    """A step of a hint, the play that waits taken back, or the last turn undone; ``None`` for what is none of these."""
    match action:
        case AskHint(by=by, number=number, step=step):
            table = table_name(state)
            asked = AskForHint(by, table, number=number, step=step)
            return PlayerAction(
                by, encode_button_data("hint", table, number, step), asked, is_tap=True, is_private=private
            )
        case TakeBack(by=by) if state.pending is not None:
            if rng.random() < 0.5:  # noqa: PLR2004 - either
                table, play = table_name(state), state.pending.play
                return PlayerAction(
                    by, encode_button_data("back", table, play), TakePlayBack(by, table, play=play), is_tap=True
                )
            return PlayerAction(by, "/geri", TakePlayBack(by), is_private=private)
        case Undo(by=by):
            return ask_for_undo(by)
        case _:
            return None


def choose_unfit_take_back(state: GameState, rng: Random) -> tuple[int, str] | None:
    """A tap that takes no play back: somebody else's, or on an older play; who taps, and the button's data."""
    if state.pending is None or not state.ruleset.take_back:
        return None
    mover, play = state.players[state.pending.seat].user, state.pending.play
    others = [player.user for player in state.players if player.user != mover]
    who, which = rng.choice(((rng.choice(others), play), (players.stranger_of(mover).user, play), (mover, play - 1)))
    return who, encode_button_data("back", table_name(state), which)


def _to_play(state: GameState, action: Place, *, private: bool, button: bool) -> PlayerAction | None:
    try:
        main = lay_and_score(state, state.turn, action)[1].words[0]
    except EngineError:
        return None
    blanks = {tile.cell for tile in action.tiles if tile.tile.startswith(BLANK)}
    word, across = _word_with_blanks(main, blanks), main.cells[0][1:] == main.cells[1][1:]
    by, table = action.by, table_name(state)
    if button:
        move = f"{main.cells[0]} {_DIRECTION_CODES[across]} {word}"
        pressed = encode_button_data("lay", table, state.number, *move.split())
        if len(pressed.encode()) <= 64:  # noqa: PLR2004 - what Telegram takes
            return PlayerAction(
                by, pressed, TypedPlay(by, table, text=move, turn_number=state.number), is_tap=True, is_private=private
            )
    text = f"{main.cells[0]} {DIRECTION_WORDS[across]} {word}"
    return PlayerAction(by, f"/oyna {text}", TypedPlay(by, text=text), is_private=private)


def _word_with_blanks(main: WordScore, blanks: set[str]) -> str:
    return "".join(f"[{mark}]" if cell in blanks else mark for mark, cell in zip(main.word, main.cells, strict=True))


def _find_rack_places(rack: tuple[str, ...], tiles: tuple[str, ...]) -> tuple[int, ...]:
    """Where tiles lie in a rack, each place once."""
    left = list(tiles)
    found = []
    for place, tile in enumerate(rack):
        if tile in left:
            left.remove(tile)
            found.append(place)
    return tuple(found)


def choose_refused_play(state: GameState, user: int, rng: Random) -> PlayerAction:
    """Something that the rules refuse, whoever asks; the word has letters that few racks hold together."""
    cell = f"{chr(65 + rng.randrange(state.ruleset.columns))}{1 + rng.randrange(len(state.ruleset.board.rows))}"
    text = f"{cell} {DIRECTION_WORDS[rng.random() < 0.5]} {rng.choice(('JJJJ', 'ZZZZZ', 'KALEMKALEM'))}"  # noqa: PLR2004 - either
    return PlayerAction(user, f"/oyna {text}", TypedPlay(user, text=text))
