"""Which kinds of dictionary a game may have, and which of them it has where nothing is chosen."""

import pytest
from msgspec.structs import replace

from bot.judges import WordJudge, word_judge
from engine.crossword.shipped import crossword_rulesets
from engine.errors import DataError
from engine.lexicon import shipped_lexica
from engine.rulesets import shipped_rulesets
from tests.support.word_judges import judges, live_judges, service

__all__ = ["judges", "live_judges", "service"]


async def test_the_kinds_to_be_had_depend_on_list_and_service(
    judges: WordJudge, live_judges: WordJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(word_judge, "shipped_lexica", lambda: ("en", "en-common", "tr"))
    turkish, english = shipped_rulesets()["kelimelik"], shipped_rulesets()["scrabble-en"]
    assert judges.dictionary_kinds(turkish) == ("builtin",)
    assert judges.dictionary_kinds(english) == ("builtin", "common")
    assert live_judges.dictionary_kinds(turkish) == ("builtin", "live")
    assert live_judges.dictionary_kinds(english) == ("builtin", "common")
    with pytest.raises(DataError):
        judges.dictionary_kinds(replace(crossword_rulesets()["kelimelik"], lexicon="xx"))


def test_turkish_scrabble_on_every_board_wants_the_live_service_and_no_other_game_does() -> None:
    live = {ruleset.id for ruleset in crossword_rulesets().values() if ruleset.live}
    assert live >= {"scrabble-tr", "tournament-tr", "super-tr", "mini-tr"}
    assert live.isdisjoint({"kelimelik", "scrabble-en", "super-en", "wordbox-tr"})


@pytest.mark.parametrize("ruleset", sorted(shipped_rulesets()))
async def test_the_live_service_judges_where_a_game_wants_it_and_there_is_one(
    judges: WordJudge, live_judges: WordJudge, ruleset: str
) -> None:
    chosen = shipped_rulesets()[ruleset]
    wants_it = ruleset in {each.id for each in crossword_rulesets().values() if each.live}
    assert judges.dictionary_kinds(chosen)[0] == "builtin"
    assert live_judges.dictionary_kinds(chosen)[0] == ("live" if wants_it else "builtin")
    assert set(live_judges.dictionary_kinds(chosen)) >= set(judges.dictionary_kinds(chosen))


async def test_a_common_list_is_offered_exactly_where_it_ships(judges: WordJudge) -> None:
    for each in shipped_rulesets().values():
        assert ("common" in judges.dictionary_kinds(each)) == (f"{each.lexicon}-common" in shipped_lexica())
