"""``/sozluk``: closed to a table and its players while plays are challenged there; else by the table's dictionary."""

import pytest

from bot.store.commits import Commit
from bot.store.scope import Scope
from bot.tables.codec import Notice, encode_stored
from bot.tables.loaded_table import table_name
from engine.crossword.events import GameEnded
from engine.game import view
from engine.turns import Cancel
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.games import after_actions, game, open_lobby_of, place_play, with_fields
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

CHALLENGES = game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"], options={"challenge": "double"})
OPEN = after_actions(CHALLENGES, place_play(CHALLENGES, "8F KALEMZ"))
VOID = game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"])
TOPIC = {"is_topic_message": True}


async def look_up_answer(talk: ChatSession, person: int, words: str = "KALEM") -> str:
    command = "/sozluk" if talk.language == "tr" else "/word"
    return (await talk.say_and_wait(person, f"{command} {words}")).html


@pytest.mark.parametrize("person", [LIMON, NANE])
async def test_nobody_looks_up_where_plays_are_challenged(harness: BotHarness, person: int) -> None:
    talk = await harness.new_group()
    await talk.put_table(OPEN)
    assert await look_up_answer(talk, person) == talk.text_html("refusal-look-ups-closed")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_private_a_player_is_told_which_group_closes_it(harness: BotHarness, language: str) -> None:
    talk, private = await harness.new_group(title="Çay & <i>Simit</i>"), await harness.private_chat(LIMON, language)
    await talk.put_table(OPEN)
    told = private.text_html("refusal-look-ups-closed-in", group="Çay & <i>Simit</i>")
    assert await look_up_answer(private, LIMON) == told


async def test_a_group_that_the_bot_cannot_see_has_no_name(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(LIMON)
    await talk.put_table(OPEN, Scope(-100424242))
    assert await look_up_answer(private, LIMON) == private.text_html("refusal-look-ups-closed-in", group="…")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_another_group_the_name_is_kept(harness: BotHarness, language: str) -> None:
    talk, elsewhere = await harness.new_group(title="Gizli"), await harness.new_group(language)
    await harness.forget_user_games(LIMON)
    await talk.put_table(OPEN)
    told = await look_up_answer(elsewhere, LIMON)
    assert told == elsewhere.text_html("refusal-look-ups-closed-elsewhere")
    assert "Gizli" not in told


async def test_a_player_does_not_look_up_in_another_topic_either(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.forget_user_games(LIMON)
    await talk.put_table(OPEN, talk.topic_scope(7))
    assert await look_up_answer(talk, LIMON) == talk.text_html("refusal-look-ups-closed")


async def test_others_look_up_elsewhere(harness: BotHarness) -> None:
    talk, elsewhere = await harness.new_group(), await harness.new_group()
    await harness.forget_user_games(ZEYTIN)
    await talk.put_table(OPEN)
    assert "KALEM" in await look_up_answer(elsewhere, ZEYTIN)


async def test_once_the_game_is_over_its_players_look_up_again(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(LIMON)
    await talk.put_table(OPEN)
    await talk.cancel_game(KIRAZ)
    assert "KALEM" in await look_up_answer(private, LIMON)


async def test_it_is_closed_from_the_beginning_not_from_its_announcement(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> None:
        """Leave the players' lists alone."""

    monkeypatch.setattr("bot.announce.announcer.update_player_index", nothing)
    talk, private = await harness.new_group(), await harness.private_chat(LIMON)
    await talk.put_table(with_fields(open_lobby_of(), ruleset=CHALLENGES.ruleset))
    await talk.say_and_wait(KIRAZ, "/baslat")
    assert await look_up_answer(private, LIMON) == private.text_html("refusal-look-ups-closed-in", group="Masa")


async def test_the_end_of_a_game_told_late_does_not_open_it_in_the_next(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(LIMON)
    await talk.put_table(OPEN)
    ended = after_actions(OPEN, Cancel(KIRAZ))
    assert ended.outcome is not None
    events = (GameEnded(ended.outcome, ended.secret),)
    late = Notice(events, view(ended, None), "former00", ended.ruleset.title)
    held = await harness.store.load_table(talk.scope)
    await talk.start_watching()
    await harness.store.commit(
        Commit(
            scope=talk.scope,
            expected_version=held.version,
            update_id=None,
            state=held.state,
            outbox=(encode_stored(late),),
        )
    )
    await talk.wait_messages()
    assert await look_up_answer(private, LIMON) == private.text_html("refusal-look-ups-closed-in", group="Masa")


async def test_a_game_that_never_began_is_not_one_of_several(harness: BotHarness) -> None:
    talk, other, private = await harness.new_group(), await harness.new_group(), await harness.private_chat(KIRAZ)
    await talk.put_table(VOID)
    await other.put_table(open_lobby_of())
    await harness.store.players.add_user_game(KIRAZ, other.scope, table_name(open_lobby_of()))
    assert (await private.say_and_wait(KIRAZ, "/pas")).html == private.text_html("done-in-group")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_more_words_than_are_answered_are_refused(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    assert (await look_up_answer(talk, ZEYTIN, "şeker " * 10)).count("ŞEKER") == 10
    assert await look_up_answer(talk, ZEYTIN, "şeker " * 11) == talk.text_html("refusal-words-at-once", most=10)


async def test_a_change_in_another_topic_counts_from_the_next_game_on(harness: BotHarness) -> None:
    await harness.clear_tables()
    talk = await harness.new_group()
    kiraz = talk.user_json(KIRAZ)
    await talk.put_table(with_fields(open_lobby_of(), ruleset=VOID.ruleset), talk.topic_scope(7))
    await talk.say_as_user(kiraz, "/baslat", message_thread_id=7, **TOPIC)
    await talk.wait_messages()
    await talk.say_as_user(kiraz, "/kelimeekle tr kalemz", message_thread_id=9, **TOPIC)
    assert (await talk.wait_messages())[0].html == talk.text_html("words-added", words="KALEMZ", language="tr")
    own, listed = talk.text_plain("dictionary-chat"), talk.text_plain("lexicon-tr")
    await talk.say_as_user(kiraz, "/sozluk kalemz", message_thread_id=7, **TOPIC)
    assert (await talk.wait_messages())[0].html == talk.text_html("word-unknown", word="KALEMZ", lexicon=listed)
    await talk.say_as_user(kiraz, "/sozluk kalemz", message_thread_id=9, **TOPIC)
    assert talk.text_html("word-known", word="KALEMZ", lexicon=own) in (await talk.wait_messages())[0].html


@pytest.mark.parametrize("language", ["tr", "en"])
async def test_without_a_table_the_list_of_the_chats_language_comes_first(harness: BotHarness, language: str) -> None:
    talk = await harness.new_group(language)
    first, *_ = (await look_up_answer(talk, ZEYTIN)).splitlines()
    assert talk.text_html(f"lexicon-{language}") in first
