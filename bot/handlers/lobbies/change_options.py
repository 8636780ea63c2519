"""The options of an open table, changed by its host in a panel of buttons.

The panel is a message of its own, deleted after a while; everybody sees the result in the lobby.
"""

from functools import partial
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.chat_context import ChatContext
from bot.handlers.game_options import GameOptions, OptionData
from bot.judges import WordJudge
from bot.tables.games import Games
from bot.tables.loaded_table import table_name
from bot.telegram.button_data import ButtonData, encode_button_data
from bot.telegram.groups import GroupMembers
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.keyboards import callback_button
from bot.telegram.replies import Replies
from bot.wording.speaker import Speaker
from engine.errors import Refusal
from engine.lobby_seats import Alter, Lobby

STEP_OPEN: Final = "+"
STEP_MENU: Final = "-"
STEP_DONE: Final = "."
OPTIONS_PANEL_SECONDS: Final = 600.0
"""Seconds until the panel is deleted, from its last use."""


async def acts_as_admin(members: GroupMembers, request: Command | Tap, lobby: Lobby) -> bool:
    """Whether the sender acts as an administrator and not as the host.

    Raises:
        Refusal: ``not_host`` if the sender is neither.
    """
    if request.sender.user == lobby.host:
        return False
    if not await members.is_admin(request):
        raise Refusal("not_host")
    return True


class OptionsPanel:
    """Shows a lobby's options, and changes them for people who may."""

    def __init__(self, members: GroupMembers, games: Games, judges: WordJudge, answers: Replies) -> None:
        self._members: Final = members
        self._games: Final = games
        self._judges: Final = judges
        self._answers: Final = answers

    async def handle_options_tap(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button of the lobby or of the panel.

        Raises:
            Refusal: ``not_host`` unless the presser is the host or an administrator; ``stale_button``.
        """
        lobby = context.loaded.table
        if not isinstance(lobby, Lobby):
            raise Refusal("stale_button")
        as_admin = await acts_as_admin(self._members, tap, lobby)
        (step,) = pressed.arguments
        button_data = partial(encode_button_data, "alter", table_name(lobby))
        if step != STEP_OPEN and not tap.has_button(button_data(""), button_data(STEP_OPEN)):
            # The lobby bears the button that opens the panel, and is to stay a lobby.
            raise Refusal("stale_button")
        options = _lobby_options(lobby, self._judges)
        match step:
            case "+":
                await self._answers.acknowledge_tap(tap)
                await self._answers.reply_temporarily(
                    tap, *_options_menu(options, context.speaker, button_data), seconds=OPTIONS_PANEL_SECONDS
                )
                return
            case ".":
                await self._answers.tapped_message.close_message(tap)
                return
            case "-":
                shown = _options_menu(options, context.speaker, button_data)
            case _:
                name, value = options.parse_step(step)
                if value is None:
                    shown = _option_page(options, name, context.speaker, button_data)
                else:
                    options = await self._change_option(tap, context, options, (name, value), as_admin=as_admin)
                    shown = _options_menu(options, context.speaker, button_data)
        await self._answers.tapped_message.replace_with_html(tap, *shown, seconds=OPTIONS_PANEL_SECONDS)

    async def _change_option(
        self, tap: Tap, context: ChatContext, options: GameOptions, step: tuple[str, str], *, as_admin: bool
    ) -> GameOptions:
        name, value = step
        if value == options.value_of(name):
            return options
        action = Alter(tap.sender.user, name, value, options.with_value(name, value).to_ruleset, as_admin)
        done = await self._games.apply_action(context.loaded, action, tap.update)
        table = None if done is None else done.table
        return _lobby_options(table, self._judges) if isinstance(table, Lobby) else options


def _lobby_options(lobby: Lobby, judges: WordJudge) -> GameOptions:
    """The options of a lobby.

    Raises:
        Refusal: ``stale_button``, where its game is shipped no more.
    """
    options = GameOptions.in_use_at(lobby.ruleset, judges)
    if options is None:
        raise Refusal("stale_button")
    return options


def _options_menu(options: GameOptions, speaker: Speaker, button_data: OptionData) -> tuple[str, InlineKeyboardMarkup]:
    end = callback_button(speaker.plain("alter-done"), button_data(STEP_DONE))
    return speaker.html("alter-menu", game=speaker.game_title), InlineKeyboardMarkup(
        [*options.menu_rows(speaker, button_data), [end]]
    )


def _option_page(
    options: GameOptions, name: str, speaker: Speaker, button_data: OptionData
) -> tuple[str, InlineKeyboardMarkup]:
    """One option, and the way back."""
    text, rows = options.option_page(name, speaker, button_data)
    return text, InlineKeyboardMarkup([*rows, [callback_button(speaker.plain("alter-back"), button_data(STEP_MENU))]])
