"""A word is looked up with its meaning where the live service knows it, whatever a table plays with."""

from bot.judges import Verdict, WordJudge
from tests.support.tdk_service import TdkService
from tests.support.word_judges import BUILT_IN, CHAT, judges, live_judges, service

__all__ = ["judges", "live_judges", "service"]


async def test_a_look_up_tells_the_first_meaning_whatever_the_table_plays_with(live_judges: WordJudge) -> None:
    for kind, judge in (("builtin", BUILT_IN), ("live", "tdk")):
        told = await live_judges.look_up_word(
            "KALEM", await live_judges.load_dictionary(CHAT, "tr", "live" if kind == "live" else "builtin")
        )
        assert (told.verdict, told.meaning, told.fell_back) == (Verdict(True, judge), "Yazma aracı", False)


async def test_a_look_up_without_the_service_has_no_meaning(
    judges: WordJudge, live_judges: WordJudge, service: TdkService
) -> None:
    told = await judges.look_up_word("KALEM", await judges.load_dictionary(CHAT, "tr", "builtin"))
    assert (told.verdict.valid, told.meaning) == (True, None)
    service.failing_status = 500
    told = await live_judges.look_up_word("KALEM", await live_judges.load_dictionary(CHAT, "tr", "builtin"))
    assert (told.verdict.valid, told.meaning, told.fell_back) == (True, None, False)


async def test_english_words_are_never_sent_to_the_turkish_service(live_judges: WordJudge, service: TdkService) -> None:
    told = await live_judges.look_up_word("PENCIL", await live_judges.load_dictionary(CHAT, "en", "builtin"))
    assert told.verdict.valid
    assert service.asked_words == []
