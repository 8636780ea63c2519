"""Parses a game and its options, as typed behind a command."""

from bot.handlers.game_options import GameOptions
from bot.judges import WordJudge
from bot.languages import FALLBACK_LANGUAGE, languages
from bot.user_input import options
from engine.errors import Refusal
from engine.rulesets import Ruleset, shipped_rulesets
from engine.vocabulary import fold_word


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
