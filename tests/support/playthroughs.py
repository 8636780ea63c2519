"""Whole games as readable text: what people asked for, and after each move what the engine made of it.

The head and the moves are input; everything else in a file is what the engine is expected to say.
:func:`playthrough_lines`
plays the input and writes the whole file anew, so that a difference is a line that reads otherwise.

A move is ``8H WORD``, ``exchange ABC``, ``pass``, ``surrender``, ``challenge`` with the words or without, ``draw``,
``accept``, ``decline``, or what the clock does: ``timeout`` and ``remind``. ``+90s`` before it lets 90 seconds pass.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct

from engine import game as door
from engine.alphabet import BLANK, load_alphabet
from engine.clock import Remind, Timeout
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, Exchange, OfferDraw, Place
from engine.crossword.events import (
    GameStarted,
    PlayChallenged,
    PlayerRetired,
    PlayWithdrawn,
    PointsAdjusted,
    TileExchanged,
    TilesPlaced,
)
from engine.crossword.placement import place_tiles
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import Habits, random_move
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from engine.lobby_seats import Join, Seat, open_lobby
from engine.rng import Draws
from engine.rulesets import resolve_ruleset
from engine.turns import Pass, Surrender
from tests.support import boards
from tests.support.games import NOW, place_play

UNFINISHED = "next     "
"""How the line begins that says who is to move with what, where the moves do not end the game."""


class Script(Struct, frozen=True):
    """The input of a whole game: a remark, the table, and who asked for what."""

    remark: str
    ruleset: str
    options: tuple[tuple[str, str], ...]
    secret: str
    message: int
    users: tuple[tuple[int, str], ...]
    moves: tuple[tuple[str, str], ...] = ()


def parse_playthrough(text: str) -> Script:
    """The input that a file holds; expected columns are skipped."""
    head: dict[str, str] = {}
    remark: list[str] = []
    moves: list[tuple[str, str]] = []
    for line in text.splitlines():
        if line.startswith("# "):
            remark.append(line[2:])
        elif " | " in line:
            name, _, move, *_ = (part.strip() for part in line.split(" | "))
            moves.append((name, move))
        elif line:
            key, _, value = line.partition(" ")
            head[key] = value.strip()
    users = tuple((int(user), name) for user, name in (item.split() for item in head["users"].split(", ")))
    options = [("bag", head["bag"])]
    options += [(name, value) for name, value in (item.split() for item in head.get("options", "").split(", ") if item)]
    return Script(
        " ".join(remark), head["ruleset"], tuple(options), head["secret"], int(head["message"]), users, tuple(moves)
    )


def open_game_of_script(script: Script) -> tuple[GameState, GameStarted]:
    rules = resolve_ruleset(crossword_rulesets()[script.ruleset], dict(script.options))
    (host, name), *guests = script.users
    table: door.Table | None = open_lobby(rules, Seat(host, name), script.secret)
    actions: list[door.Action] = [Join(user, guest) for user, guest in guests]
    events: tuple[door.Event, ...] = ()
    for action in (*actions, door.Begin(host, script.message, load_lexicon(rules.lexicon).hash)):
        if table is None:
            break
        table, events = _apply(table, action, NOW)
    if not isinstance(table, GameState) or not isinstance(events[0], GameStarted):
        raise TypeError("no game began")
    return table, events[0]


def action_of_move(state: GameState, name: str, move: str) -> door.Action:
    """A move of a file, without its time, as an action."""
    seat = next(seat for seat, player in enumerate(state.players) if player.name == name)
    user = state.players[seat].user
    match move.split():
        case ["pass"]:
            return Pass(user)
        case ["surrender"]:
            return Surrender(user)
        case ["exchange", faces]:
            return Exchange(user, tuple(faces))
        case ["challenge", *words]:
            return Challenge(user, tuple(words))
        case ["timeout"]:
            return Timeout()
        case ["remind"]:
            return Remind()
        case ["draw"]:
            return OfferDraw(user)
        case ["accept"]:
            return AcceptDraw(user)
        case ["decline"]:
            return DeclineDraw(user)
        case _:
            return place_play(state, move, seat)


def apply_move(
    state: GameState, name: str, move: str, now: datetime
) -> tuple[GameState, tuple[door.Event, ...], datetime]:
    """The game after a move of a file, what the engine told, and the instant."""
    if move.startswith("+"):
        wait, _, move = move.partition(" ")
        now += timedelta(seconds=int(wait[1:-1]))
    table, events = _apply(state, action_of_move(state, name, move), now)
    if not isinstance(table, GameState):
        raise TypeError("the game became something else")
    return table, events, now


def playthrough_lines(script: Script) -> Iterator[str]:
    """The whole file, the game being played as the lines are taken."""
    state, started = open_game_of_script(script)
    names = dict(script.users)
    yield f"# {script.remark}"
    yield ""
    yield f"ruleset  {script.ruleset}"
    (_, bag), *options = script.options
    yield f"bag      {bag}"
    if options:
        yield f"options  {', '.join(' '.join(option) for option in options)}"
    yield f"secret   {script.secret}"
    yield f"message  {script.message}"
    yield f"users    {', '.join(f'{user} {name}' for user, name in script.users)}"
    yield ""
    for round_ in started.rounds:
        yield f"draw     {', '.join(f'{names[one.user]} {one.tile}' for one in round_)}"
    yield f"order    {', '.join(names[user] for user in started.order)}"
    if started.bonus is not None:
        yield f"bonus    {started.bonus}"
    yield ""
    now = NOW
    for name, move in script.moves:
        before = state
        state, events, now = apply_move(state, name, move, now)
        yield _move_line(before, state, (name, move), events)
    yield ""
    yield from _standings_lines(state)
    yield "board"
    yield from boards.board_picture(state.cells, state.ruleset).split()


def _apply(table: door.Table, action: door.Action, now: datetime) -> tuple[door.Table | None, tuple[door.Event, ...]]:
    step = door.apply(table, action, now, load_lexicon(table.ruleset.lexicon).__contains__)
    return step.table, step.events


def _move_line(before: GameState, after: GameState, asked_for: tuple[str, str], events: tuple[door.Event, ...]) -> str:
    name, move = asked_for
    seat = next(seat for seat, player in enumerate(before.players) if player.name == name)
    rack = _sorted_rack(before.players[seat].rack, before.ruleset.language)
    points = ", ".join(part for event in events for part in _points_column(event, before)) or "-"
    scored = sum(_points_of_seat(event, seat) for event in events)
    total = before.players[seat].score + scored
    return f"{name:6} | {rack:7} | {move:18} | {points} | {scored:+} = {total} | bag {len(after.bag)}"


def _points_of_seat(event: door.Event, seat: int) -> int:
    match event:
        case TilesPlaced(seat=other, score=points) | PointsAdjusted(seat=other, points=points):
            return points if other == seat else 0
        case _:
            return 0


def _points_column(event: door.Event, state: GameState) -> Iterator[str]:
    match event:
        case TilesPlaced():
            yield from (f"{word.word} {word.score}" for word in event.words)
            extras = (("bingo", event.bingo), ("cell", event.cell_bonus))
            yield from (f"{name} {score}" for name, score in extras if score)
        case PlayChallenged(challenge=done) if not done.withdrawn:
            yield f"{' and '.join(verdict.word for verdict in done.verdicts)} stands"
        case PlayWithdrawn():
            yield f"no word: {' '.join(event.phonies)}, {state.players[event.seat].name} {-event.score:+}"
        case PointsAdjusted(seat=seat, points=points):
            yield f"{state.players[seat].name} {points:+}"
        case PlayerRetired(seat=seat):
            yield f"{state.players[seat].name} is out of time"
        case TileExchanged(victim=seat, cell=cell, lost=lost, gained=gained):
            yield f"ex {cell}: {state.players[seat].name} {lost}→{gained}"
        case _:
            pass


def _sorted_rack(rack: Sequence[str], language: str) -> str:
    return "".join(sorted(rack, key=load_alphabet(language).rank)) or "-"


def _standings_lines(state: GameState) -> Iterator[str]:
    if state.outcome is None:
        # Of a game that is being written: what the next move can be made of.
        player = state.players[state.turn]
        yield f"{UNFINISHED}{player.name} {_sorted_rack(player.rack, state.ruleset.language)}"
        yield ""
        return
    yield f"end      {state.outcome.reason}"
    for final in state.outcome.finals:
        rack = _sorted_rack(final.rack, state.ruleset.language)
        name = state.players[final.seat].name
        overtime = f", overtime {final.penalty}" if final.penalty else ""
        yield f"place {final.place}  {name} {final.score} ({final.adjustment:+}, left {rack}{overtime})"
    yield ""


FOLDER = Path(__file__).parent.parent / "playthroughs"
_NAMES = ("Ayşe", "Bora", "Can", "Deniz")
_LIKELY = Habits(exchanging=20)


def simulated_script(ruleset: Ruleset, seed: str) -> Script:
    """The input of a whole game: its fewest players choose among legal plays, and nobody challenges."""
    options = [("bag", ruleset.bag)]
    if ruleset.judging.has_challenges:
        options.append(("challenge", "void"))
    remark = f"{ruleset.title['en']}: a game that was played by chance, with the seed {seed}."
    secret = hashlib.sha256(f"{ruleset.id}:{seed}".encode()).hexdigest()
    users = tuple((101 + seat, name) for seat, name in enumerate(_NAMES[: ruleset.players.least]))
    start = Script(remark, ruleset.id, tuple(options), secret, 11, users)
    return Script(remark, ruleset.id, tuple(options), secret, 11, users, tuple(_moves(start, seed)))


def _moves(script: Script, seed: str) -> Iterator[tuple[str, str]]:
    state, _ = open_game_of_script(script)
    words, draws = load_lexicon(state.ruleset.lexicon), Draws(f"{seed}:moves")
    while state.outcome is None:
        action, draws = random_move(state, draws, words, _LIKELY)
        match action:
            case Place():
                move = spell_play(state, action)
            case Exchange(tiles=faces):
                move = f"exchange {''.join(faces)}"
            case _:
                move = "pass"
        name = state.players[state.turn].name
        yield name, move
        state, _, _ = apply_move(state, name, move, NOW)


def spell_play(state: GameState, place: Place) -> str:
    """A play as ``8H KAlEM`` (RULES §1.1): its main word, blanks in lower case."""
    alphabet = load_alphabet(state.ruleset.language)
    board = premium_board(state.ruleset.board)
    new = {board.grid.indices[tile.cell]: tile.tile for tile in place.tiles}
    cells = place_tiles(state.cells, board, new, state.ruleset.rack).words[0].cells
    on_board = [new.get(index) or state.cells[index] for index in cells]
    word = "".join(alphabet.blank_sign(tile[1:]) if tile.startswith(BLANK) else tile for tile in on_board)
    start, following = (board.grid.names[index] for index in cells[:2])
    return f"{start[1:]}{start[0]} {word}" if start[1:] == following[1:] else f"{start} {word}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", choices=sorted(crossword_rulesets()))
    parser.add_argument("--seed", default="1", help="another game (1)")
    parsed = parser.parse_args()
    target = FOLDER / f"{parsed.ruleset}.txt"
    script = simulated_script(crossword_rulesets()[parsed.ruleset], parsed.seed)
    target.write_text("\n".join(playthrough_lines(script)) + "\n", encoding="utf-8")
    sys.stdout.write(f"{target.relative_to(Path.cwd())}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
