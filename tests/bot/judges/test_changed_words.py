"""The words that a chat adds or takes out: its own in each language, not without end, and each update's once."""

import pytest
from redis.asyncio import Redis

from bot.judges import WordChanges, WordJudge
from bot.store import chat_migration
from engine.errors import Refusal
from tests.support.word_judges import CHAT, judges

__all__ = ["judges"]

BASIC, SUPERGROUP = -123, -1_000_000_000_123


async def test_another_chat_and_another_language_have_their_own_words(judges: WordJudge) -> None:
    await judges.chat_words.change_words(CHAT, "tr", "kalem", counts=False)
    assert (await judges.load_dictionary(CHAT + 1, "tr", "builtin")).changes == WordChanges()
    assert (await judges.load_dictionary(CHAT, "en", "builtin")).changes == WordChanges()


async def test_a_change_is_changed_again_and_taken_back(judges: WordJudge) -> None:
    words = judges.chat_words
    assert await words.change_words(CHAT, "tr", "ışık", counts=False) == ["IŞIK"]
    await words.change_words(CHAT, "tr", "IŞIK", counts=True)
    assert await words.load_changes(CHAT, "tr") == WordChanges(added=frozenset({"IŞIK"}))
    await words.change_words(CHAT, "tr", "IŞIK", counts=None)
    await words.change_words(CHAT, "tr", "IŞIK", counts=None)
    assert await words.load_changes(CHAT, "tr") == WordChanges()


async def test_a_chat_cannot_change_words_without_end(judges: WordJudge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.judges.word_judge.MAX_CHAT_WORDS", 2)
    await judges.chat_words.change_words(CHAT, "tr", "aa", counts=True)
    await judges.chat_words.change_words(CHAT, "tr", "ab", counts=True)
    with pytest.raises(Refusal) as refused:
        await judges.chat_words.change_words(CHAT, "tr", "ac", counts=True)
    assert (refused.value.code, refused.value.fields) == ("too_many_words", {"most": 2})
    await judges.chat_words.change_words(CHAT, "tr", "ab", counts=False)


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
