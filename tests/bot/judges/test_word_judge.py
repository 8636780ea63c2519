"""Who decides a word at a table: the chat, a list or the live service."""

import dawg
import pytest
from msgspec.structs import replace

from bot.judges import Dictionary, Verdict, WordChanges, WordJudge
from engine.crossword.actions import Place, Placement
from engine.crossword.rules import apply, lay_and_score
from engine.lexicon import CompiledLexicon, Lexicon
from tests.support.games import NOW, game
from tests.support.tdk_service import TdkService
from tests.support.word_judges import BUILT_IN, CHAT, TR, judges, live_judges, service

__all__ = ["judges", "live_judges", "service"]


def small_lexicon(name: str, *words: str) -> Lexicon:
    provenance = replace(TR.provenance, name=name, words=len(words), sha256="c0ffee00" * 8)
    return CompiledLexicon(provenance, dawg.CompletionDAWG(sorted(words)).tobytes())


async def test_the_built_in_list_decides_and_is_named_with_its_hash(judges: WordJudge) -> None:
    table = await judges.load_dictionary(CHAT, "tr", "builtin")
    judgement = await judges.judge_words(["KALEM", "QZX"], table)
    assert judgement.verdicts == {"KALEM": Verdict(True, BUILT_IN), "QZX": Verdict(False, BUILT_IN)}
    assert not judgement.fell_back
    assert table.words.hash == TR.hash


async def test_the_chats_own_words_come_before_every_list(judges: WordJudge) -> None:
    await judges.chat_words.change_words(CHAT, "tr", "yenisöz", counts=True)
    await judges.chat_words.change_words(CHAT, "tr", "Kalem", counts=False)
    table = await judges.load_dictionary(CHAT, "tr", "builtin")
    judgement = await judges.judge_words(["YENİSÖZ", "KALEM", "MASA"], table)
    assert judgement.verdicts == {
        "YENİSÖZ": Verdict(True, "chat"),
        "KALEM": Verdict(False, "chat"),
        "MASA": Verdict(True, BUILT_IN),
    }
    assert table.words.hash != TR.hash
    assert "YENİSÖZ" in table.words
    assert "KALEM" not in table.words


async def test_the_common_list_decides_alone_and_under_its_own_name(judges: WordJudge) -> None:
    table = Dictionary(CHAT, "common", small_lexicon("tr-common", "KALEM"), WordChanges(added=frozenset({"YENİSÖZ"})))
    judgement = await judges.judge_words(["KALEM", "MASA", "YENİSÖZ"], table)
    assert judgement.verdicts == {
        "KALEM": Verdict(True, "tr-common@c0ffee00"),
        "MASA": Verdict(False, "tr-common@c0ffee00"),
        "YENİSÖZ": Verdict(True, "chat"),
    }


async def test_the_live_service_decides_what_the_chat_leaves_open(live_judges: WordJudge, service: TdkService) -> None:
    await live_judges.chat_words.change_words(CHAT, "tr", "bizce", counts=True)
    table = await live_judges.load_dictionary(CHAT, "tr", "live")
    judgement = await live_judges.judge_words(["YENİSÖZ", "ÜÇLE", "BİZCE"], table)
    assert judgement.verdicts == {
        "YENİSÖZ": Verdict(True, "tdk"),
        "ÜÇLE": Verdict(False, "tdk"),
        "BİZCE": Verdict(True, "chat"),
    }
    assert not judgement.fell_back
    assert sorted(service.asked_words) == ["yenisöz", "üçle"]


async def test_words_of_the_chat_alone_ask_nobody_and_fall_back_on_nothing(
    live_judges: WordJudge, service: TdkService
) -> None:
    service.failing_status = 500
    await live_judges.chat_words.change_words(CHAT, "tr", "bizce", counts=True)
    judgement = await live_judges.judge_words(["BİZCE"], await live_judges.load_dictionary(CHAT, "tr", "live"))
    assert (judgement.fell_back, service.asked_words) == (False, [])


async def test_tables_of_the_built_in_list_never_ask_the_service(live_judges: WordJudge, service: TdkService) -> None:
    await live_judges.judge_words(["KALEM"], await live_judges.load_dictionary(CHAT, "tr", "builtin"))
    assert service.asked_words == []


async def test_a_word_that_was_not_judged_is_an_error_and_not_a_guess(judges: WordJudge) -> None:
    judgement = await judges.judge_words(["KALEM"], await judges.load_dictionary(CHAT, "tr", "builtin"))
    assert judgement("KALEM")
    with pytest.raises(KeyError):
        judgement("MASA")


async def test_a_move_is_previewed_judged_and_applied(live_judges: WordJudge) -> None:
    state = game("kelimelik", racks=("KALEMAA", "ZZZZZZZ"))
    move = Place(
        state.players[0].user, tuple(Placement(f"{column}8", ch) for column, ch in zip("HIJKL", "KALEM", strict=True))
    )
    play, _ = lay_and_score(state, 0, move)
    judgement = await live_judges.judge_words(
        [run.word for run in play.words], await live_judges.load_dictionary(CHAT, "tr", "live")
    )
    assert judgement.verdicts == {"KALEM": Verdict(True, "tdk")}
    after, _ = apply(state, move, NOW, judgement)
    assert after.players[0].score > 0
