"""Words in the chat: its own ones, the live service and its outage, who decided, and who is told how to add one."""

import pytest
from redis.asyncio import Redis

from bot import message_limits
from bot.announce.compose import PostComposer
from bot.judges import TdkClient, WordJudge
from bot.judges.word_judge import with_dictionary_kind
from bot.store.commits import Commit, UpdateContext
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.streams import Outbox
from bot.tables.codec import decode_log_entry, decode_notice, encode_stored
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from bot.user_input.commands import command_name
from bot.workers.sending import Sending
from engine.crossword.actions import Challenge
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.errors import Refusal
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.chat_steps import text_in_own_language
from tests.support.games import NOW, game, place_play, with_fields
from tests.support.klepka_chats import klepka_game_of_chat
from tests.support.stored_tables import load_stored_log
from tests.support.streams import read_new_entries
from tests.support.tdk_service import TdkService, tdk_entry
from tests.support.timers import frozen_served_clock

LAID = game("kelimelik", laid=["8F KALEM"], racks=["ZZLERİS", "AAEEKKL"])


in_a_house = pytest.mark.asyncio(loop_scope="module")


@in_a_house
async def test_administrators_add_and_remove_words_of_the_chat(harness: BotHarness) -> None:
    talk = await harness.new_group()
    refused = await talk.say_and_wait(LIMON, "/kelimeekle tr kalemz")
    assert refused.html == await text_in_own_language(talk, LIMON, "refusal-admins-only")
    added = await talk.say_and_wait(KIRAZ, "/kelimeekle tr kalemz kalemzz")
    assert added.html == talk.text_html("words-added", words="KALEMZ, KALEMZZ", language="tr")
    own = talk.text_plain("dictionary-chat")
    assert (
        talk.text_html("word-known", word="KALEMZ", lexicon=own)
        in (await talk.say_and_wait(LIMON, "/sozluk kalemz")).html
    )
    removed = await talk.say_and_wait(KIRAZ, "/kelimesil tr kalemzz")
    assert removed.html == talk.text_html("words-removed", words="KALEMZZ", language="tr")
    assert talk.text_html("word-removed", word="KALEMZZ") in (await talk.say_and_wait(LIMON, "/sozluk kalemzz")).html
    await talk.put_table(LAID)
    assert (await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMZZ")).html.startswith(
        talk.text_html("refusal-not-words", words="KALEMZZ")
    )
    assert (await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMZ")).is_photo
    (logged,) = [decode_log_entry(one) for one in await load_stored_log(harness.store, talk.scope)]
    assert {word: said.judge for word, said in logged.verdicts.items()} == {"KALEMZ": "chat"}


@in_a_house
@pytest.mark.parametrize("command", ["/addword", "/removeword"])
async def test_what_changes_of_words_are_refused(harness: BotHarness, command: str) -> None:
    language = "uk"
    talk, private = await harness.new_group(language), await harness.private_chat(KIRAZ, language)
    assert (await private.say_and_wait(KIRAZ, f"{command} kalem")).html == private.text_html("refusal-group-only")
    refused = (await talk.say_and_wait(KIRAZ, command)).text
    shown = command_name("add-word" if command == "/addword" else "remove-word", language)
    assert refused.count(f"/{shown} ") == refused.count("/") == 2, "with this command, not the other"
    assert f"/{shown} {talk.text_plain('sample-word')} (" in refused
    assert (await talk.say_and_wait(KIRAZ, f"{command} 1")).html == talk.text_html("refusal-not-letters", letters="1")
    letter = "І" if language == "uk" else "A"
    assert (await talk.say_and_wait(KIRAZ, f"{command} {letter.lower()}")).html == talk.text_html(
        "refusal-too-short", word=letter
    )
    many = " kalem" * 11
    assert (await talk.say_and_wait(KIRAZ, f"{command} tr{many}")).html == talk.text_html(
        "refusal-words-at-once", most=10
    )


@in_a_house
@pytest.mark.parametrize(
    ("language", "word", "letters", "other"), [("tr", "wax", "W, X", "en"), ("uk", "şekil", "Ş, E, K, I, L", "tr")]
)
async def test_a_word_of_another_language_is_refused_as_such(
    harness: BotHarness, language: str, word: str, letters: str, other: str
) -> None:
    talk = await harness.new_group(language)
    for command, verb in (("add-word", "add"), ("remove-word", "remove")):
        typed = f"/{command_name(command, language)}"
        told = await talk.say_and_wait(KIRAZ, f"{typed} {talk.text_plain('sample-word')} {word}")
        words = talk.text_plain(f"lexicon-{language}")
        message = f"refusal-foreign-word-to-{verb}"
        assert told.html == talk.text_html(message, word=word, letters=letters, words=words, other=other)
        assert f"{typed} {other} {word}" in told.text
        said = await talk.say_and_wait(KIRAZ, f"{typed} {other} {word}")
        assert said.html.endswith(f"</b> ({other})")


@in_a_house
async def test_no_word_is_added_that_no_board_has_room_for(harness: BotHarness) -> None:
    talk = await harness.new_group()
    for letters in (65, 4_000):
        word = "a" * letters
        told = await talk.say_and_wait(KIRAZ, f"/kelimeekle tr {word}")
        assert told.html == talk.text_html(
            "refusal-word-too-long", word=message_limits.truncate_text(word.upper(), 200), most=64
        )
    ten = " ".join(f"{'a' * 60}{one}" for one in "bcdefghijk")
    assert (await talk.say_and_wait(KIRAZ, f"/kelimeekle tr {ten}")).html.count("AAAA") >= 10


@in_a_house
async def test_a_word_is_sought_in_the_lists_of_the_chats_language(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    known = [talk.text_html("word-known", word="CAT", lexicon=talk.text_plain("lexicon-en"))]
    assert (await talk.say_and_wait(KIRAZ, "/word cat")).html.splitlines() == known
    foreign = (await talk.say_and_wait(KIRAZ, "/word шия")).html
    assert foreign.startswith(talk.text_html("word-known", word="ШИЯ", lexicon=talk.text_plain("lexicon-uk")))


@in_a_house
async def test_a_long_word_is_told_cut_off(harness: BotHarness) -> None:
    private, asked = await harness.private_chat(KIRAZ), "a" * 300
    told = (await private.say_and_wait(KIRAZ, f"/sozluk {asked}")).text
    assert f"{asked.upper()[:39]}…" in told
    assert asked.upper()[:40] not in told


@in_a_house
async def test_a_chat_has_so_many_words_at_most(harness: BotHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.judges.word_judge.MAX_CHAT_WORDS", 1)
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/kelimeekle zzz")
    assert (await talk.say_and_wait(KIRAZ, "/kelimeekle zzy")).html == talk.text_html("refusal-too-many-words", most=1)


SCOPE = Scope(-100888)


def live_dictionary_game(laid: str = "8F KALEM") -> GameState:
    state = game("kelimelik", laid=[laid], racks=["ZZLERİS", "AAEEKKL"])
    return with_fields(state, ruleset=with_dictionary_kind(state.ruleset, "live"))


async def put_table(store: GameStore, table: GameState) -> LoadedTable:
    held = await store.load_table(SCOPE)
    await store.commit(Commit(scope=SCOPE, expected_version=held.version, update_id=None, state=encode_stored(table)))
    return await Games(store, WordJudge(store._client), frozen_served_clock(NOW)).load_table(SCOPE)  # noqa: SLF001 - the same server


async def test_the_live_service_decides_and_is_written_down(redis: Redis) -> None:
    store = GameStore(redis)
    async with TdkService({"kalemz": [tdk_entry("kalemz", "Bir kalem.")]}) as double:
        tdk = TdkClient(double.url, redis)
        games = Games(store, WordJudge(redis, tdk), frozen_served_clock(NOW))
        state = live_dictionary_game()
        await games.apply_action(await put_table(store, state), place_play(state, "8F KALEMZ"), UpdateContext(1))
        with pytest.raises(Refusal, match="not_words"):
            await games.apply_action(await put_table(store, state), place_play(state, "8F KALEMZZ"), UpdateContext(2))
        await tdk.close()
    (logged,) = [decode_log_entry(one) for one in await load_stored_log(store, SCOPE)]
    assert {word: said.judge for word, said in logged.verdicts.items()} == {"KALEMZ": "tdk"}


async def test_where_plays_are_challenged_the_service_is_asked_at_the_challenge_alone(redis: Redis) -> None:
    store = GameStore(redis)
    async with TdkService() as double:
        tdk = TdkClient(double.url, redis)
        games = Games(store, WordJudge(redis, tdk), frozen_served_clock(NOW))
        rules = with_dictionary_kind(crossword_rulesets()["scrabble-tr"], "live")
        state = game(rules, laid=["8F KALEM"], racks=["ZZLERİS", "AAEEKKL"], options={"challenge": "single"})
        await games.apply_action(await put_table(store, state), place_play(state, "8F KALEMZ"), UpdateContext(1))
        assert double.asked_words == []
        held = await games.load_table(SCOPE)
        assert isinstance(held.table, GameState)
        await games.apply_action(held, Challenge(held.table.players[1].user), UpdateContext(2))
        assert "kalemz" in double.asked_words
        await tdk.close()


async def test_an_outage_is_told_once_and_the_list_decides(redis: Redis) -> None:
    told: list[Scope] = []

    async def tell(held: LoadedTable, _: Sending) -> None:
        told.append(held.scope)

    store = GameStore(redis)
    async with TdkService() as double:
        double.failing_status = 503
        tdk = TdkClient(double.url, redis)
        games = Games(store, WordJudge(redis, tdk), frozen_served_clock(NOW), tell)
        state = live_dictionary_game()
        for number in range(3):
            with pytest.raises(Refusal, match="not_words"):
                await games.apply_action(
                    await put_table(store, state), place_play(state, "8F KALEMZ"), UpdateContext(number)
                )
        await tdk.close()
    assert told == [SCOPE]


async def test_an_outage_is_told_in_the_notice_of_what_came_of_it(redis: Redis) -> None:
    """Beside it, it could be read before or after."""
    beside: list[LoadedTable] = []

    async def tell(held: LoadedTable, _: Sending) -> None:
        beside.append(held)

    outbox = Outbox(redis)
    store = GameStore(redis, outbox)
    async with TdkService() as double:
        double.failing_status = 503
        tdk = TdkClient(double.url, redis)
        games = Games(store, WordJudge(redis, tdk), frozen_served_clock(NOW), tell)
        state = live_dictionary_game()
        await games.apply_action(await put_table(store, state), place_play(state, "9F ER"), UpdateContext(1))
        await games.apply_action(await put_table(store, state), place_play(state, "9F ER"), UpdateContext(2))
        await tdk.close()
    notices = [decode_notice(entry.payload) for entry in await read_new_entries(outbox)]
    assert [notice.fell_back for notice in notices] == [True, False]
    assert beside == []
    posts = PostComposer(Texts(), Keyboards(Texts()))
    said = Texts().html("tr", "judge-outage")
    assert [said in posts.compose_post([notice], "tr").text for notice in notices] == [True, False]


def hint_text(talk: ChatSession, words: str) -> str:
    return talk.text_plain("word-addable", words=words)


def refusal_text(talk: ChatSession, words: str) -> str:
    return talk.text_html("refusal-not-words", words=words)


@in_a_house
async def test_an_administrator_is_told_once_in_a_game_the_command_that_makes_a_word_count(harness: BotHarness) -> None:
    talk = await harness.new_group(table=with_fields(LAID, turn=1))
    answer = await talk.say_and_wait(LIMON, "/oyna 8F KALEMAA")
    assert answer.html.splitlines()[0] == refusal_text(talk, "KALEMAA")
    assert hint_text(talk, "KALEMAA") not in answer.text, "who does not administer the group is not told"
    await talk.put_table(LAID)
    before = harness.last_call_number
    answer = await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMZZ")
    assert answer.html.splitlines()[:2] == [refusal_text(talk, "KALEMZZ"), hint_text(talk, "KALEMZZ")]
    assert "/kelimeekle KALEMZZ" in answer.text
    for word in ("KALEMLZ", "KALEMSZ"):
        assert hint_text(talk, word) not in (await talk.say_and_wait(KIRAZ, f"/oyna 8F {word}")).text
    assert len(harness.playground.journal.find_entries("getChatMember", after=before)) <= 1
    assert await talk.load_current_game() == LAID


@in_a_house
async def test_klepka_tells_how_to_add_a_word_too(harness: BotHarness) -> None:
    talk = await harness.new_group("uk", table=klepka_game_of_chat("мНК", "ДОВАКР", "МОРЕ"))
    answer = await talk.say_and_wait(KIRAZ, "/form довакр")
    assert answer.html.splitlines() == [refusal_text(talk, "ДОВАКР"), hint_text(talk, "ДОВАКР")]
