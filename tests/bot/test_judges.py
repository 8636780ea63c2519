"""Who decides a word at a table: the chat, a list or the live service, and what happens when that one is silent."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import dawg
import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.judges import Changes, Dictionary, Judgement, Judges, Tdk, Verdict
from bot.judges import dictionary as dictionaries
from bot.judges.judges import OUTAGE_SECONDS
from bot.store import migrate
from bot.store.keys import outage_told
from engine.alphabet import alphabet
from engine.crossword.actions import Place, Placement
from engine.crossword.games import crosswords
from engine.crossword.rules import apply, preview
from engine.errors import DataError, Refusal
from engine.lexicon import CompiledLexicon, Lexicon, lexicon, shipped
from engine.rulesets import rulesets
from tests.support.games import NOW, game
from tests.support.loop_time import LoopTime
from tests.support.tdk import TdkDouble, entry
from tests.support.tdk_client import LIMITS, loop_time, passing

__all__ = ["loop_time"]

CHAT = -100123
BASIC, SUPERGROUP = -123, -1_000_000_000_123
TR = lexicon("tr")
BUILT_IN = f"tr@{TR.hash[:8]}"


@pytest.fixture
async def service() -> AsyncIterator[TdkDouble]:
    async with TdkDouble({"kalem": [entry("kalem", "Yazma aracı")], "yenisöz": [entry("yenisöz", "Yeni")]}) as double:
        yield double


@pytest.fixture
def judges(redis: Redis) -> Judges:
    return Judges(redis)


@pytest.fixture
async def live(redis: Redis, service: TdkDouble) -> AsyncIterator[Judges]:
    async with AsyncExitStack() as stack:
        tdk = Tdk(service.url, redis, LIMITS, pause=lambda: 0.0)
        stack.push_async_callback(tdk.close)
        yield Judges(redis, tdk)


def small(name: str, *words: str) -> Lexicon:
    provenance = replace(TR.provenance, name=name, words=len(words), sha256="c0ffee00" * 8)
    return CompiledLexicon(provenance, dawg.CompletionDAWG(sorted(words)).tobytes())


async def test_the_built_in_list_decides_and_is_named_with_its_hash(judges: Judges) -> None:
    table = await judges.dictionary(CHAT, "tr", "builtin")
    judgement = await judges.judge(["KALEM", "QZX"], table)
    assert judgement.verdicts == {"KALEM": Verdict(True, BUILT_IN), "QZX": Verdict(False, BUILT_IN)}
    assert not judgement.fell_back
    assert table.words.hash == TR.hash


async def test_the_chats_own_words_come_before_every_list(judges: Judges) -> None:
    await judges.chat_words.change(CHAT, "tr", "yenisöz", counts=True)
    await judges.chat_words.change(CHAT, "tr", "Kalem", counts=False)
    table = await judges.dictionary(CHAT, "tr", "builtin")
    judgement = await judges.judge(["YENİSÖZ", "KALEM", "MASA"], table)
    assert judgement.verdicts == {
        "YENİSÖZ": Verdict(True, "chat"),
        "KALEM": Verdict(False, "chat"),
        "MASA": Verdict(True, BUILT_IN),
    }
    assert table.words.hash != TR.hash
    assert "YENİSÖZ" in table.words
    assert "KALEM" not in table.words


async def test_another_chat_and_another_language_have_their_own_words(judges: Judges) -> None:
    await judges.chat_words.change(CHAT, "tr", "kalem", counts=False)
    assert (await judges.dictionary(CHAT + 1, "tr", "builtin")).changes == Changes()
    assert (await judges.dictionary(CHAT, "en", "builtin")).changes == Changes()


async def test_a_change_is_changed_again_and_taken_back(judges: Judges) -> None:
    words = judges.chat_words
    assert await words.change(CHAT, "tr", "ışık", counts=False) == ["IŞIK"]
    await words.change(CHAT, "tr", "IŞIK", counts=True)
    assert await words.read(CHAT, "tr") == Changes(added=frozenset({"IŞIK"}))
    await words.change(CHAT, "tr", "IŞIK", counts=None)
    await words.change(CHAT, "tr", "IŞIK", counts=None)
    assert await words.read(CHAT, "tr") == Changes()


async def test_a_chat_cannot_change_words_without_end(judges: Judges, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.judges.chatwords.MOST_WORDS", 2)
    await judges.chat_words.change(CHAT, "tr", "aa", counts=True)
    await judges.chat_words.change(CHAT, "tr", "ab", counts=True)
    with pytest.raises(Refusal) as refused:
        await judges.chat_words.change(CHAT, "tr", "ac", counts=True)
    assert (refused.value.code, refused.value.fields) == ("too_many_words", {"most": 2})
    await judges.chat_words.change(CHAT, "tr", "ab", counts=False)


async def test_words_for_which_there_is_no_room_leave_none_of_them_there(
    judges: Judges, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.judges.chatwords.MOST_WORDS", 2)
    words = judges.chat_words
    await words.change(CHAT, "tr", "aa", counts=True)
    with pytest.raises(Refusal):
        await words.change(CHAT, "tr", "aa", "ab", "ac", counts=False)
    assert await words.read(CHAT, "tr") == Changes(added=frozenset({"AA"}))


async def test_words_changed_by_an_update_that_is_handled_again_stay_as_they_were_changed_since(
    judges: Judges,
) -> None:
    words = judges.chat_words
    assert await words.changed(CHAT, 7, ("en", "tr")) is None
    await words.change(CHAT, "tr", "aa", "ab", counts=True, update=7)
    await words.change(CHAT, "tr", "ab", counts=False, update=8)
    assert await words.change(CHAT, "tr", "aa", "ab", counts=True, update=7) == ["AA", "AB"]
    assert await words.read(CHAT, "tr") == Changes(frozenset({"AA"}), frozenset({"AB"}))
    assert await words.changed(CHAT, 7, ("en", "tr")) == "tr"


async def test_the_kinds_to_be_had_depend_on_list_and_service(
    judges: Judges, live: Judges, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dictionaries, "shipped", lambda: ("en", "en-common", "tr"))
    turkish, english = rulesets()["kelimelik"], rulesets()["scrabble-en"]
    assert judges.kinds(turkish) == ("builtin",)
    assert judges.kinds(english) == ("builtin", "common")
    assert live.kinds(turkish) == ("builtin", "live")
    assert live.kinds(english) == ("builtin", "common")
    with pytest.raises(DataError):
        judges.kinds(replace(crosswords()["kelimelik"], lexicon="xx"))


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
async def test_turkish_scrabble_is_judged_by_the_live_service_where_there_is_one(
    judges: Judges, live: Judges, ruleset: str
) -> None:
    chosen = rulesets()[ruleset]
    assert judges.kinds(chosen)[0] == "builtin"
    assert live.kinds(chosen)[0] == ("live" if ruleset in {"scrabble-tr", "tournament-tr"} else "builtin")
    assert set(live.kinds(chosen)) >= set(judges.kinds(chosen))


async def test_a_common_list_is_offered_exactly_where_it_ships(judges: Judges) -> None:
    for each in rulesets().values():
        assert ("common" in judges.kinds(each)) == (f"{each.lexicon}-common" in shipped())


async def test_the_common_list_decides_alone_and_under_its_own_name(judges: Judges) -> None:
    table = Dictionary(CHAT, "common", small("tr-common", "KALEM"), Changes(added=frozenset({"YENİSÖZ"})))
    judgement = await judges.judge(["KALEM", "MASA", "YENİSÖZ"], table)
    assert judgement.verdicts == {
        "KALEM": Verdict(True, "tr-common@c0ffee00"),
        "MASA": Verdict(False, "tr-common@c0ffee00"),
        "YENİSÖZ": Verdict(True, "chat"),
    }


async def test_the_live_service_decides_what_the_chat_leaves_open(live: Judges, service: TdkDouble) -> None:
    await live.chat_words.change(CHAT, "tr", "bizce", counts=True)
    table = await live.dictionary(CHAT, "tr", "live")
    judgement = await live.judge(["YENİSÖZ", "ÜÇLE", "BİZCE"], table)
    assert judgement.verdicts == {
        "YENİSÖZ": Verdict(True, "tdk"),
        "ÜÇLE": Verdict(False, "tdk"),
        "BİZCE": Verdict(True, "chat"),
    }
    assert not judgement.fell_back
    assert sorted(service.asked) == ["yenisöz", "üçle"]


async def test_words_of_the_chat_alone_ask_nobody_and_fall_back_on_nothing(live: Judges, service: TdkDouble) -> None:
    service.failing = 500
    await live.chat_words.change(CHAT, "tr", "bizce", counts=True)
    judgement = await live.judge(["BİZCE"], await live.dictionary(CHAT, "tr", "live"))
    assert (judgement.fell_back, service.asked) == (False, [])


async def test_tables_of_the_built_in_list_never_ask_the_service(live: Judges, service: TdkDouble) -> None:
    await live.judge(["KALEM"], await live.dictionary(CHAT, "tr", "builtin"))
    assert service.asked == []


async def test_a_silent_service_leaves_the_word_to_the_built_in_list(live: Judges, service: TdkDouble) -> None:
    service.failing = 503
    table = await live.dictionary(CHAT, "tr", "live")
    judgement = await live.judge(["KALEM", "YENİSÖZ"], table)
    assert judgement.verdicts == {"KALEM": Verdict(True, BUILT_IN), "YENİSÖZ": Verdict(False, BUILT_IN)}
    assert judgement.fell_back


async def test_the_list_decides_only_the_words_that_were_not_answered(
    live: Judges, service: TdkDouble, loop_time: LoopTime, redis: Redis
) -> None:
    service.hang_words = {"masa"}
    service.on_hang = passing(loop_time, LIMITS.attempt_seconds, redis)
    judgement = await live.judge(["MASA", "YENİSÖZ"], await live.dictionary(CHAT, "tr", "live"))
    assert judgement.verdicts == {"MASA": Verdict(True, BUILT_IN), "YENİSÖZ": Verdict(True, "tdk")}
    assert judgement.fell_back


async def test_a_live_table_outlives_the_setting(judges: Judges) -> None:
    judgement = await judges.judge(["KALEM"], await judges.dictionary(CHAT, "tr", "live"))
    assert judgement == Judgement({"KALEM": Verdict(True, BUILT_IN)}, fell_back=True)


async def test_an_outage_is_told_once_to_each_chat_and_anew_after_six_hours(live: Judges, redis: Redis) -> None:
    assert await live.outage_untold(CHAT)
    assert not await live.outage_untold(CHAT)
    assert await live.outage_untold(CHAT + 1)
    assert OUTAGE_SECONDS - 60 < await redis.ttl(outage_told(CHAT)) <= OUTAGE_SECONDS
    await redis.delete(outage_told(CHAT))
    assert await live.outage_untold(CHAT)


async def test_a_service_that_comes_and_goes_is_one_outage(live: Judges, service: TdkDouble) -> None:
    table = await live.dictionary(CHAT, "tr", "live")
    told: list[str] = []
    for number, word in enumerate(["MASA", "KALEM", "EV", "OT", "BAL", "AT"]):
        service.failing = None if number % 2 else 503
        if (await live.judge([word], table)).fell_back and await live.outage_untold(CHAT):
            told.append(word)
    assert told == ["MASA"]


async def test_a_look_up_tells_the_first_meaning_whatever_the_table_plays_with(live: Judges) -> None:
    for kind, judge in (("builtin", BUILT_IN), ("live", "tdk")):
        told = await live.look_up("KALEM", await live.dictionary(CHAT, "tr", "live" if kind == "live" else "builtin"))
        assert (told.verdict, told.meaning, told.fell_back) == (Verdict(True, judge), "Yazma aracı", False)


async def test_a_look_up_without_the_service_has_no_meaning(judges: Judges, live: Judges, service: TdkDouble) -> None:
    told = await judges.look_up("KALEM", await judges.dictionary(CHAT, "tr", "builtin"))
    assert (told.verdict.valid, told.meaning) == (True, None)
    service.failing = 500
    told = await live.look_up("KALEM", await live.dictionary(CHAT, "tr", "builtin"))
    assert (told.verdict.valid, told.meaning, told.fell_back) == (True, None, False)


async def test_english_words_are_never_sent_to_the_turkish_service(live: Judges, service: TdkDouble) -> None:
    told = await live.look_up("PENCIL", await live.dictionary(CHAT, "en", "builtin"))
    assert told.verdict.valid
    assert service.asked == []


async def test_a_word_that_was_not_judged_is_an_error_and_not_a_guess(judges: Judges) -> None:
    judgement = await judges.judge(["KALEM"], await judges.dictionary(CHAT, "tr", "builtin"))
    assert judgement("KALEM")
    with pytest.raises(KeyError):
        judgement("MASA")


async def test_a_dead_service_delays_its_chat_by_less_than_two_seconds_and_others_by_nothing(
    redis: Redis, service: TdkDouble, loop_time: LoopTime
) -> None:
    """With the limits as they ship; time passes only where it is told to."""
    service.hanging = True
    tdk = Tdk(service.url, redis)
    judges = Judges(redis, tdk)
    stuck, other = await judges.dictionary(CHAT, "tr", "live"), await judges.dictionary(CHAT + 1, "tr", "builtin")
    one_word = ["KALEM"]
    waiting = asyncio.create_task(judges.judge(one_word, stuck))
    await service.came.wait()
    for seconds in (0.0, 1.0):
        loop_time.pass_(seconds)
        assert (await judges.judge(["KALEM", "MASA"], other)).verdicts["MASA"].valid
        assert not waiting.done()
    loop_time.pass_(0.99)
    assert (await waiting).fell_back

    letters = alphabet("tr").letters
    crowd = [judges.judge([f"{ch}A{other_ch}A" for other_ch in "BCDEFGHI"], stuck) for ch in letters]
    judging = asyncio.gather(*crowd)
    for _ in range(100):
        await redis.ping()  # until all have begun
    loop_time.pass_(1.99)
    assert all(judgement.fell_back for judgement in await judging)

    assert (await judges.judge(one_word, stuck)).fell_back, "the breaker is open: no time has to pass"
    await tdk.close()


async def test_a_move_is_previewed_judged_and_applied(live: Judges) -> None:
    state = game("kelimelik", racks=("KALEMAA", "ZZZZZZZ"))
    move = Place(
        state.players[0].user, tuple(Placement(f"{column}8", ch) for column, ch in zip("HIJKL", "KALEM", strict=True))
    )
    play, _ = preview(state, 0, move)
    judgement = await live.judge([run.word for run in play.words], await live.dictionary(CHAT, "tr", "live"))
    assert judgement.verdicts == {"KALEM": Verdict(True, "tdk")}
    after, _ = apply(state, move, NOW, judgement)
    assert after.players[0].score > 0


async def test_a_chat_s_words_go_with_it_to_its_new_id(redis: Redis) -> None:
    words = Judges(redis).chat_words
    await words.change(BASIC, "tr", "yenisöz", counts=True)
    await words.change(BASIC, "tr", "kalem", counts=False)
    await words.change(SUPERGROUP, "tr", "kalem", counts=True)
    for _ in range(2):
        await migrate.move(redis, BASIC, SUPERGROUP, ["tr", "en"])
    assert await words.read(SUPERGROUP, "tr") == Changes(frozenset({"YENİSÖZ", "KALEM"}), frozenset())
    assert await words.read(BASIC, "tr") == Changes(frozenset(), frozenset())
