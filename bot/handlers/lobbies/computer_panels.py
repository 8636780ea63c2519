"""Panels of computer players: levels to choose from, games against them, and what they are called."""

from collections.abc import Sequence
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families import registry
from bot.handlers.lobbies.change_options import STEP_DONE
from bot.tables.loaded_table import table_name
from bot.telegram.button_data import encode_button_data
from bot.telegram.keyboards import callback_button, translated_button
from bot.wording.formatting import join_lines
from bot.wording.speaker import Speaker, localized_title
from engine.computer_ids import LEVELS, Level, is_computer, next_computer_user, number_of
from engine.game import Table
from engine.lobby_seats import Lobby
from engine.messages import Named
from engine.rulesets import Ruleset, shipped_rulesets

DEFAULT_LEVEL: Final[Level] = "orta"
"""The level if none is typed."""
STEP_DISMISS: Final = "x"
STEP_LEVELS: Final = "levels"
"""In private: asks how strong the opponent in the typed game is to be."""


def can_computers_play(ruleset: Ruleset) -> bool:
    """Whether there are computer players of a game."""
    return registry.family_of_ruleset(ruleset).load_computer_players is not None


def solo_game_keyboard(speaker: Speaker, *typed_game: str) -> InlineKeyboardMarkup:
    """In private: the button that leads to games against computer players.

    Args:
        speaker: words it.
        typed_game: the game that was typed with its options, and the checksum of both; empty if none was.
    """
    typed = (*typed_game, STEP_LEVELS) if typed_game else ()
    data = encode_button_data("alone", "", LEVELS.index(DEFAULT_LEVEL), *typed)
    return InlineKeyboardMarkup([[translated_button(speaker, "button-play-alone", data)]])


def _level_label(speaker: Speaker, level: Level) -> str:
    return speaker.plain(f"level-{level}")


def computer_name(speaker: Speaker, level: Level, number: int = 1) -> str:
    """The name of a computer player; the second of a level bears a number."""
    if number == 1:
        return speaker.plain("computer-name", level=_level_label(speaker, level))
    return speaker.plain("computer-another", level=_level_label(speaker, level), number=number)


def new_computer_names(speaker: Speaker, seated: Sequence[Named], level: Level, count: int) -> tuple[str, ...]:
    """The names of further computer players of a level."""
    taken = [one.user for one in seated]
    names = []
    for _ in range(count):
        taken.append(user := next_computer_user(level, taken))
        names.append(computer_name(speaker, level, number_of(user)))
    return tuple(names)


def computers_panel(lobby: Table, speaker: Speaker) -> tuple[str, InlineKeyboardMarkup]:
    """Every level, a button to send away each computer player, and the close button."""

    def carry(step: str) -> str:
        return encode_button_data("computer", table_name(lobby), step)

    levels = [callback_button(_level_label(speaker, level), carry(str(place))) for place, level in enumerate(LEVELS)]
    seated = lobby.seats if isinstance(lobby, Lobby) else ()
    computers = [seat for seat in seated if is_computer(seat.user)]
    dismissals = [[callback_button(f"✖ {seat.name}", carry(f"{STEP_DISMISS}{-seat.user}"))] for seat in computers]
    end = [translated_button(speaker, "alter-done", carry(STEP_DONE))]
    return speaker.html("computer-which"), InlineKeyboardMarkup([levels[:3], levels[3:], *dismissals, end])


def typed_game_menu(speaker: Speaker, game: str, checksum: str, summary: str) -> tuple[str, InlineKeyboardMarkup]:
    """In private: the levels, each of which opens the typed game; ``summary`` says which it is, with its options."""
    levels = [
        callback_button(_level_label(speaker, one), encode_button_data("alone", "", place, game, checksum))
        for place, one in enumerate(LEVELS)
    ]
    text = join_lines(speaker.html("there-wanted", game=summary), speaker.html("computer-alone-level"))
    return text, InlineKeyboardMarkup([levels[:3], levels[3:]])


def solo_game_menu(speaker: Speaker, level: Level) -> tuple[str, InlineKeyboardMarkup]:
    """In private: the levels, one of them marked, and the games against it."""
    levels = [
        callback_button(
            f"✓ {_level_label(speaker, one)}" if one == level else _level_label(speaker, one),
            encode_button_data("alone", "", place),
        )
        for place, one in enumerate(LEVELS)
    ]
    found = sorted(shipped_rulesets().items(), key=lambda item: (item[1].language != speaker.language, item[0]))
    games = [
        [
            callback_button(
                localized_title(one.title, speaker.language), encode_button_data("alone", "", LEVELS.index(level), name)
            )
        ]
        for name, one in found
        if can_computers_play(one)
    ]
    return speaker.html("computer-alone"), InlineKeyboardMarkup([levels[:3], levels[3:], *games])
