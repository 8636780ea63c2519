"""A player's own table in Klepka: cards are chosen by row and place, and the group sees only what they turn up."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from bot.families.klepka import buttons, myboard_trade, myboard_words
from bot.families.klepka.myboard_scene import Scene
from bot.families.ownboard import HOME, LETTERS, Key, Own, OwnBoard, Page, mark_of, width_of, wrapped
from bot.texts import Html
from bot.wording import clocks
from bot.wording.captions import lines
from bot.wording.people import displayed
from engine.errors import Refusal
from engine.game import Action, Game, view
from engine.klepka.actions import Chaos, ConfirmDouble, Flip, Form
from engine.klepka.deck import CHAOS
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from engine.turns import Pass, Surrender
from render.cards import Choice

_CHOSEN: Final = re.compile(r"(?:[0-9a-f]{2})*")
_DIGITS: Final = 2
_NONE: Final = "—"
_MOST_FLIPS: Final = 11
"""Cards that the data of a button have room for; more are turned up by their typed positions."""
_MOST_CARDS: Final = 255
_WINS: Final = "g"
"""The step that forms the words that win at once."""


class MyTable(OwnBoard):
    """The table with the player's own choice of cards on it."""

    def __init__(self) -> None:
        self._pages: Final[Mapping[str, Callable[[Scene, str], Page]]] = {
            "f": _rows,
            "r": _cards,
            "w": myboard_words.spelling,
            "v": myboard_words.polysemy,
            "t": myboard_trade.steps,
            "p": _passing,
            "k": _mixing,
            "s": _surrendering,
        }

    def mark(self, game: Game, seat: int) -> str:
        """Of the own cards, and of where cards lie: what everybody may know."""
        state = _klepka(game)
        lying = ("1" if card else "0" for card in state.table)
        return mark_of((*state.players[seat].cards, *lying, state.phase))

    def held(self, own: Own) -> str:
        """The player's cards."""
        scene = _scene(own)
        cards = " ".join(scene.words.card(card) for card in scene.cards)
        return own.speaker.plain("mine-cards", cards=cards or _NONE)

    async def page(self, own: Own, step: str) -> Page:
        """A step by its first letter; the rest is what was chosen so far."""
        scene = _scene(own)
        if step == HOME:
            return _home(scene)
        shown = self._pages.get(step[0])
        if shown is None:
            raise Refusal("stale_button")
        return shown(scene, step[1:])

    def action(self, game: Game, seat: int, step: str) -> Action:
        """Cards turned up, a word, a pass, a reward card, the host's word that counts twice, the end for the player."""
        state = _klepka(game)
        user, kind, rest = state.players[seat].user, step[:1], step[1:]
        if kind == "f":
            return Flip(user, _positions(rest))
        if kind == "w":
            return Form(user, myboard_words.typed(state, rest))
        if kind == "t":
            return myboard_trade.trade(state, seat, rest)
        if kind == "d":
            return ConfirmDouble(user, _word(state, rest))
        if step == _WINS and (winning := myboard_words.winning(state, seat)) is not None:
            return Form(user, winning)
        plain = {"p": Pass, "k": Chaos, "s": Surrender}
        if kind in plain and not rest:
            return plain[kind](user)
        raise Refusal("stale_button")


def _klepka(game: Game) -> GameState:
    if not isinstance(game, GameState):
        raise TypeError("a game of Klepka is shown as one")
    return game


def _word(state: GameState, index: str) -> str:
    """The word that the host lets count twice, by its place among those of the game."""
    if not index.isdecimal() or int(index) >= len(state.words):
        raise Refusal("stale_button")
    return state.words[int(index)].word


def _scene(own: Own) -> Scene:
    state, seen = _klepka(own.game), view(own.game, own.user)
    if not isinstance(seen, GameView):
        raise TypeError("a game of Klepka has a view of cards")
    return Scene(own, state, seen)


def _positions(text: str) -> tuple[int, ...]:
    """The cards chosen, by their positions."""
    if _CHOSEN.fullmatch(text) is None:
        raise Refusal("stale_button")
    return tuple(int(text[start : start + _DIGITS], 16) for start in range(0, len(text), _DIGITS))


def _written(positions: tuple[int, ...]) -> str:
    return "".join(f"{position:02x}" for position in positions)


def _home(scene: Scene) -> Page:
    speaker, seen = scene.own.speaker, scene.view
    cards = " ".join(scene.words.card(card) for card in scene.cards) or _NONE
    told = speaker.html("mine-table", game=speaker.game, group=displayed(scene.own.group), cards=Html(cards))
    times = "\n".join(clocks.stand(scene.state, scene.own.now, speaker))
    text = lines(told, scene.words.last(seen), times, clocks.pause(seen, speaker), scene.words.next(seen))
    rows: list[list[Key]] = []
    if _may_choose(scene):
        rows.append([scene.key("mine-flip", "f")])
    if scene.on_turn and seen.phase == "words":
        rows.append([scene.key("mine-form-word", "w")])
    if scene.on_turn and seen.phase == "extra":
        rows.append([scene.key("button-enough", "p", plays=True)])
    elif scene.on_turn and not seen.flips:
        rows.append([scene.key("mine-pass", "p")])
    if scene.on_turn and seen.phase == "words" and myboard_words.winning(scene.state, scene.own.seat) is not None:
        rows.append([Key(f"🏁 {scene.state.ruleset.instant_win}", _WINS, plays=True)])
    rewards = [("klepka-exchange", "t")] if myboard_trade.possible(scene) else []
    rewards += [("klepka-chaos", "k")] if CHAOS in scene.cards else []
    if rewards:
        rows.append([scene.key(message, step) for message, step in rewards])
    if scene.state.host == scene.own.user:
        rows += [[Key(label, f"d{index}", plays=True)] for index, label in buttons.doubles(seen, speaker).items()]
    rows.append([scene.key("mine-my-cards", LETTERS)])
    rows.append([scene.key("mine-surrender", "s"), scene.key("mine-refresh", HOME)])
    return scene.page(text, rows)


def _may_choose(scene: Scene) -> bool:
    return scene.on_turn and 0 < scene.view.flips <= _MOST_FLIPS and len(scene.state.table) <= _MOST_CARDS


def _chosen(scene: Scene, text: str) -> tuple[int, ...]:
    """What was chosen so far, fewer than are turned up, all of them still lying there, each once."""
    chosen = _positions(text)
    if not _may_choose(scene) or len(chosen) >= scene.view.flips:
        raise Refusal("stale_button")
    if not set(chosen) <= set(scene.lying) or len(set(chosen)) < len(chosen):
        raise Refusal("stale_button")
    return chosen


def _rows(scene: Scene, text: str) -> Page:
    """Which row the next card lies in."""
    chosen = _chosen(scene, text)
    free = [position for position in scene.lying if position not in chosen]
    rows = dict.fromkeys((position - 1) // scene.view.columns + 1 for position in free)
    keys = [Key(str(row), f"r{row:02x}{text}") for row in rows]
    speaker = scene.own.speaker
    so_far = ", ".join(str(position) for position in chosen)
    told = lines(
        speaker.html("mine-which-card-row", number=len(chosen) + 1, count=scene.view.flips),
        speaker.html("mine-chosen", positions=so_far) if chosen else "",
    )
    end = [scene.back(f"f{text[:-_DIGITS]}" if chosen else HOME)]
    if chosen:
        end.append(scene.to_board)
    every = len(scene.state.table) // scene.view.columns
    return scene.page(told, [*wrapped(keys, width_of(every)), end], Choice(cards=chosen))


def _cards(scene: Scene, text: str) -> Page:
    """Which card of the row; the last one that is needed turns all of them up."""
    row, so_far = _positions(text[:_DIGITS]), text[_DIGITS:]
    chosen = _chosen(scene, so_far)
    columns = scene.view.columns
    free = [
        position
        for position in scene.lying
        if position not in chosen and row and (position - 1) // columns + 1 == row[0]
    ]
    if not free:
        raise Refusal("stale_button")
    last = len(chosen) + 1 == scene.view.flips
    keys = [Key(str(position), f"f{_written((*chosen, position))}", plays=last) for position in free]
    speaker = scene.own.speaker
    told = speaker.html("mine-which-last-card" if last else "mine-which-card", row=row[0])
    rows = [*wrapped(keys, width_of(columns)), [scene.back(f"f{so_far}")]]
    return scene.page(told, rows, Choice(row=row[0], cards=chosen))


def _passing(scene: Scene, text: str) -> Page:
    if text or not scene.on_turn:
        raise Refusal("stale_button")
    return scene.page(*scene.passing(scene.own.speaker.html("run-ends-passes") if scene.view.pass_ends else ""))


def _mixing(scene: Scene, text: str) -> Page:
    if text or CHAOS not in scene.cards:
        raise Refusal("stale_button")
    yes = scene.key("mine-chaos-yes", "k", plays=True)
    return scene.page(scene.own.speaker.html("mine-chaos-sure"), [[yes, scene.back()]])


def _surrendering(scene: Scene, text: str) -> Page:
    if text:
        raise Refusal("stale_button")
    return scene.page(*scene.surrendering())
