"""The options of a table as people type them, in every language and in any case, and as buttons carry them."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from bot.judges.tdk import TDK_LANGUAGE
from bot.judges.word_judge import DICTIONARY_OPTION, DictionaryKind, with_dictionary_kind
from bot.user_input.commands import (
    find_clock_type,
    find_option,
    find_option_value,
    option_word,
    time_word,
    to_seconds,
    value_word,
)
from engine.clock import GameClock, MoveClock
from engine.errors import Refusal
from engine.lexicon import shipped_lexica
from engine.ruleset_base import Option
from engine.rulesets import Ruleset, resolve_ruleset
from engine.vocabulary import fold_word

_CLOCK_KINDS: Final = {"move": MoveClock, "game": GameClock}
_DURATION: Final = re.compile(r"(\d{1,7}) ?-? ?([^\W\d_]*)")
_AROUND_SIGN: Final = re.compile(r" ?[=:] ?")
_MAX_ECHOED: Final = 40
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def available_options(
    ruleset: Ruleset, dictionary_kinds: tuple[DictionaryKind, ...], *, with_retired: bool = False
) -> dict[str, Option]:
    """The options of a game's tables, with the dictionary if several can be chosen.

    An option with a single value is understood, but not offered (:func:`selectable_options`).
    """
    known = ((name, option) for name, option in ruleset.options().items() if with_retired or not option.retired)
    options = {name: _with_shipped_lists(option) for name, option in known}
    if not ruleset.lexica and len(dictionary_kinds) > 1:
        options[DICTIONARY_OPTION] = Option(dictionary_kinds, dictionary_kinds[0])
    return options


def _with_shipped_lists(option: Option) -> Option:
    if not option.lists:
        return option
    return replace(option, values=tuple(value for value in option.values if option.lists[value] in shipped_lexica()))


def selectable_options(options: Mapping[str, Option]) -> tuple[str, ...]:
    """The options with more than one value."""
    return tuple(name for name, option in options.items() if len(option.values) > 1)


def _needs_operator_setup(option: str, typed: str, ruleset: Ruleset) -> bool:
    if option == DICTIONARY_OPTION:
        return ruleset.language == TDK_LANGUAGE and find_option_value(option, typed) == "live"
    return option in ruleset.options() and _match_value(option, typed, ruleset.options()[option], ruleset) is not None


def parse_options(text: str, ruleset: Ruleset, dictionary_kinds: tuple[DictionaryKind, ...]) -> dict[str, str]:
    """The options that a text names, as ``saat=oyun itiraz=double 91``.

    Raises Refusal: ``unknown_option``, ``unknown_value``, ``value_missing``, ``not_set_up`` or ``option_repeated``,
    with the typed text and the engine's names of the alternatives; :func:`localize_refusal` translates these.
    """
    options = available_options(ruleset, dictionary_kinds)
    chosen: dict[str, str] = {}
    for part in _AROUND_SIGN.sub("=", text).split():
        typed, sign, value = part.partition("=")
        option, found = (
            _parse_named_option(typed, value, options, ruleset) if sign else _parse_bare_value(typed, options, ruleset)
        )
        if option in chosen:
            raise Refusal("option_repeated", option=option)
        chosen[option] = found
    return chosen


def _parse_named_option(typed: str, wanted: str, options: Mapping[str, Option], ruleset: Ruleset) -> tuple[str, str]:
    name, value = find_option(typed), fold_word(wanted)
    if name not in options:
        raise Refusal("unknown_option", option=typed[:_MAX_ECHOED], options=selectable_options(options))
    values = options[name].values
    found = _match_value(name, value, options[name], ruleset)
    if found is not None:
        return name, found
    if _needs_operator_setup(name, value, ruleset):
        raise Refusal("not_set_up", option=typed[:_MAX_ECHOED], value=wanted[:_MAX_ECHOED], values=values)
    if name not in selectable_options(options):
        raise Refusal("unknown_option", option=typed[:_MAX_ECHOED], options=selectable_options(options))
    if not value:
        raise Refusal("value_missing", option=typed[:_MAX_ECHOED], values=values)
    raise Refusal("unknown_value", option=typed[:_MAX_ECHOED], value=wanted[:_MAX_ECHOED], values=values)


def _parse_bare_value(typed: str, options: Mapping[str, Option], ruleset: Ruleset) -> tuple[str, str]:
    value = fold_word(typed)
    for name in (*(name for name in ruleset.main_options if name in options), *options):
        found = _match_value(name, value, options[name], ruleset)
        if found is not None and not (name in ruleset.figure_options and value.isdecimal()):
            return name, found
    if (meant := find_option(value)) in selectable_options(options):
        raise Refusal("value_missing", option=typed[:_MAX_ECHOED], values=options[meant].values)
    for name, option in options.items():
        if _needs_operator_setup(name, value, ruleset):
            raise Refusal("not_set_up", option=name, value=typed[:_MAX_ECHOED], values=option.values)
    raise Refusal("unknown_option", option=typed[:_MAX_ECHOED], options=selectable_options(options))


def _match_value(name: str, typed: str, option: Option, ruleset: Ruleset) -> str | None:
    figure = next((value for value in option.values if option.figures.get(value) == typed), None)
    meant = figure or find_option_value(name, typed)
    if meant in option.values:
        return meant
    seconds = _parse_seconds(typed)
    if option.seconds:
        return str(seconds) if str(seconds) in option.values else None
    if name != "clock":
        return None
    kind = _CLOCK_KINDS.get(find_clock_type(typed) or "")
    for clock, rule in ruleset.clocks.items():
        if (kind is not None and isinstance(rule, kind)) or (
            isinstance(rule, (MoveClock, GameClock)) and rule.seconds == seconds
        ):
            return clock
    return None


def _parse_seconds(text: str) -> int | None:
    found = _DURATION.fullmatch(text)
    return None if found is None else to_seconds(int(found[1]), found[2])


def localize_refusal(refusal: Refusal, ruleset: Ruleset, language: str) -> Refusal:
    """A refusal of :func:`parse_options` or :func:`check_options_matter`, with names as people type them."""
    fields = dict(refusal.fields)
    match fields:
        case {"options": tuple(names)}:
            fields["options"] = tuple(option_word(name, language) for name in names)
        case {"option": str(name), "needed": str(needed), "values": tuple(values)}:
            fields["option"], fields["needed"] = (option_word(one, language) for one in (name, needed))
            fields["values"] = tuple(value_to_type(needed, value, ruleset, language) for value in values)
        case {"option": str(typed), "values": tuple(values)}:
            option = find_option(typed)
            fields["values"] = tuple(value_to_type(option, value, ruleset, language) for value in values)
        case {"option": str(name)}:
            fields["option"] = option_word(name, language)
        case _:
            pass
    return Refusal(refusal.code, **fields)


def value_to_type(option: str, value: str, ruleset: Ruleset, language: str) -> str:
    """A value as people type it in a language, in the form that :func:`parse_options` parses."""
    word = value_word(option, value, language)
    if word is not None:
        return word
    known = ruleset.options().get(option)
    if known is not None and value in known.figures:
        return known.figures[value]
    if known is not None and known.seconds and value.isdecimal():
        return time_word(int(value), language)
    rule = ruleset.clocks.get(value) if option == "clock" else None
    # A clock with a name of its own keeps that; one that is named by a figure is given in words.
    if isinstance(rule, (MoveClock, GameClock)) and any(mark.isdecimal() for mark in value):
        return time_word(rule.seconds, language)
    return value


def check_options_matter(
    chosen: Mapping[str, str], ruleset: Ruleset, dictionary_kinds: tuple[DictionaryKind, ...]
) -> None:
    """Check that each chosen option has an effect beside the others.

    Raises Refusal: ``option_idle``, with the option, the other option that it ``needed``, and the values for that.
    """
    options = available_options(ruleset, dictionary_kinds)
    table = {name: option.default for name, option in options.items()} | dict(chosen)
    for option in chosen:
        if not options[option].has_effect(table):
            needed, values = next(one for one in options[option].needs.items() if table.get(one[0]) not in one[1])
            raise Refusal("option_idle", option=option, needed=needed, values=values)


def apply_options(ruleset: Ruleset, chosen: Mapping[str, str], dictionary_kinds: tuple[DictionaryKind, ...]) -> Ruleset:
    """The ruleset with these options, by the engine's names and values. Raises Refusal for unknown ones."""
    kind = next((one for one in dictionary_kinds if one == chosen.get(DICTIONARY_OPTION)), dictionary_kinds[0])
    resolved: Ruleset = resolve_ruleset(
        ruleset, {name: value for name, value in chosen.items() if name != DICTIONARY_OPTION}
    )
    return with_dictionary_kind(resolved, kind)


def button_options(ruleset: Ruleset, dictionary_kinds: tuple[DictionaryKind, ...]) -> dict[str, Option]:
    """The options with buttons, in their order."""
    options = available_options(ruleset, dictionary_kinds)
    return {name: options[name] for name in ruleset.main_options if name in selectable_options(options)}


def encode_choices(options: Mapping[str, Option], chosen: Mapping[str, str]) -> str:
    """The chosen values for a button's data: for each option the digit of its value."""
    return "".join(_DIGITS[option.known.index(chosen.get(name, option.default))] for name, option in options.items())


def decode_choices(options: Mapping[str, Option], text: str) -> dict[str, str]:
    """The values that :func:`encode_choices` encoded. Raises ``stale_button`` if the options have changed."""
    if len(text) != len(options):
        raise Refusal("stale_button")
    chosen = {}
    for digit, (name, option) in zip(text, options.items(), strict=True):
        number = _DIGITS.find(digit)
        if not 0 <= number < len(option.known):
            raise Refusal("stale_button")
        chosen[name] = option.known[number]
    return chosen


def with_next_value(options: Mapping[str, Option], chosen: Mapping[str, str], name: str) -> dict[str, str]:
    """The chosen values, with the next value of one option; after the last value comes the first."""
    values, now = options[name].values, chosen.get(name, options[name].default)
    following = values.index(now) + 1 if now in values else 0
    return {**chosen, name: values[following % len(values)]}
