"""A player's own board: opening it, its steps, and what is played by it (``docs/decisions/0016-my-board.md``).

Presses are looks until one plays, which is an action like any other. Whose button it is stands in its data, and nobody
else is shown anything for it.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.helpers import create_deep_linked_url

from bot.families import registry, views
from bot.families.context import Context
from bot.families.family import Chat, OnCommand, Services
from bot.families.ownboard import HOME, LETTERS, LOOK, Own, OwnBoard, Step
from bot.families.ownsheets import OwnSheets
from bot.store.keys import Scope
from bot.tables.held import begun, in_game, playing, table_name
from bot.telegram.buttons import Pressed, data, rack_payload
from bot.telegram.inbound import Command, Tap
from bot.telegram.personal import Rung, Sheet
from bot.typed.commands import command
from bot.workers.lanes import let_go
from engine.errors import Refusal
from engine.game import Action, Game, Table, is_over, view

_NAME: Final = 24
"""Characters of a group's name on a button."""


class MineHandlers:
    """Own boards of games of every family that has them.

    Args:
        services: what handlers may use.
        chats: the families' own handlers, by the families' names.
        score: answers ``/raf`` where a family has no own boards.
    """

    def __init__(self, services: Services, chats: Mapping[str, Chat], score: OnCommand) -> None:
        self._gateway: Final = services.gateway
        self._games: Final = services.games
        self._store: Final = services.store
        self._sheets: Final = OwnSheets(services.gateway, services.store, services.games)
        self._answers: Final = services.answers
        self._buttons: Final = services.buttons
        self._tongues: Final = services.tongues
        self._look_ups: Final = services.look_ups
        self._personal: Final = services.personal
        self._chats: Final = chats
        self._score: Final = score

    async def opened(self, tap: Tap, context: Context, _: Pressed) -> None:
        """The button under the public board; where nothing can be shown there but a box, that has the letters."""
        own, board = await self._own(await self._theirs(tap, context), tap.sender.user)
        sheet = replace(await self._home(own, board), box=board.held(own))
        if await self._personal.open(tap, sheet) is Rung.NONE:
            await self._boxed(tap, own, board)

    @command("rack", "chat", "player", kind="look-up", person=True)
    async def rack(self, request: Command, context: Context) -> None:
        """``/raf``: the game of the group; in private the one that the asker is in, or a list of several."""
        if request.place.private:
            await self._listed(request, context)
            return
        game, _ = in_game(context.held.table, request.sender.user)
        if self._board(game) is None:
            await self._score(request, context)
            return
        own, board = await self._own(await self._theirs(request, context), request.sender.user)
        match await self._personal.open(request, await self._home(own, board)):
            case Rung.NONE:
                link = create_deep_linked_url(self._gateway.username, rack_payload(context.held.scope))
                way = self._buttons.link(context.language, "button-open-private", link)
                await self._answers.briefly(request, context.voice.html("rack-needs-private"), way)
            case Rung.PRIVATE:
                link = f"https://t.me/{self._gateway.username}"
                way = self._buttons.link(context.language, "button-see-private", link)
                await self._answers.briefly(request, context.voice.html("rack-sent"), way)
            case _:
                pass

    async def show(self, asked: Command, context: Context, scope: Scope) -> bool:
        """Show in private the own board of the game of a group; ``False`` if the asker plays none there."""
        held = await self._games.load(scope)
        if asked.sender.user not in playing(held.table):
            return False
        await self._open(asked, context.about(held))
        return True

    async def _listed(self, request: Command, context: Context) -> None:
        games = await self._games.people.running(request.sender.user)
        if not games:
            await self._answers.say(request, context.language, "no-racks")
        elif len(games) == 1:
            await self._open(request, context.about(games[0]))
        else:
            rows = [await self._entry(request.sender.user, context.about(held)) for held in games]
            await self._answers.say(request, context.language, "mine-which-game", InlineKeyboardMarkup(rows))

    async def _open(self, request: Command, context: Context) -> None:
        """The own board of a running game, in private; of a family without such the scores."""
        game, _ = in_game(context.held.table, request.sender.user)
        if self._board(game) is None:
            await self._score(request, context)
            return
        own, board = await self._own(context, request.sender.user)
        await self._personal.open(request, await self._home(own, board))

    async def _entry(self, user: int, context: Context) -> list[InlineKeyboardButton]:
        """A game in the list of somebody's."""
        own, board = await self._own(context, user)
        mine = own.game.turn == own.seat
        label = own.speaker.plain(
            "mine-game-yours" if mine else "mine-game", game=own.speaker.game, group=own.group[:_NAME]
        )
        value = data(LOOK, table_name(own.game), f"{user:x}", own.game.number, board.mark(own.game, own.seat), HOME)
        return [InlineKeyboardButton(label, callback_data=value)]

    async def turned(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A step; where the game has gone on so that it is none any more, the board as it is now.

        Raises:
            Refusal: ``not_your_button``, or what :func:`bot.tables.held.in_game` raises.
        """
        step = _step(tap, pressed)
        context = await self._theirs(tap, context)
        if is_over(begun(context.held.table)):
            await self._end(tap, context)
            return
        own, board = await self._own(context, tap.sender.user)
        if step.text == LETTERS:
            await self._boxed(tap, own, board)
            return
        if step.mark == board.mark(own.game, own.seat):
            try:
                sheet = await self._sheets.sheet(own, board, step.text)
            except Refusal as refusal:
                if refusal.code != "stale_button":
                    raise
            else:
                await self._personal.turn(tap, sheet)
                return
        await self._turn(tap, own, board, "" if step.text == HOME else own.speaker.html("mine-changed"))

    async def made(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A step that plays, while the table has seen as many turns, and the player holds the same, as it showed.

        Raises:
            Refusal: ``not_your_button``, or what :func:`bot.tables.held.in_game` raises.
        """
        step, user = _step(tap, pressed), tap.sender.user

        def action(table: Table, _: datetime) -> Action:
            game, seat = in_game(table, user)
            board = self._board(game)
            if board is None or game.number != step.number or board.mark(game, seat) != step.mark:
                raise Refusal("stale_button")
            return board.action(game, seat, step.text)

        until = self._look_ups.until()
        held = context.held
        news, played = ("mine-done-private" if held.scope.private else "mine-done"), True
        try:
            await self._games.play(held, action, tap.update)
        except Refusal as refusal:
            if refusal.code not in {"stale_button", "game_over"}:
                form = await self._look_ups.told_of(refusal, user, held, context.language, until)
                await self._answers.refuse(tap, context.language, refusal, form)
                return
            news, played = "mine-changed", False
        let_go()
        context = await self._theirs(tap, context.about(await self._games.load(held.scope)))
        if is_over(begun(context.held.table)):
            if played and tap.place.private and not context.away_from(tap.place):
                # The end is told in this chat, which needs no second picture of it.
                await self._answers.quiet(tap)
                await self._answers.clear(tap)
            else:
                await self._end(tap, context)
            return
        own, board = await self._own(context, user)
        await self._turn(tap, own, board, context.voice.html(news))

    async def _turn(self, tap: Tap, own: Own, board: OwnBoard, news: str) -> None:
        """Show the board with all that can be done, below a line of what is new."""
        await self._personal.turn(tap, await self._sheets.sheet(own, board, HOME, news=news))

    async def _end(self, tap: Tap, context: Context) -> None:
        """The finished game, as everybody sees it."""
        table = begun(context.held.table)
        if table.seat_of(tap.sender.user) is None:
            raise Refusal("not_seated")
        seen, speaker = view(table, None), context.speaker
        sheet = Sheet(
            views.whole(seen, speaker),
            registry.of_view(seen).keyboard(table_name(table), seen, speaker),
            views.sketch(seen, speaker, context.look),
            partial(views.as_text, seen, speaker),
        )
        await self._personal.turn(tap, sheet)

    async def _boxed(self, tap: Tap, own: Own, board: OwnBoard) -> None:
        """What the player holds, in a box that nobody else sees."""
        await self._answers.box(tap, board.held(own))

    async def _home(self, own: Own, board: OwnBoard) -> Sheet:
        return await self._sheets.sheet(own, board, HOME)

    def _board(self, game: Game) -> OwnBoard | None:
        return self._chats[registry.of_game(game).name].own

    async def _own(self, context: Context, user: int) -> tuple[Own, OwnBoard]:
        """A user's part in a running game, and what its family shows of it.

        Raises:
            Refusal: as :meth:`OwnSheets.own`; ``stale_button`` where the family has no such boards.
        """
        own = await self._sheets.own(context, user)
        board = self._board(own.game)
        if board is None:
            raise Refusal("stale_button")
        return own, board

    async def _theirs(self, request: Command | Tap, context: Context) -> Context:
        """The same table as its player wants to see it: in the language and the looks of the own private chat."""
        user = request.sender.user
        if request.place.private:
            return context
        chosen, language = await self._store.settings(user), await self._tongues.of(user)
        voice = context.voice.tongue(language)
        return replace(context, voice=voice, theme=chosen.get("theme"), labels=chosen.get("labels"))


def _step(tap: Tap, pressed: Pressed) -> Step:
    """What a button asks for, of the one whose it is."""
    step = Step.of(pressed)
    if step.user != tap.sender.user:
        raise Refusal("not_your_button")
    return step
