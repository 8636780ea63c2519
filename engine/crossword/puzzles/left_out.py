"""Words that no puzzle has, by language: ``left_out.toml``. They stay words of the lists, and of every game."""

import tomllib
from importlib.resources import files
from typing import Final


class LeftOutWords:
    """Exact words, and beginnings that every longer word is left out with."""

    def __init__(self, exact: frozenset[str], beginnings: tuple[str, ...]) -> None:
        self.exact: Final = exact
        self.beginnings: Final = beginnings

    def __contains__(self, word: str) -> bool:
        """Whether a word, in upper case, is left out."""
        return word in self.exact or word.startswith(self.beginnings)


def left_out_words(language: str) -> LeftOutWords:
    """Those of a language; none where the file names none."""
    content = files("engine").joinpath("crossword", "puzzles", "left_out.toml").read_text(encoding="utf-8")
    entries = tomllib.loads(content).get(language, {})
    exact = frozenset((*entries.get("words", ()), *entries.get("names", ())))
    return LeftOutWords(exact, tuple(entries.get("beginnings", ())))
