"""A group's default game with its options: how it is stored, and its pages in the settings panel.

It is stored by the names of the game and of those options that differ from the game's own, as
``scrabble-tr clock=25min challenge=double``. So is what somebody types in private for a table that they then open, but
with all options that they typed.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.chat_context import ChatContext
from bot.handlers.chat_settings.panel_view import back_and_close_row, section_text
from bot.handlers.game_options import GameOptions
from bot.judges import WordJudge
from bot.store.people import PendingTables, pending_table_checksum
from bot.telegram.button_data import encode_button_data
from bot.telegram.keyboards import callback_button, pair_short_buttons, translated_button
from bot.user_input import options
from bot.wording.speaker import Speaker, localized_title
from engine.errors import Refusal
from engine.rulesets import shipped_rulesets

GAME_SETTING: Final = "game"
"""The setting's name, and its section of the panel."""
OPTIONS_SECTION: Final = "terms"
"""The section of the game's options."""
ALWAYS_ASK: Final = "ask"
"""In place of a game: whoever opens a table chooses."""
FROM_TABLE: Final = "this"
"""In place of a game: copy the chat's table with its options."""
PanelPage = tuple[str, InlineKeyboardMarkup]


def load_default_game(settings: Mapping[str, str], judges: WordJudge) -> GameOptions | None:
    """A chat's default game and its options; ``None`` if it has none, or a part of it no longer exists."""
    name, *words = settings.get(GAME_SETTING, "").split() or [""]
    ruleset = shipped_rulesets().get(name)
    if ruleset is None:
        return None
    kinds = judges.dictionary_kinds(ruleset)
    known, chosen = options.available_options(ruleset, kinds), dict(word.split("=", 1) for word in words if "=" in word)
    sound = len(chosen) == len(words) and all(
        option in known and value in known[option].values for option, value in chosen.items()
    )
    return GameOptions(ruleset, kinds, chosen) if sound else None


async def load_typed_game(
    pending_tables: PendingTables, user: int, button: tuple[str, str], judges: WordJudge
) -> GameOptions:
    """What somebody typed for a game in private.

    Args:
        pending_tables: have what people typed.
        user: who.
        button: the game, and the checksum of what was typed when the button was drawn.
        judges: know a game's dictionaries.

    Raises:
        Refusal: ``stale_button`` if that is something else by now.
    """
    typed = await pending_tables.load_pending_table(user) or ""
    found = load_default_game({GAME_SETTING: typed}, judges)
    if found is None or (found.ruleset.id, pending_table_checksum(typed)) != button:
        raise Refusal("stale_button")
    return found


def encode_game(options: GameOptions, values: Mapping[str, str]) -> str:
    """A game and values of its options in their stored form: those that are not its own, or all that were typed."""
    return " ".join((options.ruleset.id, *(f"{name}={value}" for name, value in values.items())))


def default_game_from_button(value: str, context: ChatContext, judges: WordJudge) -> str | None:
    """The stored form for a pressed button of the section; ``None`` for no default game.

    Raises:
        Refusal: ``stale_button`` if there is no such game; ``no_game`` if the chat has no table to copy.
    """
    if value == ALWAYS_ASK:
        return None
    if value == FROM_TABLE:
        table = context.loaded.table
        options = None if table is None else GameOptions.in_use_at(table.ruleset, judges)
        if options is None:
            raise Refusal("no_game")
        return encode_game(options, options.non_default)
    ruleset = shipped_rulesets().get(value)
    if ruleset is None:
        raise Refusal("stale_button")
    now = load_default_game(context.loaded.settings, judges)
    # Who presses the game that holds keeps its options.
    return value if now is None or now.ruleset.id != value else encode_game(now, now.non_default)


def change_default_option(game: str, step: str, settings: Mapping[str, str], judges: WordJudge) -> GameOptions:
    """The default game's options, changed as a button says.

    Raises:
        Refusal: ``stale_button`` if the default game has changed since.
    """
    options = _require_default_game(game, settings, judges)
    name, value = options.parse_step(step)
    return options if value is None else replace(options, chosen=options.with_value(name, value).non_default)


def default_game_summary(options: GameOptions | None, speaker: Speaker) -> str:
    """The game and the options that differ from its own, in one line of plain text."""
    if options is None:
        return speaker.plain("value-game-ask")
    labels = "; ".join(
        f"{speaker.option_label(name)}: {speaker.value_label(name, value, options.ruleset)}"
        for name, value in options.non_default.items()
    )
    game = localized_title(options.ruleset.title, speaker.language)
    return f"{game} ({labels})" if labels else game


def default_game_page(context: ChatContext, judges: WordJudge) -> PanelPage:
    """The section: every game, a way to its options, and one to those of the open table."""
    speaker, options = context.chat_speaker, load_default_game(context.loaded.settings, judges)
    now = None if options is None else options.ruleset.id
    language = speaker.language
    ordered = sorted(shipped_rulesets().items(), key=lambda item: (item[1].language != language, item[0]))
    keys = [
        callback_button(
            f"{'✓ ' if name == now else ''}{localized_title(ruleset.title, language)}",
            encode_button_data("set", "", GAME_SETTING, name),
        )
        for name, ruleset in ordered
    ]
    rows = pair_short_buttons(keys)
    rows.insert(
        0,
        [
            translated_button(
                speaker,
                "value-game-ask",
                encode_button_data("set", "", GAME_SETTING, ALWAYS_ASK),
                checked=options is None,
            )
        ],
    )
    if options is not None:
        rows.append([translated_button(speaker, "button-alter", encode_button_data("set", "", OPTIONS_SECTION, now))])
    if context.loaded.table is not None:
        rows.append(
            [translated_button(speaker, "value-game-this", encode_button_data("set", "", GAME_SETTING, FROM_TABLE))]
        )
    lines = [speaker.html("settings-about-game")]
    if options is not None:
        lines.append(speaker.html("settings-game-now", what=default_game_summary(options, speaker)))
    return section_text(speaker, GAME_SETTING, "\n\n".join(lines)), InlineKeyboardMarkup(
        [*rows, back_and_close_row(speaker)]
    )


def default_options_page(game: str, step: str, context: ChatContext, judges: WordJudge) -> PanelPage:
    """The game's options, or the one option that a step opens.

    Raises:
        Refusal: ``stale_button`` if the default game has changed since.
    """
    speaker, found = context.chat_speaker, _require_default_game(game, context.loaded.settings, judges)
    button_data = partial(encode_button_data, "set", "", OPTIONS_SECTION, game)
    if len(step) == 1:
        text, rows = found.option_page(found.parse_step(step)[0], speaker, button_data)
        return text, InlineKeyboardMarkup([*rows, back_and_close_row(speaker, OPTIONS_SECTION, game)])
    text = speaker.html("alter-menu", game=localized_title(found.ruleset.title, speaker.language))
    rows = found.menu_rows(speaker, button_data)
    return text, InlineKeyboardMarkup([*rows, back_and_close_row(speaker, GAME_SETTING)])


def _require_default_game(game: str, settings: Mapping[str, str], judges: WordJudge) -> GameOptions:
    found = load_default_game(settings, judges)
    if found is None or found.ruleset.id != game:
        raise Refusal("stale_button")
    return found
