"""The options of a table as people write them: names and values in every language, in any case.

Knows how to read and to list them, and how the option buttons carry them. The words are those of
:mod:`bot.typed.optionwords`; what each option does is the ruleset's to say.
"""

import re
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from bot.judges.dictionaries import OPTION, Kind, with_kind
from bot.judges.tdk import LANGUAGE as LIVE_LANGUAGE
from bot.typed.optionwords import (
    clock_meant,
    option_meant,
    option_word,
    seconds_meant,
    time_word,
    value_meant,
    value_word,
)
from engine.clock import GameClock, MoveClock
from engine.errors import Refusal
from engine.lexicon import shipped
from engine.parameters import Option
from engine.rulesets import Ruleset, resolve
from engine.vocabulary import folded

_CLOCK_KINDS: Final = {"move": MoveClock, "game": GameClock}
_DURATION: Final = re.compile(r"(\d{1,7})\s*-?\s*([^\W\d_]*)")
_AROUND_SIGN: Final = re.compile(r"\s*[=:]\s*")
_MOST_TYPED: Final = 40
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def known(ruleset: Ruleset, kinds: tuple[Kind, ...]) -> dict[str, Option]:
    """The options of a table of this game, the dictionary among them where there is a choice.

    One that has a single value is understood where that is typed, and is no choice (:func:`choices`).
    """
    options = {name: _there(option) for name, option in ruleset.options().items()}
    if not ruleset.lexica and len(kinds) > 1:
        options[OPTION] = Option(kinds, kinds[0])
    return options


def _there(option: Option) -> Option:
    """An option without the word lists that the operator has not built, which are no choice before they are there."""
    if not option.lists:
        return option
    return replace(option, values=tuple(value for value in option.values if option.lists[value] in shipped()))


def choices(options: Mapping[str, Option]) -> tuple[str, ...]:
    """Those of some options that leave a choice."""
    return tuple(name for name, option in options.items() if len(option.values) > 1)


def _to_be_set_up(option: str, typed: str, ruleset: Ruleset) -> bool:
    """Whether a value is one that other bots offer, whose operators have set it up."""
    if option == OPTION:
        return ruleset.language == LIVE_LANGUAGE and value_meant(option, typed) == "live"
    return option in ruleset.options() and _value(option, typed, ruleset.options()[option], ruleset) is not None


def read(text: str, ruleset: Ruleset, kinds: tuple[Kind, ...]) -> dict[str, str]:
    """The options that a text names, as ``saat=oyun itiraz=double 91``.

    Raises:
        Refusal: ``unknown_option``, ``unknown_value``, ``value_missing``, ``not_set_up`` or ``option_repeated``, with
            what was typed as it was typed, and with the engine's names of what there is; :func:`in_words` puts these
            into a language.
    """
    options = known(ruleset, kinds)
    chosen: dict[str, str] = {}
    for part in _AROUND_SIGN.sub("=", text).split():
        typed, sign, wanted = part.partition("=")
        option, found = _named(typed, wanted, options, ruleset) if sign else _bare(typed, options, ruleset)
        if option in chosen:
            raise Refusal("option_repeated", option=option)
        chosen[option] = found
    return chosen


def _named(typed: str, wanted: str, options: Mapping[str, Option], ruleset: Ruleset) -> tuple[str, str]:
    """The option and its value, both written out."""
    name, value = option_meant(typed), folded(wanted)
    if name not in options:
        raise Refusal("unknown_option", option=typed[:_MOST_TYPED], options=choices(options))
    there = options[name].values
    found = _value(name, value, options[name], ruleset)
    if found is not None:
        return name, found
    if _to_be_set_up(name, value, ruleset):
        raise Refusal("not_set_up", option=typed[:_MOST_TYPED], value=wanted[:_MOST_TYPED], values=there)
    if name not in choices(options):
        raise Refusal("unknown_option", option=typed[:_MOST_TYPED], options=choices(options))
    if not value:
        raise Refusal("value_missing", option=typed[:_MOST_TYPED], values=there)
    raise Refusal("unknown_value", option=typed[:_MOST_TYPED], value=wanted[:_MOST_TYPED], values=there)


def _bare(typed: str, options: Mapping[str, Option], ruleset: Ruleset) -> tuple[str, str]:
    """The option that a value alone is meant for: the first that has such a value."""
    wanted = folded(typed)
    for name in (*(name for name in ruleset.offered if name in options), *options):
        found = _value(name, wanted, options[name], ruleset)
        if found is not None and not (name in ruleset.figures and wanted.isdecimal()):
            return name, found
    if (meant := option_meant(wanted)) in choices(options):
        raise Refusal("value_missing", option=typed[:_MOST_TYPED], values=options[meant].values)
    for name, option in options.items():
        if _to_be_set_up(name, wanted, ruleset):
            raise Refusal("not_set_up", option=name, value=typed[:_MOST_TYPED], values=option.values)
    raise Refusal("unknown_option", option=typed[:_MOST_TYPED], options=choices(options))


def _value(name: str, typed: str, option: Option, ruleset: Ruleset) -> str | None:
    figure = next((value for value in option.values if option.figures.get(value) == typed), None)
    meant = figure or value_meant(name, typed)
    if meant in option.values:
        return meant
    seconds = _seconds(typed)
    if option.seconds:
        return str(seconds) if str(seconds) in option.values else None
    if name != "clock":
        return None
    kind = _CLOCK_KINDS.get(clock_meant(typed) or "")
    for clock, rule in ruleset.clocks.items():
        if (kind is not None and isinstance(rule, kind)) or (
            isinstance(rule, (MoveClock, GameClock)) and rule.seconds == seconds
        ):
            return clock
    return None


def _seconds(text: str) -> int | None:
    found = _DURATION.fullmatch(text)
    return None if found is None else seconds_meant(int(found[1]), found[2])


def in_words(refusal: Refusal, ruleset: Ruleset, language: str) -> Refusal:
    """A refusal of :func:`read` or :func:`check` that lists what there is as the speakers of a language type it."""
    fields = dict(refusal.fields)
    match fields:
        case {"options": tuple(names)}:
            fields["options"] = tuple(option_word(name, language) for name in names)
        case {"option": str(name), "needed": str(needed), "values": tuple(values)}:
            fields["option"], fields["needed"] = (option_word(one, language) for one in (name, needed))
            fields["values"] = tuple(typable(needed, value, ruleset, language) for value in values)
        case {"option": str(typed), "values": tuple(values)}:
            option = option_meant(typed)
            fields["values"] = tuple(typable(option, value, ruleset, language) for value in values)
        case {"option": str(name)}:
            fields["option"] = option_word(name, language)
        case _:
            pass
    return Refusal(refusal.code, **fields)


def typable(option: str, value: str, ruleset: Ruleset, language: str) -> str:
    """A value as the speakers of a language type it; :func:`read` understands it."""
    word = value_word(option, value, language)
    if word is not None:
        return word
    known = ruleset.options().get(option)
    if known is not None and value in known.figures:
        return known.figures[value]
    if known is not None and known.seconds and value.isdecimal():
        return time_word(int(value), language)
    rule = ruleset.clocks.get(value) if option == "clock" else None
    # A clock with a name of its own, as the one of a final, keeps it; a name that is but a figure says it in words.
    if isinstance(rule, (MoveClock, GameClock)) and any(mark.isdecimal() for mark in value):
        return time_word(rule.seconds, language)
    return value


def check(chosen: Mapping[str, str], ruleset: Ruleset, kinds: tuple[Kind, ...]) -> None:
    """See whether each of the chosen options changes anything, beside the others.

    Raises:
        Refusal: ``option_idle``, with the option, the other one that it ``needed``, and which values of that.
    """
    options = known(ruleset, kinds)
    table = {name: option.default for name, option in options.items()} | dict(chosen)
    for option in chosen:
        if not options[option].matters(table):
            needed, values = next(one for one in options[option].needs.items() if table.get(one[0]) not in one[1])
            raise Refusal("option_idle", option=option, needed=needed, values=values)


def apply(ruleset: Ruleset, chosen: Mapping[str, str], kinds: tuple[Kind, ...]) -> Ruleset:
    """The ruleset with options chosen whose names and values are engine's.

    Raises:
        Refusal: ``unknown_option`` or ``unknown_value``.
    """
    kind = next((one for one in kinds if one == chosen.get(OPTION)), kinds[0])
    resolved: Ruleset = resolve(ruleset, {name: value for name, value in chosen.items() if name != OPTION})
    return with_kind(resolved, kind)


def offered(ruleset: Ruleset, kinds: tuple[Kind, ...]) -> dict[str, Option]:
    """The options that have buttons, in their order: those with a choice."""
    options = known(ruleset, kinds)
    return {name: options[name] for name in ruleset.offered if name in choices(options)}


def code(offer: Mapping[str, Option], chosen: Mapping[str, str]) -> str:
    """Chosen values for a button's data: a digit per option, the number of its value."""
    return "".join(_DIGITS[option.values.index(chosen.get(name, option.default))] for name, option in offer.items())


def decoded(offer: Mapping[str, Option], text: str) -> dict[str, str]:
    """The values that :func:`code` wrote.

    Raises:
        Refusal: ``stale_button``, when the game's options are others by now.
    """
    if len(text) != len(offer):
        raise Refusal("stale_button")
    chosen = {}
    for digit, (name, option) in zip(text, offer.items(), strict=True):
        number = _DIGITS.find(digit)
        if not 0 <= number < len(option.values):
            raise Refusal("stale_button")
        chosen[name] = option.values[number]
    return chosen


def turned(offer: Mapping[str, Option], chosen: Mapping[str, str], name: str) -> dict[str, str]:
    """The values with one option's next value chosen, after the last the first."""
    values = offer[name].values
    now = values.index(chosen.get(name, offer[name].default))
    return {**chosen, name: values[(now + 1) % len(values)]}
