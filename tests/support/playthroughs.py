"""Whole games as readable text: what people asked for, and after each move what the engine made of it.

The head and the moves are input; everything else in a file is what the engine is expected to say. :func:`lines`
plays the input and writes the whole file anew, so that a difference is a line that reads otherwise.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine import game as door
from engine.alphabet import alphabet
from engine.crossword.actions import Exchange, Pass, Surrender
from engine.crossword.events import GameStarted
from engine.crossword.state import GameState
from engine.crossword.view import LastTurn
from engine.lexicon import lexicon
from engine.rulesets import resolve, rulesets
from engine.seats import Join, Seat, open_lobby
from tests.support import boards
from tests.support.games import NOW, play


class Script(Struct, frozen=True):
    """The input of a whole game: a remark, the table, and who asked for what."""

    remark: str
    ruleset: str
    bag: str
    secret: str
    message: int
    users: tuple[tuple[int, str], ...]
    moves: tuple[tuple[str, str], ...] = ()


def read(text: str) -> Script:
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
    return Script(
        " ".join(remark), head["ruleset"], head["bag"], head["secret"], int(head["message"]), users, tuple(moves)
    )


def opened(script: Script) -> tuple[GameState, GameStarted]:
    """The game at its first turn."""
    rules = resolve(rulesets()[script.ruleset], bag=script.bag)
    (host, name), *guests = script.users
    table: door.Table | None = open_lobby(rules, Seat(host, name), script.secret)
    actions: list[door.Action] = [Join(user, guest) for user, guest in guests]
    events: tuple[door.Event, ...] = ()
    for action in (*actions, door.Begin(host, script.message, lexicon(rules.lexicon).hash)):
        if table is None:
            break
        table, events = _step(table, action)
    if not isinstance(table, GameState) or not isinstance(events[0], GameStarted):
        raise TypeError("no game began")
    return table, events[0]


def asked(state: GameState, name: str, move: str) -> door.Action:
    """A move of a file as an action: ``8H WORD``, ``exchange ABC``, ``pass`` or ``surrender``."""
    seat = next(seat for seat, player in enumerate(state.players) if player.name == name)
    user = state.players[seat].user
    match move.split():
        case ["pass"]:
            return Pass(user)
        case ["surrender"]:
            return Surrender(user)
        case ["exchange", faces]:
            return Exchange(user, tuple(faces))
        case _:
            return play(state, move, seat)


def played(state: GameState, name: str, move: str) -> GameState:
    """The game after a move of a file."""
    table, _ = _step(state, asked(state, name, move))
    if not isinstance(table, GameState):
        raise TypeError("the game became something else")
    return table


def lines(script: Script) -> Iterator[str]:
    """The whole file, the game being played as the lines are taken."""
    state, started = opened(script)
    names = dict(script.users)
    yield f"# {script.remark}"
    yield ""
    yield f"ruleset  {script.ruleset}"
    yield f"bag      {script.bag}"
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
    for name, move in script.moves:
        before = state
        state = played(state, name, move)
        yield _move_line(before, state, name, move)
    yield ""
    yield from _standings(state)
    yield "board"
    yield from boards.draw(state.cells, state.ruleset).split()


def _step(table: door.Table, action: door.Action) -> tuple[door.Table | None, tuple[door.Event, ...]]:
    step = door.apply(table, action, NOW, lexicon(table.ruleset.lexicon).__contains__)
    return step.table, step.events


def _move_line(before: GameState, after: GameState, name: str, move: str) -> str:
    seat = next(seat for seat, player in enumerate(before.players) if player.name == name)
    last = after.last
    if last is None:
        raise ValueError(f"{name} {move} left no trace")
    rack = _sorted(before.players[seat].rack, before.ruleset.language)
    points = _points(last)
    total = before.players[seat].score + last.score
    return f"{name:6} | {rack:7} | {move:18} | {points} | +{last.score} = {total} | bag {len(after.bag)}"


def _points(last: LastTurn) -> str:
    parts = [f"{word.word} {word.score}" for word in last.words]
    parts += [f"{name} {score}" for name, score in (("bingo", last.bingo), ("cell", last.cell_bonus)) if score]
    return ", ".join(parts) or "-"


def _sorted(rack: Sequence[str], language: str) -> str:
    return "".join(sorted(rack, key=alphabet(language).rank)) or "-"


def _standings(state: GameState) -> Iterator[str]:
    if state.outcome is None:
        raise ValueError("the game is not over")
    yield f"end      {state.outcome.reason}"
    for final in state.outcome.finals:
        rack = _sorted(final.rack, state.ruleset.language)
        name = state.players[final.seat].name
        yield f"place {final.place}  {name} {final.score} ({final.adjustment:+}, left {rack})"
    yield ""
