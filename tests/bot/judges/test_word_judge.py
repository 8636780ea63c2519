"""Who decides a word at a table: the chat, a list or the live service; and what names the dictionary says so."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import dawg
import pytest
from msgspec.structs import replace
from redis.asyncio import Redis

from bot.judges import Dictionary, TdkClient, Verdict, WordChanges, WordJudge, word_judge
from bot.judges.word_judge import OUTAGE_NOTICE_SECONDS, parse_lexicon, parse_word_counts
from bot.store import chat_migration
from bot.store.keys import outage_notified
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine.alphabet import load_alphabet
from engine.crossword.shipped import crossword_rulesets
from engine.errors import DataError, Refusal
from engine.lexicon import CompiledLexicon, Lexicon, load_lexicon
from engine.rulesets import shipped_rulesets
from tests.support.chat_harness import KIRAZ, LIMON, ZEYTIN, BotHarness, ChatSession
from tests.support.tdk_service import PATIENT_LIMITS, TdkService, loop_time, tdk_entry, time_advancer
from tests.support.timers import LoopTime

__all__ = ["loop_time"]

CHAT = -100123
TR = load_lexicon("tr")
BUILT_IN = f"tr@{TR.hash[:8]}"


@pytest.fixture
async def service() -> AsyncIterator[TdkService]:
    async with TdkService(
        {"kalem": [tdk_entry("kalem", "Yazma aracı")], "yenisöz": [tdk_entry("yenisöz", "Yeni")]}
    ) as double:
        yield double


@pytest.fixture
def judges(redis: Redis) -> WordJudge:
    return WordJudge(redis)


@pytest.fixture
async def live_judges(redis: Redis, service: TdkService) -> AsyncIterator[WordJudge]:
    async with AsyncExitStack() as stack:
        tdk = TdkClient(service.url, redis, PATIENT_LIMITS, pause=lambda: 0.0)
        stack.push_async_callback(tdk.close)
        yield WordJudge(redis, tdk)


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


async def test_tables_of_the_built_in_list_never_ask_the_service(live_judges: WordJudge, service: TdkService) -> None:
    await live_judges.judge_words(["KALEM"], await live_judges.load_dictionary(CHAT, "tr", "builtin"))
    assert service.asked_words == []


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


async def test_a_silent_service_leaves_the_word_to_the_built_in_list(
    live_judges: WordJudge, service: TdkService
) -> None:
    service.failing_status = 503
    table = await live_judges.load_dictionary(CHAT, "tr", "live")
    judgement = await live_judges.judge_words(["KALEM", "YENİSÖZ"], table)
    assert judgement.verdicts == {"KALEM": Verdict(True, BUILT_IN), "YENİSÖZ": Verdict(False, BUILT_IN)}
    assert judgement.fell_back


async def test_the_list_decides_only_the_words_that_were_not_answered(
    live_judges: WordJudge, service: TdkService, loop_time: LoopTime, redis: Redis
) -> None:
    service.hang_words = {"masa"}
    service.on_hang = time_advancer(loop_time, PATIENT_LIMITS.attempt_seconds, redis)
    judgement = await live_judges.judge_words(
        ["MASA", "YENİSÖZ"], await live_judges.load_dictionary(CHAT, "tr", "live")
    )
    assert judgement.verdicts == {"MASA": Verdict(True, BUILT_IN), "YENİSÖZ": Verdict(True, "tdk")}
    assert judgement.fell_back


async def test_an_outage_is_told_once_to_each_chat_and_anew_after_six_hours(
    live_judges: WordJudge, redis: Redis
) -> None:
    assert await live_judges.claim_outage_notice(CHAT)
    assert not await live_judges.claim_outage_notice(CHAT)
    assert await live_judges.claim_outage_notice(CHAT + 1)
    assert OUTAGE_NOTICE_SECONDS - 60 < await redis.ttl(outage_notified(CHAT)) <= OUTAGE_NOTICE_SECONDS
    await redis.delete(outage_notified(CHAT))
    assert await live_judges.claim_outage_notice(CHAT)


async def test_a_service_that_comes_and_goes_is_one_outage(live_judges: WordJudge, service: TdkService) -> None:
    table = await live_judges.load_dictionary(CHAT, "tr", "live")
    told: list[str] = []
    for number, word in enumerate(["MASA", "KALEM", "EV", "OT", "BAL", "AT"]):
        service.failing_status = None if number % 2 else 503
        if (await live_judges.judge_words([word], table)).fell_back and await live_judges.claim_outage_notice(CHAT):
            told.append(word)
    assert told == ["MASA"]


async def test_a_dead_service_delays_its_chat_by_less_than_two_seconds_and_others_by_nothing(
    redis: Redis, service: TdkService, loop_time: LoopTime
) -> None:
    """With the limits as they ship; time passes only where it is told to."""
    service.is_hanging = True
    tdk = TdkClient(service.url, redis)
    judges = WordJudge(redis, tdk)
    stuck, other = (
        await judges.load_dictionary(CHAT, "tr", "live"),
        await judges.load_dictionary(CHAT + 1, "tr", "builtin"),
    )
    one_word = ["KALEM"]
    waiting = asyncio.create_task(judges.judge_words(one_word, stuck))
    await service.request_came.wait()
    for seconds in (0.0, 1.0):
        loop_time.advance(seconds)
        assert (await judges.judge_words(["KALEM", "MASA"], other)).verdicts["MASA"].valid
        assert not waiting.done()
    loop_time.advance(0.99)
    assert (await waiting).fell_back

    letters = load_alphabet("tr").letters
    crowd = [judges.judge_words([f"{ch}A{other_ch}A" for other_ch in "BCDEFGHI"], stuck) for ch in letters]
    judging = asyncio.gather(*crowd)
    for _ in range(100):
        await redis.ping()  # until all have begun
    loop_time.advance(1.99)
    assert all(judgement.fell_back for judgement in await judging)

    assert (await judges.judge_words(one_word, stuck)).fell_back, "the breaker is open: no time has to pass"
    await tdk.close()


BASIC, SUPERGROUP = -123, -1_000_000_000_123


async def test_a_change_is_changed_again_and_taken_back(judges: WordJudge) -> None:
    words = judges.chat_words
    assert await words.change_words(CHAT, "tr", "ışık", counts=False) == ["IŞIK"]
    await words.change_words(CHAT, "tr", "IŞIK", counts=True)
    assert await words.load_changes(CHAT, "tr") == WordChanges(added=frozenset({"IŞIK"}))
    await words.change_words(CHAT, "tr", "IŞIK", counts=None)
    await words.change_words(CHAT, "tr", "IŞIK", counts=None)
    assert await words.load_changes(CHAT, "tr") == WordChanges()


async def test_words_for_which_there_is_no_room_leave_none_of_them_there(
    judges: WordJudge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.judges.word_judge.MAX_CHAT_WORDS", 2)
    words = judges.chat_words
    await words.change_words(CHAT, "tr", "aa", counts=True)
    with pytest.raises(Refusal):
        await words.change_words(CHAT, "tr", "aa", "ab", "ac", counts=False)
    assert await words.load_changes(CHAT, "tr") == WordChanges(added=frozenset({"AA"}))


async def test_words_changed_by_an_update_that_is_handled_again_stay_as_they_were_changed_since(
    judges: WordJudge,
) -> None:
    words = judges.chat_words
    assert await words.language_changed_by(CHAT, 7, ("en", "tr")) is None
    await words.change_words(CHAT, "tr", "aa", "ab", counts=True, update=7)
    await words.change_words(CHAT, "tr", "ab", counts=False, update=8)
    assert await words.change_words(CHAT, "tr", "aa", "ab", counts=True, update=7) == ["AA", "AB"]
    assert await words.load_changes(CHAT, "tr") == WordChanges(frozenset({"AA"}), frozenset({"AB"}))
    assert await words.language_changed_by(CHAT, 7, ("en", "tr")) == "tr"


async def test_a_chat_s_words_go_with_it_to_its_new_id(redis: Redis) -> None:
    words = WordJudge(redis).chat_words
    await words.change_words(BASIC, "tr", "yenisöz", counts=True)
    await words.change_words(BASIC, "tr", "kalem", counts=False)
    await words.change_words(SUPERGROUP, "tr", "kalem", counts=True)
    for _ in range(2):
        await chat_migration.migrate_chat(redis, BASIC, SUPERGROUP, ["tr", "en"])
    assert await words.load_changes(SUPERGROUP, "tr") == WordChanges(frozenset({"YENİSÖZ", "KALEM"}), frozenset())
    assert await words.load_changes(BASIC, "tr") == WordChanges(frozenset(), frozenset())


# RULES §8, no. 42.
@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("harness", [{"TDK_API_URL": "http://127.0.0.1:9/gts"}], indirect=True, ids=["tdk"])
@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("/yeni scrabble", "live"),
        ("/yeni scrabble sözlük=liste", "builtin"),
        ("/yeni turnuva yaygın", "common"),
        ("/yeni kelimelik", "builtin"),
        ("/yeni kelimelik sözlük=tdk", "live"),
    ],
)
async def test_turkish_scrabble_has_the_live_dictionary_unless_chosen_otherwise(
    harness: BotHarness, command: str, kind: str
) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, command)
    assert parse_lexicon((await talk.load_current_table()).ruleset.lexicon)[1] == kind


TOLD = [
    ("tr", 0, 0, "Türkçe liste"),
    ("tr", 1, 1, "Türkçe liste + sohbetin 1 kelimesi − çıkarılan 1 kelime"),
    ("en", 1, 0, "Turkish list + 1 word of this chat"),
    ("en", 0, 5, "Turkish list − 5 words removed"),
    ("uk", 1, 0, "турецький список + 1 слово чату"),
    ("uk", 3, 1, "турецький список + 3 слова чату − 1 вилучене слово"),
    ("uk", 25, 11, "турецький список + 25 слів чату − 11 вилучених слів"),
]
LIST, WITH_OWN = "Türkçe liste", "Türkçe liste + sohbetin 2 kelimesi − çıkarılan 1 kelime"


def counted_lexicon(lexicon: str, added: int, removed: int) -> str:
    changes = WordChanges(frozenset(f"A{number}" for number in range(added)), frozenset(map(str, range(removed))))
    return changes.counted_lexicon(lexicon)


@pytest.mark.parametrize(("language", "added", "removed", "text"), TOLD)
def test_a_dictionary_is_told_with_the_words_that_the_chat_changed(
    language: str, added: int, removed: int, text: str
) -> None:
    assert Speaker(Texts(), language).dictionary_label(counted_lexicon("tr", added, removed)) == text


@pytest.mark.parametrize(("lexicon", "changes"), [("tr", (0, 0)), ("tr:live", (2, 0)), ("uk-nouns", (500, 12))])
def test_the_numbers_are_read_back_and_hide_no_list(lexicon: str, changes: tuple[int, int]) -> None:
    told = counted_lexicon(lexicon, *changes)
    assert parse_word_counts(told) == changes
    assert parse_lexicon(told) == parse_lexicon(lexicon)


async def with_words(house: BotHarness) -> ChatSession:
    talk = await house.new_group()
    await talk.say_and_wait(KIRAZ, "/kelimeekle tr kalemz kalemzz")
    await talk.say_and_wait(KIRAZ, "/kelimesil tr kalem")
    return talk


async def lobby_and_board_texts(talk: ChatSession, game: str) -> tuple[str, str]:
    """What the lobby and the first board say of a game."""
    lobby = await talk.say_and_wait(KIRAZ, f"/yeni {game} start=asked")
    await talk.say_and_wait(LIMON, "/katil")
    return lobby.text, (await talk.say_and_wait(KIRAZ, "/baslat")).text


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("game", "choice", "words"),
    [
        ("kelimelik sohbet-kelimeleri=yok", "geçersiz", LIST),
        ("kelimelik", None, WITH_OWN),
    ],
)
async def test_lobby_and_board_name_the_dictionary(
    harness: BotHarness, game: str, choice: str | None, words: str
) -> None:
    talk = await with_words(harness)
    lobby, board = await lobby_and_board_texts(talk, game)
    shown = (await talk.say_and_wait(KIRAZ, "/tahta")).text
    assert f"Sözlük: {words}\n" in lobby
    assert f" · Sözlük: {words} · " in board
    assert f" · Sözlük: {words} · " in shown
    assert ("Sohbetin kelimeleri" in lobby) == (choice is not None)
    assert choice is None or f"Sohbetin kelimeleri: {choice}" in lobby


@pytest.mark.asyncio(loop_scope="module")
async def test_words_added_while_a_table_is_open_are_counted_when_it_is_shown_again(harness: BotHarness) -> None:
    talk = await harness.new_group()
    assert f"Sözlük: {LIST}\n" in (await talk.say_and_wait(KIRAZ, "/yeni kelimelik")).text
    await talk.say_and_wait(KIRAZ, "/kelimeekle tr kalemz")
    assert f"Sözlük: {LIST} + sohbetin 1 kelimesi\n" in (await talk.say_and_wait(LIMON, "/tahta")).text


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("game", "words", "known"), [("kelimelik", WITH_OWN, "❌"), ("kelimelik sohbet-kelimeleri=yok", LIST, "✅")]
)
async def test_looking_up_names_the_dictionary_of_the_table(
    harness: BotHarness, game: str, words: str, known: str
) -> None:
    talk = await with_words(harness)
    await talk.say_and_wait(KIRAZ, f"/yeni {game}")
    assert f"({words})" in (await talk.say_and_wait(ZEYTIN, "/sozluk masa")).text
    assert (await talk.say_and_wait(ZEYTIN, "/sozluk kalem")).text.startswith(known)


@pytest.mark.asyncio(loop_scope="module")
async def test_klepka_counts_the_chats_words(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
    await talk.say_and_wait(KIRAZ, "/addword uk ткок")
    opened = await talk.say_and_wait(KIRAZ, "/new klepka")
    assert "Словник: український список + 1 слово чату\n" in opened.text
    await talk.say_and_wait(LIMON, "/join")
    begun = await talk.say_and_wait(KIRAZ, "/begin")
    assert "Словник: український список + 1 слово чату · Клепка" in begun.text.splitlines()
