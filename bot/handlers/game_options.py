"""The options of a game, changed one by one in a panel of buttons. Callers decide who may change them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from telegram import InlineKeyboardButton

from bot.judges import WordJudge
from bot.judges.word_judge import DICTIONARY_OPTION, DictionaryKind, parse_lexicon
from bot.languages import FALLBACK_LANGUAGE, languages
from bot.telegram.keyboards import callback_button, pair_short_buttons
from bot.user_input import options
from bot.wording.speaker import Speaker
from engine.errors import Refusal
from engine.ruleset_base import Option
from engine.rulesets import Ruleset, shipped_rulesets
from engine.vocabulary import fold_word

OptionData = Callable[[str], str]
"""Gives the data of a step's button; a step is an option's digit, and the digit of its new value if it gets one."""
KeyboardRows = list[list[InlineKeyboardButton]]
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class GameOptions:
    """A game's options and their chosen values."""

    ruleset: Ruleset
    """The game's own ruleset, without choices."""
    dictionary_kinds: tuple[DictionaryKind, ...]
    chosen: Mapping[str, str]
    """Chosen values by option; any other option has the game's own value."""

    @classmethod
    def in_use_at(cls, table: Ruleset, judges: WordJudge) -> Self | None:
        """The options in use at a table with these rules; ``None`` if its game does not ship any more."""
        ruleset = shipped_rulesets().get(table.id)
        if ruleset is None:
            return None
        return cls(
            ruleset,
            judges.dictionary_kinds(ruleset),
            {**table.options_in_use, DICTIONARY_OPTION: parse_lexicon(table.lexicon)[1]},
        )

    @property
    def selectable(self) -> dict[str, Option]:
        """Every option with a choice, in the order of the buttons."""
        known = self._available
        return {name: known[name] for name in options.selectable_options(known)}

    @property
    def non_default(self) -> dict[str, str]:
        """The chosen values that differ from the game's own, of options that exist."""
        known = self._available
        return {name: value for name, value in self._valid_choices.items() if value != known[name].default}

    @property
    def to_ruleset(self) -> Ruleset:
        """The ruleset of a table with these options."""
        return options.apply_options(self.ruleset, self._valid_choices, self.dictionary_kinds)

    def value_of(self, name: str) -> str:
        """An option's value."""
        return self.chosen.get(name, self._available[name].default)

    def parse_step(self, step: str) -> tuple[str, str | None]:
        """The option of a button's step, and the value that it gets, if any. Raises Refusal: ``stale_button``."""
        every, name = self.selectable, _item_by_digit(step[:1], self._numbered)
        if name not in every:
            raise Refusal("stale_button")
        return name, _item_by_digit(step[1:], every[name].values) if len(step) > 1 else None

    def with_value(self, name: str, value: str) -> Self:
        """The same options with another value."""
        return replace(self, chosen={**self._valid_choices, name: value})

    def menu_rows(self, speaker: Speaker, button_data: OptionData) -> KeyboardRows:
        """A button for every option that has an effect, with its value."""
        every = self.selectable
        now = {**self.chosen, **{name: self.value_of(name) for name in every}}
        return [
            [
                callback_button(
                    f"{speaker.option_label(name)}: {speaker.value_label(name, now[name], self.ruleset)}",
                    button_data(_DIGITS[self._numbered.index(name)]),
                )
            ]
            for name, option in every.items()
            if option.has_effect(now)
        ]

    def option_page(self, name: str, speaker: Speaker, button_data: OptionData) -> tuple[str, KeyboardRows]:
        """One option: its purpose as HTML, and a button for each value."""
        every, current, keys = self.selectable, self.value_of(name), []
        digit = _DIGITS[self._numbered.index(name)]
        for place, value in enumerate(every[name].values):
            label = speaker.value_label(name, value, self.ruleset)
            keys.append(
                callback_button(f"✓ {label}" if value == current else label, button_data(f"{digit}{_DIGITS[place]}"))
            )
        text = speaker.html(
            "alter-option", option=speaker.option_label(name), about=speaker.html(f"about-option-{name}")
        )
        return text, pair_short_buttons(keys)

    @property
    def _numbered(self) -> tuple[str, ...]:
        """The options by the digits of buttons; a retired one keeps its own, so that older buttons mean the same."""
        known = options.available_options(self.ruleset, self.dictionary_kinds, with_retired=True)
        return options.selectable_options(known)

    @property
    def _available(self) -> dict[str, Option]:
        return options.available_options(self.ruleset, self.dictionary_kinds)

    @property
    def _valid_choices(self) -> dict[str, str]:
        known = self._available
        return {name: value for name, value in self.chosen.items() if name in known and value in known[name].values}


def _item_by_digit(digit: str, items: Sequence[str]) -> str:
    place = _DIGITS.find(digit)
    if not 0 <= place < len(items):
        raise Refusal("stale_button")
    return items[place]


def parse_game(text: str, language: str, judges: WordJudge) -> GameOptions | None:
    """The game and its options; ``None`` if no game is named, or the list of games is asked for.

    Raises:
        Refusal: ``unknown_game``; as :func:`bot.user_input.options.parse_options` and
            :func:`bot.user_input.options.check_options_matter`, with values as the language types them.
    """
    if not text or languages().find_meaning("answers", text) == "list":
        return None
    name, *rest = text.split(maxsplit=1)
    ruleset = find_game(name, language)
    kinds = judges.dictionary_kinds(ruleset)
    try:
        chosen = options.parse_options(rest[0] if rest else "", ruleset, kinds)
        options.check_options_matter(chosen, ruleset, kinds)
    except Refusal as refusal:
        raise options.localize_refusal(refusal, ruleset, language) from refusal
    return GameOptions(ruleset, kinds, chosen)


def find_game(name: str, language: str) -> Ruleset:
    """The game with that name, in any of its forms; a game in several languages is taken in this one.

    If this language has no such game, the fallback language is taken, else the first one that has it.

    Raises:
        Refusal: ``unknown_game``, with what was typed and the games that exist.
    """
    known = shipped_rulesets()
    ruleset = known.get(fold_word(name)) or known.get(languages().find_meaning("games", name) or "")
    if ruleset is None:
        variants = _language_variants(name)
        ruleset = variants.get(language) or variants.get(FALLBACK_LANGUAGE) or next(iter(variants.values()), None)
    if ruleset is None:
        raise Refusal("unknown_game", typed=name[:40], games=tuple(known))
    return ruleset


def is_other_language_variant(text: str, language: str) -> bool:
    """Whether a text names a game that exists in other languages but not in this one."""
    variants = _language_variants(text.split(maxsplit=1)[0]) if text else {}
    return bool(variants) and language not in variants


def _language_variants(name: str) -> dict[str, Ruleset]:
    variants = languages().find_meaning("variants", name)
    found = (ruleset for id_, ruleset in shipped_rulesets().items() if id_ == f"{variants}-{ruleset.language}")
    return {ruleset.language: ruleset for ruleset in found}
