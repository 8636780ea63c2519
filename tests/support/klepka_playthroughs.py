"""Whole games of Klepka as readable text: what people asked for, and after each action what the engine made of it.

The head and the actions are input; everything else in a file is what the engine is expected to say.
:func:`playthrough_lines`
plays the input and writes the whole file anew. Cards are the signs of :mod:`tests.support.klepka`.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec import Struct

from engine import game as door
from engine.clock import Timeout
from engine.klepka.actions import Action, Chaos, DoubleWord, Flip, Form, Trade
from engine.klepka.events import (
    CardsRevealed,
    CardsTraded,
    GameStarted,
    TableShuffled,
    TurnPassed,
    WordDoubled,
    WordFormed,
    WordsTimedOut,
)
from engine.klepka.secrecy import sort_cards
from engine.klepka.state import GameState
from engine.lexicon import load_lexicon
from engine.lobby_seats import Join, Seat, open_lobby
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.timekeeping import turn_deadline
from engine.turns import Pass, Surrender
from tests.support.klepka import NOW, card_of_sign, sign_of_card, signs_of_cards, table_picture

_PACE = timedelta(seconds=5)


class Script(Struct, frozen=True):
    """The input of a whole game: a remark, the table, and who asked for what."""

    remark: str
    ruleset: str
    options: dict[str, str]
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
            name, move, *_ = (part.strip() for part in line.split(" | "))
            moves.append((name, move))
        elif line:
            key, _, value = line.partition(" ")
            head[key] = value.strip()
    users = tuple((int(user), name) for user, name in (item.split() for item in head["users"].split(", ")))
    options = dict(item.split("=") for item in head["options"].split())
    return Script(" ".join(remark), head["ruleset"], options, head["secret"], int(head["message"]), users, tuple(moves))


def playthrough_lines(script: Script) -> Iterator[str]:
    """The whole file, the game being played as the lines are taken."""
    state, started = open_game_of_script(script)
    names = dict(script.users)
    yield f"# {script.remark}"
    yield ""
    yield f"ruleset  {script.ruleset}"
    yield f"options  {' '.join(f'{name}={value}' for name, value in script.options.items())}"
    yield f"secret   {script.secret}"
    yield f"message  {script.message}"
    yield f"users    {', '.join(f'{user} {name}' for user, name in script.users)}"
    yield ""
    yield f"order    {', '.join(names[user] for user in started.order)}"
    yield ""
    yield from table_picture(state).split()
    yield ""
    now = NOW
    for name, move in script.moves:
        now = max(now + _PACE, (turn_deadline(state) or now) if move == "timeout" else now)
        state, events = apply_move(state, action_of_move(state, name, move), now)
        yield _move_line(state, events, name, move)
    yield ""
    yield from _standings_lines(state)


def open_game_of_script(script: Script) -> tuple[GameState, GameStarted]:
    rules = resolve_ruleset(shipped_rulesets()[script.ruleset], script.options)
    (host, name), *guests = script.users
    table: door.Table | None = open_lobby(rules, Seat(host, name), script.secret)
    actions: list[door.Action] = [Join(user, guest) for user, guest in guests]
    events: tuple[door.Event, ...] = ()
    for action in (*actions, door.Begin(host, script.message, load_lexicon(rules.lexicon).hash)):
        if table is None:
            break
        table, events = _apply(table, action, NOW)
    if not isinstance(table, GameState) or not isinstance(events[0], GameStarted):
        raise TypeError("no game of Klepka began")
    return table, events[0]


def action_of_move(state: GameState, name: str, move: str) -> Action:
    """An action of a file: ``word …``, ``flip …``, ``pass``, ``trade … for … of NAME``, ``chaos``, ``double …``."""
    user = _user_of_name(state, name)
    match move.split():
        case ["word", *word]:
            return Form(user, " ".join(word))
        case ["flip", *positions]:
            return Flip(user, tuple(int(position) for position in positions))
        case ["pass"]:
            return Pass(user)
        case ["trade", give, "for", take, "of", partner]:
            return Trade(user, card_of_sign(give), _user_of_name(state, partner), card_of_sign(take))
        case ["chaos"]:
            return Chaos(user)
        case ["double", word]:
            return DoubleWord(user, word)
        case ["surrender"]:
            return Surrender(user)
        case ["timeout"]:
            return Timeout()
        case _:
            raise ValueError(f"{move!r} is no action")


def apply_move(state: GameState, action: Action, now: datetime) -> tuple[GameState, tuple[door.Event, ...]]:
    table, events = _apply(state, action, now)
    if not isinstance(table, GameState):
        raise TypeError("the game became something else")
    return table, events


def _apply(table: door.Table, action: door.Action, now: datetime) -> tuple[door.Table | None, tuple[door.Event, ...]]:
    step = door.apply(table, action, now, load_lexicon(table.ruleset.lexicon).__contains__)
    return step.table, step.events


def _user_of_name(state: GameState, name: str) -> int:
    return next(player.user for player in state.players if player.name == name)


def _move_line(after: GameState, events: tuple[door.Event, ...], name: str, move: str) -> str:
    player = next(player for player in after.players if player.name == name)
    collection = signs_of_cards(sort_cards(player.cards, after.ruleset.language)) or "-"
    left = sum(bool(one) for one in after.table)
    return f"{name:5} | {move:26} | {_event_phrase(events[0]):30} | {player.score:3} | {left:2} | {collection}"


def _event_phrase(event: door.Event) -> str:
    match event:
        case WordFormed(word=word):
            used = signs_of_cards(word.cards) + "*" * len(word.polysemies)
            return f"{word.word} {word.score} of {used}, flips {event.flips}"
        case WordDoubled():
            return f"{event.word} {event.score}"
        case CardsRevealed():
            shown = " ".join(f"{sign_of_card(one.card)}{'+' if one.taken else ''}" for one in event.cards)
            return f"{shown}{f', again {event.again}' if event.again else ''}"
        case CardsTraded():
            return f"{sign_of_card(event.gave)} for {sign_of_card(event.took)}"
        case TableShuffled():
            return f"{event.cards} cards mixed"
        case TurnPassed():
            return f"passed {event.phase}{' in time' if event.automatic else ''}"
        case WordsTimedOut():
            return f"time is up, flips {event.flips}"
        case _:
            return type(event).__name__


def _standings_lines(state: GameState) -> Iterator[str]:
    if state.outcome is None:
        raise ValueError("the game is not over")
    yield f"end      {state.outcome.reason}"
    for final in state.outcome.finals:
        yield f"place {final.place}  {state.players[final.seat].name} {final.score} ({final.adjustment:+})"
