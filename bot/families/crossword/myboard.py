"""A player's own board in games on a board: which step shows what, and which asks the game for something."""

import re
from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import Final

from bot.families.crossword import myboard_moves, myboard_words
from bot.families.crossword.myboard_scene import Scene, face, small
from bot.families.crossword.previews import phonies, preview_words
from bot.families.crossword.tables import seen
from bot.families.crossword.wording import Wording
from bot.families.family import Services
from bot.families.ownboard import HOME, Key, Own, OwnBoard, Page, mark_of, wrapped
from bot.store.arranged import order
from bot.tables.held import table_name
from bot.telegram.buttons import PLAYS
from engine.alphabet import BLANK, alphabet
from engine.crossword.actions import AcceptDraw, Challenge, DeclineDraw, Exchange, OfferDraw, TakeBack
from engine.crossword.draft import laid, unwritten
from engine.crossword.scoring import Score
from engine.crossword.state import GameState
from engine.errors import Refusal
from engine.game import Action, Game
from engine.turns import Pass, Surrender

ORDER: Final = "order"
"""The setting of a person that says how their racks lie."""
BY_LETTERS: Final = "letters"
_RANDOM: Final = SystemRandom()
_MASK: Final = re.compile(r"[0-9a-f]{1,8}")
_PLAY: Final = re.compile(r"\d{1,6}", re.ASCII)
_DOUBT: Final = re.compile(r"(\d{1,6})(?:_(\d{1,2}))?")


class MyBoard(OwnBoard):
    """The board with the own rack below it.

    Args:
        services: what handlers may use.
        shuffle: puts a list into another order.
    """

    def __init__(self, services: Services, shuffle: Callable[[list[int]], None] = _RANDOM.shuffle) -> None:
        self._games: Final = services.games
        self._arranged: Final = services.arranged
        self._settings: Final = services.store.settings
        self._shuffle: Final = shuffle
        self._pages: Final[Mapping[str, Callable[[Scene, str], Page]]] = {
            "r": lambda scene, rest: myboard_moves.column(scene, rest) if rest else myboard_moves.row(scene),
            "c": myboard_moves.direction,
            "b": myboard_moves.blank,
            "w": myboard_words.spelling,
            "v": myboard_words.blank,
            "l": myboard_words.listed,
            "x": _exchanging,
            "p": _passing,
            "o": _offering,
            "s": _surrendering,
            "q": _doubting,
        }

    def mark(self, game: Game, seat: int) -> str:
        """Of the rack."""
        return mark_of(_on_board(game).players[seat].rack)

    def held(self, own: Own) -> str:
        """The rack, with points."""
        state = _on_board(own.game)
        rack = state.players[own.seat].rack
        tiles = "  ".join(f"{face(tile)}{small(state.ruleset.values[tile])}" for tile in rack)
        return own.speaker.plain("rack-alert", tiles=tiles, bag=len(state.bag))

    async def page(self, own: Own, step: str) -> Page:
        """A step by its first letter; the rest is what was chosen so far."""
        state = _on_board(own.game)
        rack, table = state.players[own.seat].rack, table_name(state)
        kept = order(rack, await self._arranged.of(own.user, table) or await self._unshuffled(own.user, state, rack))
        if step == "z":
            kept = self._mixed(rack, kept)
            await self._arranged.keep(own.user, table, tuple(rack[place] for place in kept))
        scene = Scene(own, state, seen(state, own.user), kept)
        if step in {HOME, "z"}:
            return scene.home()
        if step[0] == "d":
            return await myboard_moves.laying(scene, step[1:], lambda score: self._phonies(own, score))
        shown = self._pages.get(step[0])
        if shown is None:
            raise Refusal("stale_button")
        return shown(scene, step[1:])

    async def _unshuffled(self, user: int, state: GameState, rack: tuple[str, ...]) -> tuple[str, ...]:
        """A rack as its player wants it to lie before it is shuffled: as it was drawn, or by the alphabet."""
        if (await self._settings(user)).get(ORDER) != BY_LETTERS:
            return rack
        ranks = alphabet(state.ruleset.language)
        return tuple(sorted(rack, key=lambda tile: (tile == BLANK, ranks.rank(tile))))

    def action(self, game: Game, seat: int, step: str) -> Action:
        """A move, an exchange, a pass; an answer to the last play or to an offered draw; the end for the player."""
        state = _on_board(game)
        user, kind, rest = state.players[seat].user, step[:1], step[1:]
        plain = {"p": Pass, "o": OfferDraw, "y": AcceptDraw, "n": DeclineDraw, "s": Surrender}
        if kind == "d":
            return laid(state, seat, unwritten(state, seat, rest)).place
        if kind == "x":
            rack = state.players[seat].rack
            chosen = _mask(rest, len(rack))
            return Exchange(user, tuple(tile for place, tile in enumerate(rack) if chosen >> place & 1))
        if kind == "q":
            play, words = _doubted(state, rest)
            return Challenge(user, words, play)
        if kind == "t" and _PLAY.fullmatch(rest):
            return TakeBack(user, int(rest))
        if kind in plain and not rest:
            return plain[kind](user)
        raise Refusal("stale_button")

    def _mixed(self, rack: tuple[str, ...], kept: tuple[int, ...]) -> tuple[int, ...]:
        """Another order, which also looks different; the same where none does."""
        if len(set(rack)) <= 1:
            return kept
        mixed = list(kept)
        while [rack[place] for place in mixed] == [rack[place] for place in kept]:
            self._shuffle(mixed)
        return tuple(mixed)

    async def _phonies(self, own: Own, score: Score) -> tuple[str, ...] | None:
        """The words of a play that do not count; ``None`` where that is not told before it is played."""
        words = await preview_words(self._games, own.held, _on_board(own.game).ruleset)
        return None if words is None else phonies(score, words)


def _on_board(game: Game) -> GameState:
    if not isinstance(game, GameState):
        raise TypeError("a game on a board is shown as one")
    return game


def _mask(text: str, tiles: int) -> int:
    """Which tiles are ticked, a bit each."""
    if _MASK.fullmatch(text) is None or int(text, 16) >> tiles:
        raise Refusal("stale_button")
    return int(text, 16)


def _exchanging(scene: Scene, text: str) -> Page:
    """Tiles to tick, and to exchange those that are."""
    chosen = _mask(text, len(scene.rack))
    if not (scene.on_turn and scene.may_exchange):
        raise Refusal("stale_button")
    ticked = [place for place in scene.order if chosen >> place & 1]
    keys = [
        Key(f"{'✓' if place in ticked else ''}{scene.tile(place)}", f"x{chosen ^ 1 << place:x}")
        for place in scene.order
    ]
    speaker = scene.own.speaker
    done = (
        [[Key(speaker.plain("button-exchange", count=len(ticked)), f"x{chosen:x}", plays=True, style=PLAYS)]]
        if ticked
        else []
    )
    return scene.page(speaker.html("mine-which-tiles"), [*wrapped(keys), *done, [scene.back()]], ticked=ticked)


def _passing(scene: Scene, text: str) -> Page:
    if text or not scene.on_turn:
        raise Refusal("stale_button")
    return scene.page(*scene.passing(Wording(scene.own.speaker).warning(scene.view)))


def _offering(scene: Scene, text: str) -> Page:
    if text or scene.view.offer is not None or not scene.state.ruleset.draw_offers:
        raise Refusal("stale_button")
    yes = scene.key("mine-draw-yes", "o", plays=True)
    return scene.page(scene.own.speaker.html("mine-draw-sure"), [[yes, scene.back()]])


def _surrendering(scene: Scene, text: str) -> Page:
    if text:
        raise Refusal("stale_button")
    return scene.page(*scene.surrendering())


def _doubting(scene: Scene, text: str) -> Page:
    """The words of the play that may be challenged: all of them, or one."""
    window = scene.view.window
    play, _ = _doubted(scene.state, text)
    if window is None or window.seat == scene.seat:
        raise Refusal("stale_button")
    words = [word.word for word in window.words]
    each = [Key(word, f"q{play}_{number}", plays=True) for number, word in enumerate(words)]
    every = [[scene.key("mine-doubt-all", f"q{play}", plays=True)]] if len(words) > 1 else []
    told = scene.own.speaker.html("mine-doubt", name=scene.own.speaker.named(scene.view.seats[window.seat].name))
    return scene.page(told, [*wrapped(each, 2), *every, [scene.back()]])


def _doubted(state: GameState, text: str) -> tuple[int, tuple[str, ...]]:
    """The number of a play, and which of its words, all where none is named."""
    found, pending = _DOUBT.fullmatch(text), state.pending
    if found is None:
        raise Refusal("stale_button")
    if found[2] is None:
        return int(found[1]), ()
    if pending is None or pending.play != int(found[1]) or int(found[2]) >= len(pending.words):
        raise Refusal("stale_button")
    return pending.play, (pending.words[int(found[2])].word,)
