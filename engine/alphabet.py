"""The letters of one language: their order, casing and folding.

Turns text into letters that can be compared. Tiles and points belong to rulesets, words to lexica.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct

from engine.errors import DataError, Malformed

BLANK: Final = "?"
"""The face of a blank tile, and the prefix of a played one on a board (``?A``)."""
LEAST_LETTERS: Final = 2
_MOST_NAMED: Final = 10
"""The most wrong characters that an error names."""
_SCRIPTS: Final = ("latin", "cyrillic")
_VARIATION_SELECTORS: Final = re.compile("[\u034f\ufe00-\ufe0f]")


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    language: str
    letters: str
    lower: str
    vowels: str
    both: str = ""
    neither: str = ""
    folds: dict[str, str] = msgspec.field(default_factory=dict)
    blanks: dict[str, str] = msgspec.field(default_factory=dict)
    look_alikes: dict[str, str] = msgspec.field(default_factory=dict)


class Alphabet:
    """One language's letters in alphabetical order, upper case (RULES §1.2)."""

    def __init__(self, data: _File) -> None:
        self.language: Final = data.language
        self.letters: Final = tuple(data.letters)
        self.vowels: Final = frozenset((*data.vowels, *data.both, BLANK))
        """The faces that count as vowels (RULES §10.1), including the blank."""
        self.consonants: Final = frozenset((*data.letters, BLANK)) - {*data.vowels, *data.neither}
        """The faces that count as consonants; the blank and ambiguous letters are in both sets."""
        self._upper: Final = dict(zip(data.lower, data.letters, strict=True))
        self._lower: Final = dict(zip(data.letters, data.lower, strict=True))
        self._plain: Final = (
            self._upper
            | {letter: letter for letter in data.letters}
            | {form: letter for form, letter in data.folds.items() if len(form) == 1}
        )
        self._look_alikes: Final = data.look_alikes
        self._script: Final = _script_of(data.letters[0])
        self._blanks: Final = data.blanks
        self._blank_signs: Final = frozenset(data.blanks.values())
        self._sequences: Final = tuple((form, letter) for form, letter in data.folds.items() if len(form) > 1)
        self._ranks: Final = {letter: rank for rank, letter in enumerate((BLANK, *data.letters))}

    def upper(self, text: str) -> str:
        """The text in this language's capitals; accents stay, and each character stays one character."""
        return "".join(self._upper.get(ch) or _single_character(ch, ch.upper()) for ch in text)

    def lower(self, text: str) -> str:
        """The text in this language's lower case; accents stay, and each character stays one character."""
        return "".join(self._lower.get(ch) or _single_character(ch, ch.lower()) for ch in text)

    def blank_sign(self, letter: str) -> str:
        """How written games show a blank that stands for a letter: in lower case, if the letter has one."""
        return self._blanks.get(letter) or self.lower(letter)

    def is_lower(self, ch: str) -> bool:
        """Whether a character is, or folds to, a lower-case letter of this language, or is a blank's sign."""
        return ch in self._plain and (ch.islower() or ch in self._blank_signs)

    def normalise(self, text: str) -> str:
        """The text in this alphabet's capitals: composed, folded, without invisible characters.

        Characters that are not letters stay, so that :meth:`letters_error` can name them.
        """
        text = strip_invisible(text)
        for form, letter in self._sequences:
            text = text.replace(form, letter)
        return "".join(self._plain.get(ch) or _single_character(ch, ch.upper()) for ch in text)

    def replace_look_alikes(self, text: str) -> str:
        """Typed text with look-alike letters of another script replaced by this alphabet's.

        Replaces only if all letters then belong to this alphabet, as in a Ukrainian ``KIT`` typed on a Latin keyboard.
        Keeps case, accents and everything that is not a letter. For typed words only, never for word lists.
        """
        text = strip_invisible(text)
        if all(ch in self._plain for ch in text if ch.isalpha()):
            return text
        found = "".join(self._look_alike(ch) for ch in text)
        return found if all(ch in self._plain for ch in found if ch.isalpha()) else text

    def _look_alike(self, ch: str) -> str:
        if ch in self._plain:
            return ch
        letter = self._look_alikes.get(ch) or self._look_alikes.get(ch.upper(), ch)
        return self._lower.get(letter, letter) if ch.islower() else letter

    def letters_error(self, characters: Iterable[str]) -> Malformed:
        """The error ``not_letters``, naming each character that is not a letter of this alphabet once.

        Letters of another script make it ``foreign_letters``, with ``script``, ``latin`` or ``cyrillic``: they may look
        alike.
        """
        each = tuple(dict.fromkeys(characters))
        foreign = tuple(ch for ch in each if _script_of(ch) not in {None, self._script})
        if foreign:
            return Malformed("foreign_letters", letters=foreign[:_MOST_NAMED], script=_script_of(foreign[0]) or "")
        return Malformed("not_letters", letters=each[:_MOST_NAMED])

    def normalise_word(self, text: str) -> str:
        """The normalised word: at least two letters, all of this alphabet (RULES §1.2).

        Raises:
            Malformed: ``too_short``, or ``not_letters`` or ``foreign_letters`` (:meth:`letters_error`).
        """
        word = self.normalise(text)
        strange = [ch for ch in word if ch not in self._lower]
        if strange:
            raise self.letters_error(strange)
        if len(word) < LEAST_LETTERS:
            raise Malformed("too_short", word=word)
        return word

    def rank(self, face: str) -> int:
        """The rank of a face in the draw for the first turn (RULES §1.3), the blank's is 0; raises ``not_letters``."""
        try:
            return self._ranks[face]
        except KeyError:
            raise Malformed("not_letters", letters=(face,)) from None


def _single_character(ch: str, cased: str) -> str:
    """The cased form, or the character itself if casing would yield several characters (ß, İ)."""
    return cased if len(cased) == 1 else ch


def _script_of(ch: str) -> str | None:
    name = unicodedata.name(ch[:1], "").lower()
    return next((script for script in _SCRIPTS if name.startswith(script)), None)


def strip_invisible(text: str) -> str:
    """The text composed, without zero-width and other format characters."""
    if text.isascii():
        return text
    shown = "".join(ch for ch in text if unicodedata.category(ch) != "Cf")
    return unicodedata.normalize("NFC", _VARIATION_SELECTORS.sub("", shown))


def parse_alphabet(text: str, source: str) -> Alphabet:
    """Read an alphabet from TOML; raises DataError, naming the place, if it is incomplete or inconsistent."""
    try:
        data = msgspec.convert(tomllib.loads(text), _File)
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise DataError(f"{source}: {error}") from error
    problem = next(_problems(data), None)
    if problem is not None:
        raise DataError(f"{source}: {problem}")
    return Alphabet(data)


def _problems(data: _File) -> Iterator[str]:
    if len(data.letters) != len(data.lower):
        yield f"{len(data.letters)} letters but {len(data.lower)} in lower; each letter needs its lower case"
    for name, letters in (("letters", data.letters), ("lower", data.lower)):
        if not letters or len(set(letters)) != len(letters):
            yield f"{name} is empty or names a letter twice"
        if letters != unicodedata.normalize("NFC", letters):
            yield f"{name} is not composed (NFC)"
    kinds = (*data.vowels, *data.both, *data.neither)
    if len(set(kinds)) != len(kinds) or not set(kinds) <= set(data.letters):
        yield "vowels, both and neither name a letter twice, or one that there is not"
    yield from _sign_problems(data)


def _sign_problems(data: _File) -> Iterator[str]:
    for form, letter in data.folds.items():
        if letter not in data.letters or len(letter) != 1:
            yield f"folds: {form!r} is folded to {letter!r}, which is no letter"
        if not form or form in data.letters or form in data.lower:
            yield f"folds: {form!r} is a letter itself"
    for form, letter in data.look_alikes.items():
        if letter not in data.letters:
            yield f"look_alikes: {form!r} is read as {letter!r}, which is no letter"
        if len(form) != 1 or form in data.letters or form in data.lower or form in data.folds:
            yield f"look_alikes: {form!r} is a letter itself"
    for letter, sign in data.blanks.items():
        if letter not in data.letters or data.folds.get(sign) != letter:
            yield f"blanks: {sign!r} is not folded to {letter!r}, or that is no letter"


@lru_cache(maxsize=8)
def load_alphabet(language: str) -> Alphabet:
    """The alphabet of a language code: ``tr``, ``en`` or ``uk``; DataError if it is unknown or its file is wrong."""
    folder = files("engine").joinpath("languages")
    known = sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    if language not in known:
        raise DataError(f"languages/{language}.toml: no such language; known are {', '.join(known)}")
    name = f"{language}.toml"
    found = parse_alphabet(folder.joinpath(name).read_text(encoding="utf-8"), f"languages/{name}")
    if found.language != language:
        raise DataError(f"languages/{name}: its language is {found.language!r}; file name and language must agree")
    return found
