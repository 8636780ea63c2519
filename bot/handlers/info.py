"""Looking without changing anything: board, score, bag."""

import html
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Final

from bot.families import registry, views
from bot.families.context import Context
from bot.languages import languages
from bot.pictures.photos import Photos
from bot.tables.games import Games
from bot.tables.held import begun, table_name
from bot.telegram.answers import Answers
from bot.telegram.buttons import Buttons
from bot.telegram.inbound import Command, Tap
from bot.typed.commands import command
from bot.workers.recently import Recently
from engine.errors import Refusal
from engine.game import Table, view
from engine.lobby_view import LobbyView
from engine.seats import Lobby

_BOARD_SECONDS: Final = 30.0
"""How long the button sends the same board no second time: groups may only have so many messages."""


class InfoHandlers:
    """Answers that anybody may ask for."""

    def __init__(
        self,
        answers: Answers,
        buttons: Buttons,
        photos: Photos,
        games: Games,
        *,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self._answers: Final = answers
        self._buttons: Final = buttons
        self._photos: Final = photos
        self._games: Final = games
        self._boards: Final = Recently(_BOARD_SECONDS, seconds)

    @command("board", "game", "anybody", kind="look-up")
    async def board(self, request: Command | Tap, context: Context) -> None:
        """The table as a picture with its buttons, or as text with ``/tahta metin``; a lobby shows itself."""
        table = _some_table(context.held.table)
        if isinstance(request, Tap):
            if self._boards.again((request.place.scope, table_name(table), turns_taken(table))):
                await self._answers.toast(request, context.language, "board-above")
                return
            await self._answers.quiet(request)
            if isinstance(table, Lobby) or registry.of_game(table).sent_again:
                await self._answers.in_turn(request, partial(self._board_now, request, context))
            return
        await self._board(request, context)

    async def _board_now(self, tap: Tap, context: Context) -> None:
        """The board as it is by now: a tap is answered at once, and its message may have waited."""
        await self._board(tap, context.about(await self._games.load(context.held.scope)))

    async def _board(self, request: Command | Tap, context: Context) -> None:
        table = _some_table(context.held.table)
        seen, speaker = view(table, None), context.speaker
        lobby = None
        if isinstance(seen, LobbyView):
            name = table_name(table)
            lobby = self._buttons.lobby(context.language, name, seen, private=request.place.private)
        if _as_text(request):
            await self._answers.send(request, views.as_text(seen, speaker), lobby)
            return
        buttons = lobby or registry.of_view(seen).keyboard(table_name(table), seen, speaker)
        drawn, text = views.sketch(seen, speaker, context.look), views.whole(seen, speaker)
        written = partial(views.as_text, seen, speaker)
        await self._photos.send(
            context.held.scope, drawn, lambda photo: self._answers.photo(request, photo, text, buttons, written=written)
        )

    @command("score", "game", "anybody", kind="look-up")
    async def score(self, request: Command, context: Context) -> None:
        """The standings, and whose turn it is or how the game ended."""
        game = begun(context.held.table)
        family, seen, speaker = registry.of_game(game), view(game, None), context.speaker
        last = family.next(seen, speaker) if game.outcome is None else family.result(seen, speaker)
        name = html.escape(speaker.game, quote=False)
        await self._answers.send(request, f"<b>{name}</b>\n{family.scores(seen, speaker)}\n{last}")

    @command("bag", "game", "anybody", kind="look-up")
    async def bag(self, request: Command, context: Context) -> None:
        """What is still to come: in private as far as the asker may know it, in a group as far as everybody may."""
        game = begun(context.held.table)
        seen = view(game, request.sender.user if request.place.private else None)
        await self._answers.send(request, registry.of_game(game).bag(seen, context.speaker))


def _as_text(request: Command | Tap) -> bool:
    """Whether letters are asked for instead of a picture."""
    return isinstance(request, Command) and languages().meant("answers", request.text) == "text"


def _some_table(table: Table | None) -> Table:
    if table is None:
        raise Refusal("no_game")
    return table


def turns_taken(table: Table) -> int:
    """How many turns a table has seen; none in a lobby."""
    return 0 if isinstance(table, Lobby) else table.number
