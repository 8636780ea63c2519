"""Dictionaries in the chat: the chat's own words, the live service, its outage, and who decided each word."""

import asyncio
from typing import cast

import pytest
from redis.asyncio import Redis

from bot import limits
from bot.announce.posts import Posts
from bot.families.lookups import LookUps
from bot.judges import Judges, Tdk
from bot.judges.dictionaries import with_kind
from bot.judges.tdk import Limits
from bot.store.commits import Commit
from bot.store.keys import Scope
from bot.store.redis import Store
from bot.store.streams import Outbox
from bot.tables.codec import decode_entry, decode_notice, encode
from bot.tables.games import Games
from bot.tables.held import Held
from bot.telegram.buttons import Buttons
from bot.telegram.gateway import Gateway
from bot.telegram.members import Members
from bot.texts import Texts
from bot.typed.commands import command_name
from engine.crossword.actions import Challenge
from engine.crossword.games import crosswords
from engine.crossword.state import GameState
from engine.errors import Refusal
from tests.support.chats import KIRAZ, LIMON, House
from tests.support.games import NOW, changed, game, play
from tests.support.languages import LANGUAGES
from tests.support.patience import PATIENCE
from tests.support.present import standing
from tests.support.stored_logs import stored_log
from tests.support.streams import read
from tests.support.tdk import TdkDouble, entry

NOBODY = Members(cast("Gateway", None))
"""Nobody is asked about."""
LAID = game("kelimelik", laid=["8F KALEM"], racks=["ZZLERİS", "AAEEKKL"])


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_administrators_add_and_remove_words_of_the_chat(house: House, language: str) -> None:
    talk = await house.group(language)
    add, remove = ("/kelimeekle", "/kelimesil") if language == "tr" else ("/addword", "/removeword")
    assert (await talk.ask(LIMON, f"{add} tr kalemz")).html == talk.html("refusal-admins-only")
    added = await talk.ask(KIRAZ, f"{add} tr kalemz kalemzz")
    assert added.html == talk.html("words-added", words="KALEMZ, KALEMZZ", language="tr")
    own = talk.plain("dictionary-chat")
    assert talk.html("word-known", word="KALEMZ", lexicon=own) in (await talk.ask(LIMON, "/sozluk kalemz")).html
    removed = await talk.ask(KIRAZ, f"{remove} tr kalemzz")
    assert removed.html == talk.html("words-removed", words="KALEMZZ", language="tr")
    assert talk.html("word-removed", word="KALEMZZ") in (await talk.ask(LIMON, "/sozluk kalemzz")).html
    await talk.deal(LAID)
    assert (await talk.ask(KIRAZ, "/oyna 8F KALEMZZ")).html.startswith(talk.html("refusal-not-words", words="KALEMZZ"))
    assert (await talk.ask(KIRAZ, "/oyna 8F KALEMZ")).photo
    (logged,) = [decode_entry(one) for one in await stored_log(house.store, talk.scope)]
    assert {word: said.judge for word, said in logged.verdicts.items()} == {"KALEMZ": "chat"}


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["/addword", "/removeword"])
async def test_what_changes_of_words_are_refused(house: House, language: str, command: str) -> None:
    talk, private = await house.group(language), await house.private(KIRAZ, language)
    assert (await private.ask(KIRAZ, f"{command} kalem")).html == private.html("refusal-group-only")
    refused = (await talk.ask(KIRAZ, command)).text
    shown = command_name("add-word" if command == "/addword" else "remove-word", language)
    assert refused.count(f"/{shown} ") == refused.count("/") == 2, "with this command, not the other"
    assert f"/{shown} {talk.plain('sample-word')} (" in refused
    assert (await talk.ask(KIRAZ, f"{command} 1")).html == talk.html("refusal-not-letters", letters="1")
    letter = "І" if language == "uk" else "A"
    assert (await talk.ask(KIRAZ, f"{command} {letter.lower()}")).html == talk.html("refusal-too-short", word=letter)
    many = " kalem" * 11
    assert (await talk.ask(KIRAZ, f"{command} tr{many}")).html == talk.html("refusal-words-at-once", most=10)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_word_is_added_that_no_board_has_room_for(house: House, language: str) -> None:
    talk = await house.group(language)
    for letters in (65, 4_000):
        word = "a" * letters
        told = await talk.ask(KIRAZ, f"/kelimeekle tr {word}")
        assert told.html == talk.html("refusal-word-too-long", word=limits.cut(word.upper(), 200), most=64)
    ten = " ".join(f"{'a' * 60}{one}" for one in "bcdefghijk")
    assert (await talk.ask(KIRAZ, f"/kelimeekle tr {ten}")).html.count("AAAA") >= 10


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("asked", ["a" * 300, "1" * 300])
async def test_a_long_word_is_told_cut_off(house: House, asked: str) -> None:
    private = await house.private(KIRAZ)
    told = (await private.ask(KIRAZ, f"/sozluk {asked}")).text
    assert f"{asked.upper()[:39]}…" in told
    assert asked.upper()[:40] not in told


@pytest.mark.asyncio(loop_scope="module")
async def test_a_chat_has_so_many_words_at_most(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.judges.chatwords.MOST_WORDS", 1)
    talk = await house.group()
    await talk.ask(KIRAZ, "/kelimeekle zzz")
    assert (await talk.ask(KIRAZ, "/kelimeekle zzy")).html == talk.html("refusal-too-many-words", most=1)


SCOPE = Scope(-100888)


def live(laid: str = "8F KALEM") -> GameState:
    state = game("kelimelik", laid=[laid], racks=["ZZLERİS", "AAEEKKL"])
    return changed(state, ruleset=with_kind(state.ruleset, "live"))


async def deal(store: Store, table: GameState) -> Held:
    held = await store.load(SCOPE)
    await store.commit(Commit(scope=SCOPE, expected=held.version, update_id=None, state=encode(table)))
    return await Games(store, Judges(store._client), standing(NOW)).load(SCOPE)  # noqa: SLF001 - the same server


async def test_the_live_service_decides_and_is_written_down(redis: Redis) -> None:
    store = Store(redis)
    async with TdkDouble({"kalemz": [entry("kalemz", "Bir kalem.")]}) as double:
        tdk = Tdk(double.url, redis)
        games = Games(store, Judges(redis, tdk), standing(NOW))
        state = live()
        await games.play(await deal(store, state), play(state, "8F KALEMZ"), 1)
        with pytest.raises(Refusal, match="not_words"):
            await games.play(await deal(store, state), play(state, "8F KALEMZZ"), 2)
        await tdk.close()
    (logged,) = [decode_entry(one) for one in await stored_log(store, SCOPE)]
    assert {word: said.judge for word, said in logged.verdicts.items()} == {"KALEMZ": "tdk"}


async def test_where_plays_are_challenged_the_service_is_asked_at_the_challenge_alone(redis: Redis) -> None:
    store = Store(redis)
    async with TdkDouble() as double:
        tdk = Tdk(double.url, redis)
        games = Games(store, Judges(redis, tdk), standing(NOW))
        rules = with_kind(crosswords()["scrabble-tr"], "live")
        state = game(rules, laid=["8F KALEM"], racks=["ZZLERİS", "AAEEKKL"], options={"challenge": "single"})
        await games.play(await deal(store, state), play(state, "8F KALEMZ"), 1)
        assert double.asked == []
        held = await games.load(SCOPE)
        assert isinstance(held.table, GameState)
        await games.play(held, Challenge(held.table.players[1].user), 2)
        assert "kalemz" in double.asked
        await tdk.close()


async def test_an_outage_is_told_once_and_the_list_decides(redis: Redis) -> None:
    told: list[Scope] = []

    async def tell(held: Held) -> None:
        told.append(held.scope)

    store = Store(redis)
    async with TdkDouble() as double:
        double.failing = 503
        tdk = Tdk(double.url, redis)
        games = Games(store, Judges(redis, tdk), standing(NOW), tell)
        state = live()
        for number in range(3):
            with pytest.raises(Refusal, match="not_words"):
                await games.play(await deal(store, state), play(state, "8F KALEMZ"), number)
        await tdk.close()
    assert told == [SCOPE]


async def test_an_outage_is_told_in_the_notice_of_what_came_of_it(redis: Redis) -> None:
    """Beside it, it could be read before or after."""
    beside: list[Held] = []

    async def tell(held: Held) -> None:
        beside.append(held)

    outbox = Outbox(redis)
    store = Store(redis, outbox)
    async with TdkDouble() as double:
        double.failing = 503
        tdk = Tdk(double.url, redis)
        games = Games(store, Judges(redis, tdk), standing(NOW), tell)
        state = live()
        await games.play(await deal(store, state), play(state, "9F ER"), 1)
        await games.play(await deal(store, state), play(state, "9F ER"), 2)
        await tdk.close()
    notices = [decode_notice(entry.payload) for entry in await read(outbox)]
    assert [notice.fell_back for notice in notices] == [True, False]
    assert beside == []
    posts = Posts(Texts(), Buttons(Texts()))
    said = Texts().html("tr", "judge-outage")
    assert [said in posts.compose([notice], "tr").text for notice in notices] == [True, False]


async def test_a_headword_that_the_live_service_lacks_is_not_told(redis: Redis) -> None:
    texts = Texts()
    async with TdkDouble({"kalem": [entry("kalem", "Yazma aracı")]}) as double:
        tdk = Tdk(double.url, redis)
        judges = Judges(redis, tdk)
        stems = LookUps(Games(Store(redis), judges, standing(NOW)), judges, NOBODY, texts, bool)
        table = await judges.dictionary(SCOPE.chat, "tr", "live")
        told = await stems.told(["KALEMLER", "KİTAPLAR"], table, "tr", stems.until())
        await tdk.close()
    assert told == texts.plain("tr", "word-inflected", word="KALEMLER", stem="KALEM")


async def test_what_is_told_beside_a_refusal_has_no_time_of_its_own(redis: Redis) -> None:
    """The word took nearly all of the one time for it; its headword, which is not answered, has the rest."""
    loop = asyncio.get_running_loop()
    async with TdkDouble({"kalem": [entry("kalem", "Yazma aracı")]}) as double:
        double.hang_words = {"kalem"}
        tdk = Tdk(double.url, redis, Limits(whole_seconds=60.0, attempt_seconds=60.0))
        judges = Judges(redis, tdk)
        stems = LookUps(Games(Store(redis), judges, standing(NOW)), judges, NOBODY, Texts(), bool)
        table = await judges.dictionary(SCOPE.chat, "tr", "live")
        assert stems.until() == pytest.approx(loop.time() + 60.0, abs=5.0)
        for left in (0.1, 0.0, -1.0):
            async with asyncio.timeout(PATIENCE):
                assert await stems.told(["KALEMLER"], table, "tr", loop.time() + left) == ""
        await tdk.close()
