"""Every form of the words of a Hunspell dictionary: what its suffix rules make of each of its headwords.

Knows what the dictionaries in use hold: flags of one character, and suffixes of one step. Whatever else would decide
which forms there are (prefixes, compounds, headwords that are forbidden or that need a suffix) is refused by its line,
so that nothing is misread in silence.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine.errors import DataError

_IGNORED_DIRECTIVES: Final = frozenset(("SET", "TRY", "KEY", "REP", "MAP", "WORDCHARS", "BREAK", "ICONV", "IGNORE"))
"""Directives about what people type and what is suggested to them."""
_CONDITION: Final = re.compile(r"[^\W\d_]|[.'()|^[\]]")
_HEADER_COLUMNS: Final = 4
_RULE_COLUMNS: Final = 5


class HunspellEntry(NamedTuple):
    """A headword and the flags of the rules that apply to it."""

    word: str
    flags: str


class _SuffixChange(NamedTuple):
    """What a rule takes from the end of a headword and what it puts there."""

    removed: str
    added: str


SuffixRules = dict[str, list[tuple[re.Pattern[str], list[_SuffixChange]]]]
"""Of each flag the endings, by the condition under which they apply."""


def parse_entries(path: str, lines: Iterable[str]) -> Iterator[HunspellEntry]:
    """The entries in the lines of a dictionary; lines that begin with # are comments.

    Raises:
        DataError: an entry holds more than a word and flags; names it.
    """
    for line in lines:
        if line.startswith("#"):
            continue
        word, _, flags = line.partition("/")
        if not word or len(line.split()) != 1:
            raise DataError(f"{path}: {line!r} is no word with flags")
        yield HunspellEntry(word, flags)


def parse_suffix_rules(path: str, aff_text: str) -> SuffixRules:
    """The rules of an ``.aff`` file, given its text; errors name it by ``path``.

    Conditions are regular expressions at a word's end. Hunspell itself knows only classes of letters, and never applies
    the few that have alternatives; they are meant, so here they do: ПЕРЕЖАТИ, ПЕРЕЖНУ.

    Raises:
        DataError: a line is not one of those that this module knows; names it.
    """
    found: defaultdict[str, dict[str, list[_SuffixChange]]] = defaultdict(dict)
    announced: dict[str, int] = {}
    for number, line in enumerate(aff_text.splitlines(), start=1):
        columns = line.split()
        if not columns or columns[0].startswith("#") or columns[0] in _IGNORED_DIRECTIVES:
            continue
        if columns[0] != "SFX" or len(columns) < _HEADER_COLUMNS or len(columns[1]) != 1:
            raise DataError(f"{path}: line {number}, {line!r}, is no rule for suffixes of one step")
        flag = columns[1]
        if flag not in announced:
            announced[flag] = _parse_rule_count(path, number, columns)
            continue
        announced[flag] -= 1
        condition, ending = _parse_rule(path, number, columns)
        found[flag].setdefault(condition, []).append(ending)
    if wrong := sorted(flag for flag, left in announced.items() if left):
        raise DataError(f"{path}: of the rules {' '.join(wrong)} there are not as many as announced")
    return {
        flag: [(re.compile(f"(?:{condition})$"), endings) for condition, endings in by_condition.items()]
        for flag, by_condition in found.items()
    }


def _parse_rule_count(path: str, number: int, columns: list[str]) -> int:
    """How many rules a flag has, by the line that opens them."""
    if len(columns) != _HEADER_COLUMNS or columns[2] not in {"Y", "N"} or not columns[3].isdecimal():
        raise DataError(f"{path}: line {number} does not say how many rules {columns[1]} has")
    return int(columns[3])


def _parse_rule(path: str, number: int, columns: list[str]) -> tuple[str, _SuffixChange]:
    """The condition and the ending of one rule; a remark may follow."""
    if len(columns) < _RULE_COLUMNS or "/" in columns[3] or not _is_condition(columns[4]):
        raise DataError(f"{path}: line {number}, {' '.join(columns)!r}, is no rule for suffixes of one step")
    taken, put = ("" if column == "0" else column for column in columns[2:4])
    return columns[4], _SuffixChange(taken, put)


def _is_condition(text: str) -> bool:
    """Letters, classes of them and groups with alternatives; nothing else that a regular expression could be."""
    if _CONDITION.sub("", text):
        return False
    try:
        re.compile(text)
    except re.error:
        return False
    return True


def generate_forms(path: str, known: SuffixRules, headwords: Iterable[HunspellEntry]) -> Iterator[str]:
    """Each headword and what the rules make of it; some forms come more than once. No rule takes a whole word away.

    Raises:
        DataError: an entry has a flag without rules; names it.
    """
    for word, flags in headwords:
        yield word
        for flag in flags:
            if flag not in known:
                raise DataError(f"{path}: {word} has the flag {flag!r}, for which there are no rules")
            for condition, endings in known[flag]:
                if condition.search(word):
                    for taken, put in endings:
                        if word.endswith(taken) and len(word) > len(taken):
                            yield word[: len(word) - len(taken)] + put
