"""What a picture is drawn from: a view, words in the chat's language, a theme. Draws nothing itself."""

import hashlib
import html
from collections.abc import Mapping
from typing import Final, assert_never

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.announce import clocks
from bot.announce.terms import Terms, title
from bot.texts import Texts
from engine.crossword.view import GameView, LastTurn
from engine.game import View
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.klepka.view import GameView as KlepkaView
from engine.rulesets import rulesets
from engine.seats import LobbyView
from render.cardtext import text_cards
from render.lobby import LobbyWords
from render.panel import PanelWords
from render.text import text_board
from render.theme import THEMES

DEFAULT_THEME: Final = "light"
_encoder: Final = msgspec.json.Encoder(order="deterministic")


class Look(Struct, frozen=True):
    """How a chat wants its pictures: the language of their words, and their theme."""

    language: str
    theme: str = DEFAULT_THEME


class Sketch(Struct, frozen=True):
    """Everything that one picture depends on."""

    view: View
    words: PanelWords | LobbyWords
    theme: str
    ghosts: dict[str, str] = {}
    """Tiles that somebody would like to lay, by cell."""

    @property
    def lasting(self) -> bool:
        """Whether anybody may see the picture at any time: no plan of one player, no cards shown for a moment."""
        shown = isinstance(self.view, KlepkaView) and self.view.revealed
        private = not isinstance(self.view, LobbyView) and self.view.viewer is not None
        return not (self.ghosts or shown or private)

    @property
    def digest(self) -> str:
        """What tells this picture from every other, while it is drawn by the same program."""
        content = _encoder.encode((drawn_of(self.view), self.words, self.theme, self.ghosts))
        return hashlib.blake2b(content, digest_size=16).hexdigest()


def theme_named(name: str | None) -> str:
    """A chat's theme; the default where it chose none, or one that this version lacks."""
    return name if name in THEMES else DEFAULT_THEME


def drawn_of(view: View) -> View:
    """A view without what no picture shows: the clocks that are drawn are words."""
    if isinstance(view, GameView):
        return replace(view, unseen={}, window=None, challenges=(), clock=None, offer=None)
    if isinstance(view, KlepkaView):
        return replace(view, clock=None, flipped=None)
    return view


def sketch(
    texts: Texts,
    view: View,
    titles: Mapping[str, str],
    look: Look,
    *,
    lexicon: str = "",
    ghosts: Mapping[str, str] | None = None,
) -> Sketch:
    """The picture of a table.

    Args:
        texts: the wording.
        view: what may be seen of the table.
        titles: the ruleset's, by language.
        look: the chat's.
        lexicon: the dictionary that judges, which a lobby's card tells.
        ghosts: tiles to show as if they were to be laid, by cell.
    """
    name = title(titles, look.language)
    words: PanelWords | LobbyWords
    match view:
        case GameView():
            words = _panel(texts, view, name, look.language)
        case KlepkaView():
            words = PanelWords(
                title=name,
                bag=texts.plain(look.language, "panel-cards"),
                turn=texts.plain(look.language, "panel-turn"),
                clocks=clocks.panel(view, texts, look.language),
                paused=clocks.paused(view, texts, look.language),
            )
        case LobbyView():
            words = _lobby(texts, view, name, look.language, lexicon)
        case _:
            assert_never(view)
    return Sketch(view, words, look.theme, dict(ghosts or {}))


def _panel(texts: Texts, view: GameView, name: str, language: str) -> PanelWords:
    return PanelWords(
        title=name,
        bag=texts.plain(language, "panel-bag"),
        turn=texts.plain(language, "panel-turn"),
        last="" if view.last is None else _last(texts, view, view.last, language),
        clocks=clocks.panel(view, texts, language),
        paused=clocks.paused(view, texts, language),
    )


def _lobby(texts: Texts, view: LobbyView, name: str, language: str, lexicon: str) -> LobbyWords:
    ready = len(view.seats) >= view.least
    tiles = "lobby-cards" if _played_with_cards(view.ruleset) else "lobby-tiles"
    motif = f"motif-{view.ruleset.partition('-')[0]}"
    return LobbyWords(
        title=name,
        motif=texts.plain(language, motif) if texts.has(language, motif) else "",
        subtitle=texts.plain(language, "lobby-ready" if ready else "lobby-waiting"),
        tiles=texts.plain(language, tiles, count=view.tiles),
        host=texts.plain(language, "lobby-host"),
        needed=texts.plain(language, "lobby-needed"),
        free=texts.plain(language, "lobby-free"),
        options=tuple(Terms(texts, language).chosen(view.ruleset, view.options, lexicon)),
        language=language,
    )


def _played_with_cards(ruleset: str) -> bool:
    return isinstance(rulesets().get(ruleset), KlepkaRuleset)


def _last(texts: Texts, view: GameView, last: LastTurn, language: str) -> str:
    name = view.seats[last.seat].name
    match last.kind:
        case "play":
            return texts.plain(language, "panel-played", name=name, word=last.words[0].word, score=last.score)
        case "exchange":
            return texts.plain(language, "panel-exchanged", name=name, count=last.exchanged)
        case "pass":
            return texts.plain(language, "panel-passed", name=name)
        case "surrender":
            return texts.plain(language, "panel-surrendered", name=name)
        case "withdrawn":
            return texts.plain(language, "panel-withdrawn", name=name, word=last.words[0].word)
        case "forfeit" | "retired":
            return texts.plain(language, "panel-out-of-time", name=name)
        case _:
            assert_never(last.kind)


def written(view: GameView | KlepkaView) -> str:
    """The board, or the table of cards, as monospaced HTML."""
    text = text_cards(view) if isinstance(view, KlepkaView) else text_board(view)
    return f"<pre>{html.escape(text, quote=False)}</pre>"
