"""The options of a game, changed one by one or by presets, with buttons. Callers check who may change them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from telegram import InlineKeyboardButton

from bot.judges import WordJudge
from bot.judges.word_judge import DICTIONARY_OPTION, DictionaryKind, parse_lexicon
from bot.languages import FALLBACK_LANGUAGE, languages
from bot.telegram.keyboards import callback_button, pair_short_buttons, translated_button
from bot.user_input import options
from bot.wording.speaker import Speaker, localized_title
from engine.clock import NO_CLOCK
from engine.errors import Refusal
from engine.ruleset_base import Option
from engine.rulesets import Ruleset, shipped_rulesets
from engine.vocabulary import fold_word

OptionData = Callable[[str], str]
"""Makes the data of a step's button.

A step is :data:`STEP_MENU`; or :data:`STEP_MORE`, perhaps with a group's digit; or :data:`_PRESET_SIGN` with a preset's
digit; or an option's digit, perhaps with that of its new value.
"""
KeyboardRows = list[list[InlineKeyboardButton]]
STEP_MENU: Final = "-"
STEP_MORE: Final = "*"
_PRESET_SIGN: Final = "!"
PRESET_OPTION: Final = "preset"  # stands for a preset, which changes several options at once
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_PRESETS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "relaxed": {"take-back": ("30",)},
    "fast": {"clock": ("2min", "10min", "phases"), "round": ("60",), "pause": ("10",)},
    "tournament": {"clock": ("25min", "5min"), "places": ("off",), "rounds": ("all",), "answers": ("strict",)},
    "learning": {"challenge": ("void",), "hints": ("free",), "take-back": ("60",)},
}
"""The options that each preset sets, each with values by preference: the game takes the first that it has."""
LEARNING: Final = "learning"
_OF_PRESETS: Final[tuple[str, ...]] = (
    *("clock", "challenge", "places", "hints", "take-back"),
    *("round", "pause", "rounds", "answers"),
)
"""Options that a preset resets to the game's own value if it does not set them; it leaves other options alone."""
_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "time": ("clock", "round", "pause", "skip-after", "allowance", "start"),
    "words": (
        *("dictionary", "words", "repeats", "chat-words", "answers"),
        *("challenge", "challenge-per", "challenge-to", "window"),
    ),
    "help": ("places", "take-back", "hints"),
}
_OTHERS: Final = "board"  # the group of the options in no other group


def _group_of(name: str) -> str:
    return next((group for group, names in _GROUPS.items() if name in names), _OTHERS)


@dataclass(frozen=True, slots=True)
class GameOptions:
    """A game's options and their chosen values."""

    ruleset: Ruleset  # the game's own rules
    dictionary_kinds: tuple[DictionaryKind, ...]
    chosen: Mapping[str, str]  # chosen values by option; other options have the game's own value

    @classmethod
    def in_use_at(cls, table: Ruleset, judges: WordJudge) -> Self | None:
        """The options in use at a table; ``None`` if its game is no longer among the bot's."""
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
        """The options with more than one value, in the order of the buttons."""
        known = self._available
        return {name: known[name] for name in options.selectable_options(known)}

    @property
    def non_default(self) -> dict[str, str]:
        """The chosen values that differ from the game's own, of options that still exist."""
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
        """The option of a button's step, and its new value if any. Raises Refusal: ``stale_button``.

        A preset's button gives :data:`PRESET_OPTION` and the preset.
        """
        if is_preset_step(step):
            return PRESET_OPTION, parse_preset(step)
        every, name = self.selectable, _item_by_digit(step[:1], self._numbered)
        if name not in every:
            raise Refusal("stale_button")
        return name, _item_by_digit(step[1:], every[name].values) if len(step) > 1 else None

    def with_value(self, name: str, value: str) -> Self:
        """The options with one value changed, or with a preset's values."""
        if name == PRESET_OPTION:
            return replace(self, chosen=self._with_preset(value))
        return replace(self, chosen={**self._valid_choices, name: value})

    def has_value(self, name: str, value: str) -> bool:
        """Whether an option has a value; for :data:`PRESET_OPTION`, whether the options are those of the preset."""
        return self.with_value(name, value).non_default == self.non_default

    @property
    def presets(self) -> tuple[str, ...]:
        """The presets that change something in this game, and the preset with its own options."""
        return tuple(name for name in _PRESETS if name == "relaxed" or self._preset_values(name))

    def page(self, step: str, speaker: Speaker, button_data: OptionData) -> tuple[str, KeyboardRows, str | None]:
        """The page of a step: HTML, buttons without a way back, and the step to go back to, if any.

        After a value was chosen, the page shows the choices again. Raises Refusal: ``stale_button``.
        """
        if step in {"", STEP_MENU} or is_preset_step(step):
            return self._presets_page(speaker, button_data)
        if step == STEP_MORE:
            groups = [
                translated_button(speaker, f"option-group-{group}", button_data(f"{STEP_MORE}{place}"))
                for place, group in enumerate((*_GROUPS, _OTHERS))
                if self._options_with_effect(group)
            ]
            return speaker.html("alter-more", game=self._title(speaker)), pair_short_buttons(groups), STEP_MENU
        if step[0] == STEP_MORE:
            return self._group_page(_item_by_digit(step[1:], (*_GROUPS, _OTHERS)), speaker, button_data)
        name, value = self.parse_step(step)
        if value is not None:
            return self._group_page(_group_of(name), speaker, button_data)
        text, rows = self._option_page(name, speaker, button_data)
        return text, rows, f"{STEP_MORE}{[*_GROUPS, _OTHERS].index(_group_of(name))}"

    def _title(self, speaker: Speaker) -> str:
        return localized_title(self.ruleset.title, speaker.language)

    def _presets_page(self, speaker: Speaker, button_data: OptionData) -> tuple[str, KeyboardRows, None]:
        lines, keys = [speaker.html("alter-menu", game=self._title(speaker))], []
        for name in self.presets:
            label, values = speaker.plain(f"preset-{name}"), self.with_value(PRESET_OPTION, name)
            clock = values.value_of("clock") if "clock" in self._available else NO_CLOCK
            of_family = f"preset-about-{name}-{self.ruleset.family}"
            about = speaker.html(
                of_family if speaker.has_message(of_family) else f"preset-about-{name}",
                undo="yes" if values.has_effect("take-back") else "no",
                clock=speaker.value_label("clock", clock, self.ruleset),
            )
            lines.append(speaker.html("preset-line", preset=label, about=about))
            data = button_data(f"{_PRESET_SIGN}{_DIGITS[list(_PRESETS).index(name)]}")
            keys.append(callback_button(label, data, checked=self.has_value(PRESET_OPTION, name)))
        more = translated_button(speaker, "button-more-options", button_data(STEP_MORE))
        return "\n".join(lines), [*pair_short_buttons(keys), [more]], None

    def _group_page(self, group: str, speaker: Speaker, button_data: OptionData) -> tuple[str, KeyboardRows, str]:
        rows = [
            [
                callback_button(
                    f"{speaker.option_label(name)}: {speaker.value_label(name, self.value_of(name), self.ruleset)}",
                    button_data(_DIGITS[self._numbered.index(name)]),
                )
            ]
            for name in self._options_with_effect(group)
        ]
        title = speaker.html("alter-group", game=self._title(speaker), group=speaker.plain(f"option-group-{group}"))
        return title, rows, STEP_MORE

    def _option_page(self, name: str, speaker: Speaker, button_data: OptionData) -> tuple[str, KeyboardRows]:
        current, digit = self.value_of(name), _DIGITS[self._numbered.index(name)]
        keys = [
            callback_button(
                speaker.value_label(name, value, self.ruleset),
                button_data(f"{digit}{_DIGITS[place]}"),
                checked=value == current,
            )
            for place, value in enumerate(self.selectable[name].values)
        ]
        text = speaker.html(
            "alter-option", option=speaker.option_label(name), about=speaker.html(f"about-option-{name}")
        )
        return text, pair_short_buttons(keys)

    def _options_with_effect(self, group: str) -> list[str]:
        return [name for name in self.selectable if _group_of(name) == group and self.has_effect(name)]

    def has_effect(self, name: str) -> bool:
        """Whether the game has the option, and the option would change anything beside the other options."""
        every = self.selectable
        now = {**self.chosen, **{one: self.value_of(one) for one in every}}
        return name in every and every[name].has_effect(now)

    def _preset_values(self, name: str) -> dict[str, str]:
        known, wanted = self._available, dict(_PRESETS[name])
        if name == "tournament" and "challenge" in known:
            wanted["challenge"] = (_tournament_challenge(self.ruleset, known["challenge"].default),)
        taken = {
            option: next(value for value in values if value in known[option].values)
            for option, values in wanted.items()
            if option in known and set(values) & set(known[option].values)
        }
        table = {one: option.default for one, option in known.items()} | taken
        return {
            option: value
            for option, value in taken.items()
            if value != known[option].default and known[option].has_effect(table)
        }

    def _with_preset(self, name: str) -> dict[str, str]:
        kept = {option: value for option, value in self._valid_choices.items() if option not in _OF_PRESETS}
        known = self._available
        own = {option: known[option].default for option in _OF_PRESETS if option in known}
        return {**kept, **own, **self._preset_values(name)}

    @property
    def _numbered(self) -> tuple[str, ...]:
        """The options by their digits in buttons; retired options keep theirs, so that old buttons stay valid."""
        known = options.available_options(self.ruleset, self.dictionary_kinds, with_retired=True)
        return options.selectable_options(known)

    @property
    def _available(self) -> dict[str, Option]:
        return options.available_options(self.ruleset, self.dictionary_kinds)

    @property
    def _valid_choices(self) -> dict[str, str]:
        known = self._available
        return {name: value for name, value in self.chosen.items() if name in known and value in known[name].values}


def is_preset_step(step: str) -> bool:
    """Whether a button's step chooses a preset."""
    return step[:1] == _PRESET_SIGN


def parse_preset(step: str) -> str:
    """The preset of a button's step. Raises Refusal: ``stale_button``."""
    return _item_by_digit(step[1:], tuple(_PRESETS))


def _tournament_challenge(ruleset: Ruleset, own: str) -> str:
    """The challenge option for a tournament: the game's own if it has challenges."""
    tournament = shipped_rulesets().get(f"tournament-{ruleset.language}")
    return own if own != "void" or tournament is None else tournament.options_in_use["challenge"]


def _item_by_digit(digit: str, items: Sequence[str]) -> str:
    place = _DIGITS.find(digit)
    if not 0 <= place < len(items):
        raise Refusal("stale_button")
    return items[place]


def parse_game(text: str, language: str, judges: WordJudge) -> GameOptions | None:
    """Parse a game and its options; ``None`` if the text names no game, or asks for the list.

    Raises Refusal: ``unknown_game``, or as :func:`bot.user_input.options.parse_options` and
    :func:`bot.user_input.options.check_options_matter`, with the values named in the language.
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
    """The game with that name, in any of the name's forms; in this language if the game exists in several.

    If it does not exist in this language, the fallback language's is taken, or else the first. Raises Refusal:
    ``unknown_game``, with the typed name and the existing games.
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
    """Whether a text names a game that exists only in other languages."""
    variants = _language_variants(text.split(maxsplit=1)[0]) if text else {}
    return bool(variants) and language not in variants


def _language_variants(name: str) -> dict[str, Ruleset]:
    variants = languages().find_meaning("variants", name)
    found = (ruleset for id_, ruleset in shipped_rulesets().items() if id_ == f"{variants}-{ruleset.language}")
    return {ruleset.language: ruleset for ruleset in found}
