"""The game that a group plays unless somebody says otherwise, with its options: how it is kept and chosen.

It is kept by the names of the game, its options and their values, those that differ from the game's own, as
``scrabble-tr clock=25min challenge=double``.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from telegram import InlineKeyboardMarkup

from bot.families.context import Context
from bot.handlers.panel import back_and_end, told
from bot.handlers.terms import Terms
from bot.judges import Judges
from bot.telegram.buttons import button, data, keyed, paired
from bot.typed import options
from bot.wording.speaker import Speaker, title
from engine.errors import Refusal
from engine.rulesets import rulesets

GAME: Final = "game"
"""The setting, and its section of the panel."""
TERMS: Final = "terms"
"""The section of the game's options."""
ASK: Final = "ask"
"""Instead of a game: who opens a table chooses."""
THIS: Final = "this"
"""Instead of a game: that of the chat's table, with its options."""
Page = tuple[str, InlineKeyboardMarkup]


def usual(settings: Mapping[str, str], judges: Judges) -> Terms | None:
    """The game that a chat has chosen, and its options; ``None`` where none is, or part of it is there no more."""
    name, *words = settings.get(GAME, "").split() or [""]
    ruleset = rulesets().get(name)
    if ruleset is None:
        return None
    kinds = judges.kinds(ruleset)
    known, chosen = options.known(ruleset, kinds), dict(word.split("=", 1) for word in words if "=" in word)
    sound = len(chosen) == len(words) and all(
        option in known and value in known[option].values for option, value in chosen.items()
    )
    return Terms(ruleset, kinds, chosen) if sound else None


def stored(terms: Terms) -> str:
    """A game and its options as they are kept."""
    return " ".join((terms.ruleset.id, *(f"{name}={value}" for name, value in terms.differing.items())))


def picked(value: str, context: Context, judges: Judges) -> str | None:
    """What is kept where a button of the section is pressed; ``None`` to keep no game.

    Raises:
        Refusal: ``stale_button`` of a game that there is not; ``no_game`` where the chat has no table to take.
    """
    if value == ASK:
        return None
    if value == THIS:
        table = context.held.table
        terms = None if table is None else Terms.of(table.ruleset, judges)
        if terms is None:
            raise Refusal("no_game")
        return stored(terms)
    ruleset = rulesets().get(value)
    if ruleset is None:
        raise Refusal("stale_button")
    now = usual(context.held.settings, judges)
    # Who presses the game that holds keeps its options.
    return stored(now if now is not None and now.ruleset.id == value else Terms(ruleset, judges.kinds(ruleset), {}))


def altered(game: str, step: str, settings: Mapping[str, str], judges: Judges) -> Terms:
    """The game's terms with what a button of its options chooses.

    Raises:
        Refusal: ``stale_button``, where the game is another by now.
    """
    terms = _held(game, settings, judges)
    name, value = terms.step(step)
    return terms if value is None else replace(terms, chosen=terms.with_(name, value).differing)


def summary(terms: Terms | None, speaker: Speaker) -> str:
    """The game and the options that differ from its own, in a line, plain."""
    if terms is None:
        return speaker.plain("value-game-ask")
    told_ = "; ".join(_named(terms, speaker))
    game = title(terms.ruleset.title, speaker.language)
    return f"{game} ({told_})" if told_ else game


def games(context: Context, judges: Judges) -> Page:
    """The section: every game, the way to its options, and to those of the table that there is."""
    speaker, terms = context.voice, usual(context.held.settings, judges)
    now = None if terms is None else terms.ruleset.id
    language = speaker.language
    ordered = sorted(rulesets().items(), key=lambda item: (item[1].language != language, item[0]))
    keys = [
        keyed(f"{'✓ ' if name == now else ''}{title(ruleset.title, language)}", data("set", "", GAME, name))
        for name, ruleset in ordered
    ]
    rows = paired(keys)
    rows.insert(0, [button(speaker, "value-game-ask", data("set", "", GAME, ASK), marked=terms is None)])
    if terms is not None:
        rows.append([button(speaker, "button-alter", data("set", "", TERMS, now))])
    if context.held.table is not None:
        rows.append([button(speaker, "value-game-this", data("set", "", GAME, THIS))])
    lines = [speaker.html("settings-about-game")]
    if terms is not None:
        lines.append(speaker.html("settings-game-now", what=summary(terms, speaker)))
    return told(speaker, GAME, "\n\n".join(lines)), InlineKeyboardMarkup([*rows, back_and_end(speaker)])


def terms(game: str, step: str, context: Context, judges: Judges) -> Page:
    """The game's options, or the one that a step opens.

    Raises:
        Refusal: ``stale_button``, where the game is another by now.
    """
    speaker, found = context.voice, _held(game, context.held.settings, judges)
    carry = partial(data, "set", "", TERMS, game)
    if len(step) == 1:
        text, rows = found.page(found.step(step)[0], speaker, carry)
        return text, InlineKeyboardMarkup([*rows, back_and_end(speaker, TERMS, game)])
    text = speaker.html("alter-menu", game=title(found.ruleset.title, speaker.language))
    rows = found.menu(speaker, carry)
    return text, InlineKeyboardMarkup([*rows, back_and_end(speaker, GAME)])


def _held(game: str, settings: Mapping[str, str], judges: Judges) -> Terms:
    found = usual(settings, judges)
    if found is None or found.ruleset.id != game:
        raise Refusal("stale_button")
    return found


def _named(terms: Terms, speaker: Speaker) -> list[str]:
    """The options that differ from the game's own, and their values."""
    return [
        f"{speaker.option(name)}: {speaker.value(name, value, terms.ruleset)}"
        for name, value in terms.differing.items()
    ]
