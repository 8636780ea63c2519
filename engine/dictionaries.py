"""Which dictionary a table's ruleset means, and which judges it admits; never reads the words themselves.

A ruleset names its list, as in ``tr``. If the players chose another kind of dictionary, the table's ruleset appends it,
as in ``tr:live``. Play does not depend on this name; only the check of proofs (:mod:`engine.verify`) reads it.
"""

import re
from typing import Final, Literal, cast, get_args

from engine.lexicon import ChangedLexicon, Lexicon, load_lexicon, shipped_lexica
from engine.ruleset_base import Ruleset

DictionaryKind = Literal["builtin", "common", "live"]
"""``builtin``: the list that the ruleset names; ``common``: a smaller list of common words; ``live``: a service."""

_DICTIONARY_KINDS: Final = get_args(DictionaryKind)
BUILTIN: Final[DictionaryKind] = "builtin"
COMMON: Final = "{name}-common"
"""The name of the list of common words."""
_CHAT: Final = "chat"
"""The name, in verdicts, of the judge of words that a chat added or removed."""
_SERVICES: Final = {"tr": "tdk"}
"""The name, in verdicts, of the live dictionary of each language."""
_VERSION: Final = re.compile(r"[0-9a-f]{8}")


def split_lexicon_name(lexicon: str) -> tuple[str, DictionaryKind]:
    """The word list and the kind of dictionary that a ruleset's lexicon name means."""
    name, _, kind = lexicon.partition(":")
    return name, cast("DictionaryKind", kind) if kind in _DICTIONARY_KINDS else BUILTIN


def load_base_list(name: str, kind: DictionaryKind) -> Lexicon:
    """The word list beneath a dictionary, the built-in one for ``live``; DataError, with the remedy, without it."""
    return load_lexicon(COMMON.format(name=name) if kind == "common" else name)


def lexicon_choices(ruleset: Ruleset) -> tuple[str, ...]:
    """The lexicon names that a table playing by a ruleset may choose, the ruleset's own first."""
    own = ruleset.lexicon
    if ruleset.lexica:
        return (own,)
    common = (f"{own}:common",) if COMMON.format(name=own) in shipped_lexica() else ()
    return (own, *common, *((f"{own}:live",) if ruleset.language in _SERVICES else ()))


def table_judges(ruleset: Ruleset) -> tuple[str, ...]:
    """The names of a table's judges of words: its list, then the live service and the chat's changes if used."""
    name, kind = split_lexicon_name(ruleset.lexicon)
    live = _SERVICES.get(ruleset.language) if kind == "live" else None
    by_list = COMMON.format(name=name) if kind == "common" else name
    return (by_list, *((live,) if live else ()), *((_CHAT,) if ruleset.chat_words else ()))


def can_judge(ruleset: Ruleset, judge: str) -> bool:
    """Whether ``judge``, as named in a verdict, is one of the table's; lists carry the start of their hash."""
    by_list, *others = table_judges(ruleset)
    name, _, version = judge.partition("@")
    return judge in others or (name == by_list and _VERSION.fullmatch(version) is not None)


def common_words(words: Lexicon) -> Lexicon:
    """The commonly known words, and the chat's additions; all words if no shorter list ships."""
    base = words.base if isinstance(words, ChangedLexicon) else words
    name = COMMON.format(name=base.name)
    if name not in shipped_lexica():
        return words
    known = load_lexicon(name)
    return ChangedLexicon(known, words.added, words.removed) if isinstance(words, ChangedLexicon) else known
