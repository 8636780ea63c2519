"""The game that somebody types behind a command, with its options."""

from bot.handlers.terms import Terms
from bot.judges import Judges
from bot.languages import STANDING_IN, languages
from bot.typed import options
from engine.errors import Refusal
from engine.rulesets import Ruleset, rulesets
from engine.vocabulary import folded


def typed_game(text: str, language: str, judges: Judges) -> Terms | None:
    """The game and its options; ``None`` where no game is named, or the list of them is asked for.

    Raises:
        Refusal: ``unknown_game``; as :func:`bot.typed.options.read` and :func:`bot.typed.options.check`, in words of
            the language.
    """
    if not text or languages().meant("answers", text) == "list":
        return None
    name, *rest = text.split(maxsplit=1)
    ruleset = called(name, language)
    kinds = judges.kinds(ruleset)
    try:
        chosen = options.read(rest[0] if rest else "", ruleset, kinds)
        options.check(chosen, ruleset, kinds)
    except Refusal as refusal:
        raise options.in_words(refusal, ruleset, language) from refusal
    return Terms(ruleset, kinds, chosen)


def called(name: str, language: str) -> Ruleset:
    """The game of that name, however people call it; one that there is in several languages in this one.

    Where it is not in this one, it is in the language that stands in for others; else in the first that has it.

    Raises:
        Refusal: ``unknown_game``, naming what was typed and the games there are.
    """
    known = rulesets()
    ruleset = known.get(folded(name)) or known.get(languages().meant("games", name) or "")
    if ruleset is None:
        variants = _variants(name)
        ruleset = variants.get(language) or variants.get(STANDING_IN) or next(iter(variants.values()), None)
    if ruleset is None:
        raise Refusal("unknown_game", typed=name[:40], games=tuple(known))
    return ruleset


def is_stand_in(text: str, language: str) -> bool:
    """Whether what was typed names a game that there is in other languages, and not in this one."""
    variants = _variants(text.split(maxsplit=1)[0]) if text else {}
    return bool(variants) and language not in variants


def _variants(name: str) -> dict[str, Ruleset]:
    """The games of a name that stands for one in several languages, by these; empty for any other name."""
    meant = languages().meant("variants", name)
    found = (ruleset for id_, ruleset in rulesets().items() if id_ == f"{meant}-{ruleset.language}")
    return {ruleset.language: ruleset for ruleset in found}
