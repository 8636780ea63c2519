"""The options of a table as people write them: names and values in every language, in any case.

Knows how to read them and how the option buttons carry them. What each option does is the ruleset's to say.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from bot.dictionaries import OPTION, with_kind
from bot.judges import Kind
from engine.clock import BankClock, GameClock, MoveClock
from engine.errors import Refusal
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.lexicon import shipped
from engine.parameters import Option
from engine.rulesets import Ruleset, resolve

_NAMES: Final = {
    "torba": "bag",
    "itiraz": "challenge",
    "challenges": "challenge",
    "itiraz-sayısı": "challenge-per",
    "başına": "challenge-per",
    "per": "challenge-per",
    "itiraz-puanı": "challenge-to",
    "kime": "challenge-to",
    "to": "challenge-to",
    "pencere": "window",
    "itiraz-süresi": "window",
    "saat": "clock",
    "süre": "clock",
    "bitiş": "out",
    "bitirme": "out",
    "bingo-şartı": "bingo",
    "4w": "four-word",
    "dörtlü": "four-word",
    "takas-hücresi": "ex",
    "merkez": "centre",
    "center": "centre",
    "deste": "deck",
    "kelimeler": "words",
    "tekrar": "repeats",
    "çift": "double",
    "sözlük": OPTION,
    "dict": OPTION,
    "lexicon": OPTION,
    "мішечок": "bag",
    "оскарження": "challenge",
    "за-що": "challenge-per",
    "кому": "challenge-to",
    "вікно": "window",
    "час": "clock",
    "годинник": "clock",
    "завершення": "out",
    "бінго": "bingo",
    "центр": "centre",
    "колода": "deck",
    "слова": "words",
    "повтори": "repeats",
    "подвоєння": "double",
    "словник": OPTION,
}
_OFF: Final = ("yok", "kapalı", "off", "none", "hayır", "no", "немає", "вимкнено", "ні")
_VALUES: Final[dict[str, dict[str, str]]] = {
    "bag": {"91": "s3-table", "100": "official", "resmî": "official", "resmi": "official", "офіційний": "official"},
    "challenge": dict.fromkeys(_OFF, "void")
    | {"bedava": "single", "tek": "single", "free": "single", "çift": "double", "5": "five", "beş": "five"}
    | {"10": "ten", "on": "ten", "kelime": "wordpoints", "word": "wordpoints"}
    | {"вільне": "single", "хід": "double", "п'ять": "five", "п’ять": "five", "десять": "ten", "слово": "wordpoints"},
    "challenge-per": {"itiraz": "challenge", "kelime": "word", "оскарження": "challenge", "слово": "word"},
    "challenge-to": {"oyuncu": "mover", "oynayan": "mover", "itirazcı": "challenger", "itiraz-eden": "challenger"}
    | {"автор": "mover", "оскаржувач": "challenger"},
    "clock": dict.fromkeys(_OFF, "none") | {"yavaş": "slow", "hızlı": "fast", "повільно": "slow", "швидко": "fast"},
    "out": {"aktar": "transfer", "aktarma": "transfer", "iki-kat": "double", "çift": "double"}
    | {"звичайне": "transfer", "подвоєне": "double"},
    "bingo": {"yedi": "seven", "7": "seven", "bütün-raf": "whole-rack", "raf": "whole-rack"}
    | {"сім": "seven", "підставка": "whole-rack"},
    "four-word": {"saat-yönü": "clockwise", "saat": "clockwise", "uç": "endpoint", "herhangi": "any", "hepsi": "any"}
    | {"за-годинниковою": "clockwise", "кінець": "endpoint", "кожне": "any"},
    "ex": {"torba": "bag", "takas": "swap", "kapalı": "off", "yok": "off", "none": "off"}
    | {"мішечок": "bag", "обмін": "swap", "вимкнено": "off", "немає": "off"},
    "centre": {"sade": "plain", "düz": "plain", "tek": "plain", "çift": "double", "iki-kat": "double"}
    | {"звичайний": "plain", "подвоює": "double"},
    "deck": {"tam": "full", "sohbet": "chat", "kısa": "quick", "100": "full", "64": "chat", "48": "quick"}
    | {"повна": "full", "чат": "chat", "мала": "quick"},
    "words": {"hepsi": "forms", "all": "forms", "isimler": "nouns", "ad": "nouns", "усі": "forms", "іменники": "nouns"},
    "repeats": {"var": "allowed", "serbest": "allowed", "yes": "allowed", "yok": "forbidden", "no": "forbidden"}
    | {"дозволено": "allowed", "так": "allowed", "заборонено": "forbidden", "ні": "forbidden"},
    "double": {"renk": "colour", "color": "colour", "kapalı": "off", "yok": "off", "kurucu": "host"}
    | {"колір": "colour", "вимкнено": "off", "немає": "off", "господар": "host"},
    OPTION: {"liste": "builtin", "list": "builtin", "yaygın": "common", "tdk": "live", "canlı": "live"}
    | {"список": "builtin", "поширені": "common"},
}
_CLOCK_KINDS: Final = {
    **dict.fromkeys(("hamle", "move", "хід"), MoveClock),
    **dict.fromkeys(("oyun", "game", "гра"), GameClock),
}
_BANKS: Final = {"banka": BankClock, "bank": BankClock, "запас": BankClock}
_UNITS: Final = {
    "": 1,
    **dict.fromkeys(("s", "sn", "sec", "saniye", "с", "сек"), 1),
    **dict.fromkeys(("dk", "min", "m", "dakika", "хв"), 60),
    **dict.fromkeys(("sa", "h", "saat", "hour", "hours", "год"), 3600),
    **dict.fromkeys(("g", "d", "gün", "day", "days", "дн", "день", "дні"), 86400),
}
_DURATION: Final = re.compile(r"(\d{1,7})\s*-?\s*([^\W\d_]*)")
_AROUND_SIGN: Final = re.compile(r"\s*[=:]\s*")
_MOST_TYPED: Final = 40
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_BUTTONS: Final = (
    "clock",
    "challenge",
    "window",
    "bag",
    OPTION,
    "four-word",
    "ex",
    "deck",
    "words",
    "repeats",
    "double",
)
"""The options that have a button, in the order of the buttons."""


def plain(text: str) -> str:
    """A text in lower case, whichever keyboard typed its capitals."""
    return unicodedata.normalize("NFC", text).replace("İ", "i").lower().strip()


def known(ruleset: Ruleset, kinds: tuple[Kind, ...]) -> dict[str, Option]:
    """The options that a table of this game may choose, the dictionary among them where there is a choice."""
    options = dict(ruleset.options())
    if isinstance(ruleset, KlepkaRuleset):
        # A list that the operator has to build is no choice before it is there.
        there = tuple(name for name, lexicon in ruleset.lexica.items() if lexicon in shipped())
        options["words"] = Option(there, options["words"].default)
    elif len(kinds) > 1:
        options[OPTION] = Option(kinds, kinds[0])
    return options


def read(text: str, ruleset: Ruleset, kinds: tuple[Kind, ...]) -> dict[str, str]:
    """The options that a text names, as ``saat=oyun itiraz=double 91``.

    Raises:
        Refusal: ``unknown_option`` or ``unknown_value``, with what there is.
    """
    options = known(ruleset, kinds)
    chosen: dict[str, str] = {}
    for typed in _AROUND_SIGN.sub("=", plain(text)).split():
        name, sign, value = typed.partition("=")
        if sign:
            option = _NAMES.get(name, name)
            if option not in options:
                raise Refusal("unknown_option", option=name[:_MOST_TYPED], options=tuple(options))
            found = _value(option, value, options[option], ruleset)
            if found is None:
                raise Refusal("unknown_value", option=option, value=value[:_MOST_TYPED], values=options[option].values)
            chosen[option] = found
        else:
            option, found = _bare(typed, options, ruleset)
            chosen[option] = found
    return chosen


def _bare(typed: str, options: Mapping[str, Option], ruleset: Ruleset) -> tuple[str, str]:
    """The option that a value alone is meant for: the first that has such a value."""
    for name in (*(name for name in _BUTTONS if name in options), *options):
        found = _value(name, typed, options[name], ruleset)
        if found is not None and not (name == "window" and typed.isdecimal()):
            return name, found
    raise Refusal("unknown_option", option=typed[:_MOST_TYPED], options=tuple(options))


def _value(name: str, typed: str, option: Option, ruleset: Ruleset) -> str | None:
    meant = _VALUES.get(name, {}).get(typed, typed)
    if meant in option.values:
        return meant
    seconds = _seconds(typed)
    if name == "window":
        return str(seconds) if str(seconds) in option.values else None
    if name != "clock":
        return None
    for clock, rule in ruleset.clocks.items():
        kind = (_CLOCK_KINDS | _BANKS).get(typed)
        if (kind is not None and isinstance(rule, kind)) or (
            isinstance(rule, (MoveClock, GameClock)) and rule.seconds == seconds
        ):
            return clock
    return None


def _seconds(text: str) -> int | None:
    found = _DURATION.fullmatch(text)
    unit = None if found is None else _UNITS.get(found[2])
    return None if found is None or unit is None else int(found[1]) * unit


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
    return {name: options[name] for name in _BUTTONS if name in options and len(options[name].values) > 1}


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
