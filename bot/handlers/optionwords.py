"""The words that people type for options and their values, language by language.

The engine's own names are understood everywhere beside them. The first word of a language is the one that lists
show to its speakers.
"""

from collections.abc import Mapping
from typing import Final

from bot.dictionaries import OPTION

_Words = Mapping[str, tuple[str, ...]]

_NAMES: Final[Mapping[str, _Words]] = {
    "tr": {
        "bag": ("torba",),
        "challenge": ("itiraz",),
        "challenge-per": ("başına", "itiraz-sayısı"),
        "challenge-to": ("kime", "itiraz-puanı"),
        "window": ("pencere", "itiraz-süresi"),
        "clock": ("saat", "süre"),
        "out": ("bitiş", "bitirme"),
        "bingo": ("bingo", "bingo-şartı"),
        "four-word": ("dörtlü", "4w"),
        "ex": ("takas-hücresi",),
        "centre": ("merkez",),
        "deck": ("deste",),
        "words": ("kelimeler",),
        "repeats": ("tekrar",),
        "double": ("çift",),
        OPTION: ("sözlük",),
        "chat-words": ("sohbet-kelimeleri", "sohbet"),
    },
    "en": {
        "challenge": ("challenge", "challenges"),
        "challenge-per": ("challenge-per", "per"),
        "challenge-to": ("challenge-to", "to"),
        "four-word": ("four-word", "4w"),
        "centre": ("centre", "center"),
        OPTION: (OPTION, "dict", "lexicon"),
        "chat-words": ("chat-words", "chatwords"),
    },
    "uk": {
        "bag": ("мішечок", "торба"),
        "challenge": ("оскарження",),
        "challenge-per": ("за-що",),
        "challenge-to": ("кому",),
        "window": ("вікно",),
        "clock": ("час", "годинник"),
        "out": ("завершення",),
        "bingo": ("бінго",),
        "four-word": ("4w",),
        "centre": ("центр",),
        "deck": ("колода",),
        "words": ("слова",),
        "repeats": ("повтори",),
        "double": ("подвоєння",),
        OPTION: ("словник",),
        "chat-words": ("слова-чату",),
    },
}
_OFF_TR: Final = ("kapalı", "yok", "hayır")
_OFF_UK: Final = ("вимкнено", "немає", "ні")
_VALUES: Final[Mapping[str, Mapping[str, _Words]]] = {
    "tr": {
        "bag": {"official": ("resmî", "resmi"), "standard": ("standart",)},
        "challenge": {
            "void": _OFF_TR,
            "single": ("bedava", "tek"),
            "double": ("çift",),
            "five": ("beş",),
            "ten": ("on",),
            "wordpoints": ("kelime",),
        },
        "challenge-per": {"challenge": ("itiraz",), "word": ("kelime",)},
        "challenge-to": {"mover": ("oynayan", "oyuncu"), "challenger": ("itirazcı", "itiraz-eden")},
        "clock": {"none": _OFF_TR, "slow": ("yavaş",), "fast": ("hızlı",), "bank": ("banka",), "phases": ("açık",)},
        "out": {"transfer": ("aktarma", "aktar"), "double": ("iki-kat", "çift")},
        "bingo": {"seven": ("yedi",), "whole-rack": ("bütün-raf", "raf")},
        "four-word": {"clockwise": ("saat-yönü", "saat"), "endpoint": ("uç",), "any": ("hepsi", "herhangi")},
        "ex": {"bag": ("torba",), "swap": ("takas",), "off": _OFF_TR},
        "centre": {"plain": ("sade", "düz", "tek"), "double": ("çift", "iki-kat")},
        "deck": {"full": ("tam",), "chat": ("sohbet",), "quick": ("kısa",)},
        "words": {"forms": ("hepsi",), "nouns": ("isimler", "ad")},
        "repeats": {"allowed": ("serbest", "var"), "forbidden": ("yasak", "yok")},
        "double": {"colour": ("renk",), "off": _OFF_TR, "host": ("kurucu",)},
        OPTION: {"builtin": ("liste",), "common": ("yaygın",), "live": ("tdk", "canlı")},
        "chat-words": {"on": ("var", "açık", "evet"), "off": ("yok", "kapalı", "hayır")},
    },
    "en": {
        "bag": {"official": ("official",)},
        "challenge": {
            "void": ("void", "none", "off", "no"),
            "single": ("single", "free"),
            "five": ("five",),
            "ten": ("ten",),
            "wordpoints": ("wordpoints", "word"),
        },
        "clock": {"none": ("none", "off", "no"), "phases": ("phases", "on")},
        "bingo": {"seven": ("seven",)},
        "ex": {"off": ("off", "none", "no")},
        "deck": {"full": ("full",), "chat": ("chat",), "quick": ("quick",)},
        "words": {"forms": ("forms", "all")},
        "repeats": {"allowed": ("allowed", "yes"), "forbidden": ("forbidden", "no")},
        "double": {"colour": ("colour", "color")},
        OPTION: {"builtin": ("builtin", "list"), "live": ("live", "tdk")},
        "chat-words": {"on": ("on", "yes"), "off": ("off", "no", "none")},
    },
    "uk": {
        "bag": {"official": ("офіційний",), "standard": ("звичайний",)},
        "challenge": {
            "void": _OFF_UK,
            "single": ("вільне",),
            "double": ("хід",),
            "five": ("п’ять", "п'ять"),
            "ten": ("десять",),
            "wordpoints": ("слово",),
        },
        "challenge-per": {"challenge": ("оскарження",), "word": ("слово",)},
        "challenge-to": {"mover": ("автор",), "challenger": ("оскаржувач",)},
        "clock": {
            "none": _OFF_UK,
            "slow": ("повільно",),
            "fast": ("швидко",),
            "final": ("фінал",),
            "bank": ("запас",),
            "phases": ("увімкнено",),
        },
        "out": {"transfer": ("звичайне",), "double": ("подвоєне",)},
        "bingo": {"seven": ("сім",), "whole-rack": ("підставка",)},
        "four-word": {"clockwise": ("за-годинниковою",), "endpoint": ("кінець",), "any": ("кожне",)},
        "ex": {"bag": ("мішечок", "торба"), "swap": ("обмін",), "off": _OFF_UK},
        "centre": {"plain": ("звичайний",), "double": ("подвоює",)},
        "deck": {"full": ("повна",), "chat": ("чат",), "quick": ("мала",)},
        "words": {"forms": ("усі",), "nouns": ("іменники",)},
        "repeats": {"allowed": ("дозволено", "так"), "forbidden": ("заборонено", "ні")},
        "double": {"colour": ("колір",), "off": _OFF_UK, "host": ("господар",)},
        OPTION: {"builtin": ("список",), "common": ("поширені",), "live": ("tdk",)},
        "chat-words": {"on": ("так", "є", "увімкнено"), "off": ("ні", "немає", "вимкнено")},
    },
}
_NUMBERS: Final[Mapping[str, Mapping[str, str]]] = {
    "bag": {"official": "100", "s3-table": "91"},
    "challenge": {"five": "5", "ten": "10"},
    "bingo": {"seven": "7"},
    "deck": {"full": "100", "chat": "64", "quick": "48"},
}
"""What every language types alike; a list shows it where the language has no word."""

_UNITS: Final[Mapping[int, Mapping[str, tuple[str, ...]]]] = {
    86400: {"tr": ("gün", "g"), "en": ("d", "day", "days"), "uk": ("дн", "день", "дні")},
    3600: {"tr": ("sa", "saat"), "en": ("h", "hour", "hours"), "uk": ("год",)},
    60: {"tr": ("dk", "dakika"), "en": ("min", "m"), "uk": ("хв",)},
    1: {"tr": ("sn", "saniye"), "en": ("s", "sec"), "uk": ("с", "сек")},
}
_LISTED_UNITS: Final = (3600, 60, 1)
"""Hours are listed rather than days: a clock of 24 hours is called that."""

_OPTIONS: Final = {typed: name for words in _NAMES.values() for name, known in words.items() for typed in known}
_MEANINGS: Final = {
    (option, typed): value
    for options in _VALUES.values()
    for option, values in options.items()
    for value, known in values.items()
    for typed in known
} | {(option, typed): value for option, values in _NUMBERS.items() for value, typed in values.items()}
_SECONDS: Final = {typed: size for size, words in _UNITS.items() for known in words.values() for typed in known}


def option_meant(typed: str) -> str:
    """The engine's name of an option, or what was typed where that is no word of ours; in lower case."""
    return _OPTIONS.get(typed, typed)


def value_meant(option: str, typed: str) -> str:
    """The engine's name of an option's value, or what was typed where that is no word of ours; in lower case."""
    return _MEANINGS.get((option, typed), typed)


def seconds_meant(number: int, unit: str) -> int | None:
    """A time in seconds, which need no unit; ``None`` for an unknown unit."""
    size = _SECONDS.get(unit) if unit else 1
    return None if size is None else number * size


def option_word(name: str, language: str) -> str:
    """What the speakers of a language type for an option; the engine's name where they have no word."""
    return _NAMES.get(language, {}).get(name, (name,))[0]


def value_word(option: str, value: str, language: str) -> str | None:
    """What the speakers of a language type for a value; ``None`` where there is no word but the engine's."""
    words = _VALUES.get(language, {}).get(option, {}).get(value)
    return words[0] if words else _NUMBERS.get(option, {}).get(value)


def time_word(seconds: int, language: str) -> str:
    """What the speakers of a language type for a time, as ``25min``."""
    size = next(size for size in _LISTED_UNITS if seconds % size == 0)
    units = _UNITS[size]
    return f"{seconds // size}{units.get(language, units['en'])[0]}"
