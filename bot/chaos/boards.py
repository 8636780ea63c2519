"""What people do at a game on a board, and how they say it."""

from datetime import datetime
from random import Random
from typing import Final

from msgspec import Struct

from bot.chaos import people
from bot.chaos.asks import Ask, Doubts, Plain, Regrets, Swaps, Types, Undoes
from bot.families.ownboard import mark_of
from bot.tables.held import table_name
from bot.telegram.buttons import data
from engine.clock import Remind, Timeout
from engine.crossword.actions import AcceptDraw, Action, Challenge, DeclineDraw, Exchange, OfferDraw, Place, TakeBack
from engine.crossword.rules import preview
from engine.crossword.ruleset import BLANK
from engine.crossword.simulate import Habits, random_action
from engine.crossword.state import GameState
from engine.crossword.view import WordScore
from engine.errors import EngineError
from engine.lexicon import lexicon
from engine.rng import Draws
from engine.turns import Pass, Surrender, Undo

WAYS: Final = {True: "yatay", False: "dikey"}
_CODED: Final = {True: "h", False: "v"}
_HABITS: Final = Habits(
    passing=15, exchanging=40, surrendering=3, bluffing=100, challenging=200, drawing=10, regretting=250
)
_FROM_PRIVATE: Final = 0.1
_BY_BUTTON: Final = 0.1


class Done(Struct, frozen=True):
    """Something that a person does: words, or the data of a button, and what that asks for."""

    user: int
    text: str
    ask: Ask
    tap: bool = False
    private: bool = False
    answers: int | None = None
    """Whose message it is written in reply to, if anybody's."""


def choose(state: GameState, now: datetime, chance: Random) -> tuple[Done, Action] | None:
    """The next action at a table by somebody who may; ``None`` where only time can do anything."""
    action, _, _ = random_action(
        state, now, Draws(f"{chance.getrandbits(64):x}"), lexicon(state.ruleset.lexicon), _HABITS
    )
    if isinstance(action, Timeout | Remind):
        return None
    done = said(state, action, chance)
    return None if done is None else (done, action)


def said(state: GameState, action: Action, chance: Random) -> Done | None:  # noqa: C901 - a way for each
    """An action in one of the ways in which it can be done."""
    private, button, table = chance.random() < _FROM_PRIVATE, chance.random() < _BY_BUTTON, table_name(state)
    match action:
        case Place(by=by):
            return _placed(state, action, private=private, button=button)
        case Exchange(by=by, tiles=tiles):
            if button:
                places = _places(state.players[state.turn].rack, tiles)
                mask = sum(1 << place for place in places)
                mark = mark_of(state.players[state.turn].rack)
                tapped = data("make", table, f"{by:x}", state.number, mark, f"x{mask:x}")
                return Done(by, tapped, Swaps(by, table, number=state.number, places=places), tap=True, private=True)
            marks = " ".join("*" if tile == BLANK else tile for tile in tiles)
            return Done(by, f"/degistir {marks}", Plain(by, asked=action), private=private)
        case Pass(by=by):
            return Done(by, "/pas", Plain(by, asked=action), private=private)
        case Surrender(by=by):
            return Done(by, data("yes", table, by), Plain(by, table, asked=action), tap=True)
        case Challenge(by=by):
            if state.pending is None:
                return None
            play = state.pending.play
            if button:
                return Done(by, data("doubt", table, play), Doubts(by, table, play=play), tap=True)
            return Done(by, "/itiraz", Doubts(by), private=private)
        case OfferDraw(by=by):
            return Done(by, "/berabere", Plain(by, asked=action))
        case AcceptDraw(by=by) | DeclineDraw(by=by):
            agrees = isinstance(action, AcceptDraw)
            if button and state.offer is not None:
                pressed = data("agree" if agrees else "decline", table, state.offer.seat)
                return Done(by, pressed, Plain(by, table, asked=action), tap=True)
            return Done(by, f"/berabere {'evet' if agrees else 'olmaz'}", Plain(by, asked=action))
        case _:
            return _regretted(state, action, chance, private=private)


def undone(player: int) -> Done:
    """Whoever administers the group that somebody plays in undoes the last turn."""
    ruling = people.administrator(player).user
    return Done(ruling, "/gerial", Undoes(ruling))


def _regretted(state: GameState, action: Action, chance: Random, *, private: bool) -> Done | None:
    """The play that waits is taken back, or the last turn undone; ``None`` for what is neither."""
    match action:
        case TakeBack(by=by) if state.pending is not None:
            if chance.random() < 0.5:  # noqa: PLR2004 - either
                table, play = table_name(state), state.pending.play
                return Done(by, data("back", table, play), Regrets(by, table, play=play), tap=True)
            return Done(by, "/geri", Regrets(by), private=private)
        case Undo(by=by):
            return undone(by)
        case _:
            return None


def meddled(state: GameState, chance: Random) -> tuple[int, str] | None:
    """A tap that takes no play back: somebody else's, or on an older play; who taps, and the button's data."""
    if state.pending is None or not state.ruleset.take_back:
        return None
    mover, play = state.players[state.pending.seat].user, state.pending.play
    others = [player.user for player in state.players if player.user != mover]
    who, which = chance.choice(((chance.choice(others), play), (people.stranger(mover).user, play), (mover, play - 1)))
    return who, data("back", table_name(state), which)


def _placed(state: GameState, action: Place, *, private: bool, button: bool) -> Done | None:
    try:
        main = preview(state, state.turn, action)[1].words[0]
    except EngineError:
        return None
    blanks = {tile.cell for tile in action.tiles if tile.tile.startswith(BLANK)}
    word, across = _word(main, blanks), main.cells[0][1:] == main.cells[1][1:]
    by, table = action.by, table_name(state)
    if button:
        move = f"{main.cells[0]} {_CODED[across]} {word}"
        pressed = data("lay", table, state.number, *move.split())
        if len(pressed.encode()) <= 64:  # noqa: PLR2004 - what Telegram takes
            return Done(by, pressed, Types(by, table, text=move, number=state.number), tap=True, private=private)
    text = f"{main.cells[0]} {WAYS[across]} {word}"
    return Done(by, f"/oyna {text}", Types(by, text=text), private=private)


def _word(main: WordScore, blanks: set[str]) -> str:
    return "".join(f"[{mark}]" if cell in blanks else mark for mark, cell in zip(main.word, main.cells, strict=True))


def _places(rack: tuple[str, ...], tiles: tuple[str, ...]) -> tuple[int, ...]:
    """Where tiles lie in a rack, each place once."""
    left = list(tiles)
    found = []
    for place, tile in enumerate(rack):
        if tile in left:
            left.remove(tile)
            found.append(place)
    return tuple(found)


def wrong(state: GameState, user: int, chance: Random) -> Done:
    """Something that the rules refuse, whoever asks; the word has letters that few racks hold together."""
    cell = f"{chr(65 + chance.randrange(state.ruleset.columns))}{1 + chance.randrange(len(state.ruleset.board.rows))}"
    text = f"{cell} {WAYS[chance.random() < 0.5]} {chance.choice(('JJJJ', 'ZZZZZ', 'KALEMKALEM'))}"  # noqa: PLR2004 - either
    return Done(user, f"/oyna {text}", Types(user, text=text))
