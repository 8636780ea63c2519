"""Looking without changing anything: board, score, bag, words, rules, help."""

import html
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.announce.captions import whole
from bot.announce.help import Help
from bot.announce.legend import legend
from bot.announce.rules import rules_text
from bot.announce.wording import Wording
from bot.answers import Answers, Context
from bot.buttons import Buttons
from bot.handlers.lobby import called
from bot.inbound import Command, Tap
from bot.lately import Lately
from bot.photos import Photos
from bot.sketches import sketch, written
from bot.tables import is_running, table_name
from bot.texts import Html, Texts
from engine.alphabet import alphabet
from engine.crossword.ruleset import BLANK
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.errors import Refusal
from engine.game import Table, view
from engine.rulesets import rulesets
from engine.seats import Lobby, LobbyView

_AS_TEXT: Final = frozenset({"metin", "text", "yazı", "yazi", "текст"})
_BOARD_SECONDS: Final = 30.0
"""How long the button sends the same board no second time: groups may only have so many messages."""


class InfoHandlers:
    """Answers that anybody may ask for."""

    def __init__(self, answers: Answers, buttons: Buttons, photos: Photos, texts: Texts, bot_name: str) -> None:
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._photos: Final = photos
        self._texts: Final = texts
        self._help: Final = Help(texts, f"@{bot_name}")
        self._boards: Final = Lately(_BOARD_SECONDS)

    async def board(self, request: Command | Tap, context: Context) -> None:
        """The board as a picture, or as text with ``/tahta metin``; a lobby shows itself."""
        table = _some_table(context.held.table)
        if isinstance(request, Tap):
            if self._boards.again((request.place.scope, table_name(table), turns_taken(table))):
                await self._answers.toast(request, context.language, "board-above")
                return
            await self._answers.quiet(request)
        words = Wording(self._texts, context.language)
        titles = table.ruleset.title
        match view(table, None):
            case LobbyView() as seen:
                keyboard = self._buttons.lobby(context.language, table_name(table))
                if not _as_text(request):
                    await self._send(request, context, seen, keyboard)
                    return
                await self._answers.send(request, words.lobby(seen, titles, context.held.lexicon), keyboard)
            case GameView() as seen:
                if _as_text(request):
                    text = whole(self._texts, context.language, seen, titles, context.held.lexicon)
                    signs = legend(seen, self._texts, context.language)
                    await self._answers.send(request, f"{written(seen)}\n{signs}\n{text}")
                    return
                play = None if seen.window is None else seen.window.play
                offer = None if seen.offer is None else seen.offer.seat
                name = table_name(table)
                buttons = None if seen.turn is None else self._buttons.turn(context.language, name, play, offer)
                await self._send(request, context, seen, buttons)

    async def _send(
        self,
        request: Command | Tap,
        context: Context,
        seen: LobbyView | GameView,
        keyboard: InlineKeyboardMarkup | None,
    ) -> None:
        titles, lexicon = _some_table(context.held.table).ruleset.title, context.held.lexicon
        drawn = sketch(self._texts, seen, titles, context.look, lexicon=lexicon)
        text = whole(self._texts, context.language, seen, titles, lexicon)
        await self._photos.send(
            context.held.scope, drawn, lambda photo: self._answers.photo(request, photo, text, keyboard)
        )

    async def score(self, request: Command, context: Context) -> None:
        """The standings, and whose turn it is."""
        seen = _game_view(context.held.table)
        words = Wording(self._texts, context.language)
        title = Html(f"<b>{html.escape(words.title(_some_table(context.held.table).ruleset.title))}</b>")
        await self._answers.send(
            request,
            f"{title}\n{words.scores(seen)}\n{words.next(seen) if seen.outcome is None else words.result(seen)}",
        )

    async def bag(self, request: Command, context: Context) -> None:
        """How many tiles the bag holds and, per letter, how many are not on the board.

        In private the asker's own rack is left out of the count; in a group it is everybody's business.
        """
        state = _game(context.held.table)
        seen = view(state, request.sender.user if request.place.private else None)
        if not isinstance(seen, GameView):
            raise Refusal("no_game")
        unseen = " ".join(f"{'▢' if tile == BLANK else tile}<b>{count}</b>" for tile, count in _in_order(seen))
        own = "bag-list-private" if request.place.private and seen.viewer is not None else "bag-list"
        await self._answers.say(request, context.language, own, bag=seen.bag, tiles=seen.tiles, unseen=Html(unseen))

    async def rules(self, request: Command, context: Context) -> None:
        """The rules of the chat's game, or of the game named, made from the ruleset's own figures."""
        table = context.held.table
        named = called(request.text) if request.text else None
        ruleset = named or (table.ruleset if table is not None else None)
        if ruleset is None:
            await self._answers.say(request, context.language, "rules-which", games=", ".join(rulesets()))
            return
        await self._answers.send(request, rules_text(ruleset, self._texts, context.language))

    async def help(self, request: Command, context: Context) -> None:
        """The commands of the chat's game, or of the game named; without either, how to begin."""
        table = context.held.table
        if request.text:
            text = self._help.commands(called(request.text), context.language)
        elif isinstance(table, Lobby) or (table is not None and is_running(table)):
            text = self._help.commands(table.ruleset, context.language)
        else:
            text = self._help.start(context.language)
        await self._answers.send(request, text)


def _as_text(request: Command | Tap) -> bool:
    """Whether letters are asked for instead of a picture."""
    return isinstance(request, Command) and request.text.replace("İ", "i").lower() in _AS_TEXT


def _some_table(table: Table | None) -> Table:
    if table is None:
        raise Refusal("no_game")
    return table


def turns_taken(table: Table) -> int:
    """How many turns a table has seen; none in a lobby."""
    return table.number if isinstance(table, GameState) else 0


def _game(table: Table | None) -> GameState:
    """The crossword game of a chat, running or over."""
    if isinstance(_some_table(table), Lobby):
        raise Refusal("not_begun")
    if not isinstance(table, GameState):
        raise Refusal("another_game")
    return table


def _game_view(table: Table | None) -> GameView:
    seen = view(_game(table), None)
    if not isinstance(seen, GameView):
        raise Refusal("not_begun")
    return seen


def _in_order(seen: GameView) -> list[tuple[str, int]]:
    letters = alphabet(seen.language)
    return sorted(seen.unseen.items(), key=lambda item: letters.rank(item[0]))
