"""``/sozluk``: closed to a table and its players while plays are challenged there; else by the table's dictionary."""

import pytest

from bot.store.commits import Commit
from bot.store.keys import Scope
from bot.tables.codec import Notice, encode
from bot.tables.held import table_name
from engine.crossword.events import GameEnded
from engine.game import view
from engine.turns import Cancel
from tests.support.chats import KIRAZ, LIMON, NANE, ZEYTIN, House, Talk
from tests.support.games import after, changed, game, lobby, play
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

CHALLENGES = game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"], options={"challenge": "double"})
OPEN = after(CHALLENGES, play(CHALLENGES, "8F KALEMZ"))
VOID = game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"])
TOPIC = {"is_topic_message": True}


async def looked_up(talk: Talk, person: int, words: str = "KALEM") -> str:
    command = "/sozluk" if talk.language == "tr" else "/word"
    return (await talk.ask(person, f"{command} {words}")).html


@pytest.mark.parametrize("person", [LIMON, NANE])
async def test_nobody_looks_up_where_plays_are_challenged(house: House, person: int) -> None:
    talk = await house.group()
    await talk.deal(OPEN)
    assert await looked_up(talk, person) == talk.html("refusal-look-ups-closed")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_private_a_player_is_told_which_group_closes_it(house: House, language: str) -> None:
    talk, private = await house.group(title="Çay & <i>Simit</i>"), await house.private(LIMON, language)
    await talk.deal(OPEN)
    told = private.html("refusal-look-ups-closed-in", group="Çay & <i>Simit</i>")
    assert await looked_up(private, LIMON) == told


async def test_a_group_that_the_bot_cannot_see_has_no_name(house: House) -> None:
    talk, private = await house.group(), await house.private(LIMON)
    await talk.deal(OPEN, Scope(-100424242))
    assert await looked_up(private, LIMON) == private.html("refusal-look-ups-closed-in", group="…")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_in_another_group_the_name_is_kept(house: House, language: str) -> None:
    talk, elsewhere = await house.group(title="Gizli"), await house.group(language)
    await house.forget_games(LIMON)
    await talk.deal(OPEN)
    told = await looked_up(elsewhere, LIMON)
    assert told == elsewhere.html("refusal-look-ups-closed-elsewhere")
    assert "Gizli" not in told


async def test_a_player_does_not_look_up_in_another_topic_either(house: House) -> None:
    talk = await house.group()
    await house.forget_games(LIMON)
    await talk.deal(OPEN, talk.topic(7))
    assert await looked_up(talk, LIMON) == talk.html("refusal-look-ups-closed")


async def test_others_look_up_elsewhere(house: House) -> None:
    talk, elsewhere = await house.group(), await house.group()
    await house.forget_games(ZEYTIN)
    await talk.deal(OPEN)
    assert "KALEM" in await looked_up(elsewhere, ZEYTIN)


async def test_once_the_game_is_over_its_players_look_up_again(house: House) -> None:
    talk, private = await house.group(), await house.private(LIMON)
    await talk.deal(OPEN)
    await talk.cancel(KIRAZ)
    assert "KALEM" in await looked_up(private, LIMON)


async def test_it_is_closed_from_the_beginning_not_from_its_announcement(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> None:
        """Leave the players' lists alone."""

    monkeypatch.setattr("bot.announce.announcer.Announcer._remember", nothing)
    talk, private = await house.group(), await house.private(LIMON)
    await talk.deal(changed(lobby(), ruleset=CHALLENGES.ruleset))
    await talk.ask(KIRAZ, "/baslat")
    assert await looked_up(private, LIMON) == private.html("refusal-look-ups-closed-in", group="Masa")


async def test_the_end_of_a_game_told_late_does_not_open_it_in_the_next(house: House) -> None:
    talk, private = await house.group(), await house.private(LIMON)
    await talk.deal(OPEN)
    ended = after(OPEN, Cancel(KIRAZ))
    assert ended.outcome is not None
    events = (GameEnded(ended.outcome, ended.secret),)
    late = Notice(events, view(ended, None), "former00", ended.ruleset.title)
    held = await house.store.load(talk.scope)
    await talk.mark()
    await house.store.commit(
        Commit(scope=talk.scope, expected=held.version, update_id=None, state=held.state, outbox=(encode(late),))
    )
    await talk.sent()
    assert await looked_up(private, LIMON) == private.html("refusal-look-ups-closed-in", group="Masa")


async def test_a_game_that_never_began_is_not_one_of_several(house: House) -> None:
    talk, other, private = await house.group(), await house.group(), await house.private(KIRAZ)
    await talk.deal(VOID)
    await other.deal(lobby())
    await house.store.add_user_game(KIRAZ, other.scope, table_name(lobby()))
    assert (await private.ask(KIRAZ, "/pas")).html == private.html("done-in-group")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_more_words_than_are_answered_are_refused(house: House, language: str) -> None:
    talk = await house.group(language)
    assert (await looked_up(talk, ZEYTIN, "şeker " * 10)).count("ŞEKER") == 10
    assert await looked_up(talk, ZEYTIN, "şeker " * 11) == talk.html("refusal-words-at-once", most=10)


async def test_a_change_in_another_topic_counts_from_the_next_game_on(house: House) -> None:
    await house.forget()
    talk = await house.group()
    kiraz = talk.user(KIRAZ)
    await talk.deal(changed(lobby(), ruleset=VOID.ruleset), talk.topic(7))
    await talk.say_as(kiraz, "/baslat", message_thread_id=7, **TOPIC)
    await talk.sent()
    await talk.say_as(kiraz, "/kelimeekle tr kalemz", message_thread_id=9, **TOPIC)
    assert (await talk.sent())[0].html == talk.html("words-added", words="KALEMZ", language="tr")
    own, listed = talk.plain("dictionary-chat"), talk.plain("lexicon-tr")
    await talk.say_as(kiraz, "/sozluk kalemz", message_thread_id=7, **TOPIC)
    assert (await talk.sent())[0].html == talk.html("word-unknown", word="KALEMZ", lexicon=listed)
    await talk.say_as(kiraz, "/sozluk kalemz", message_thread_id=9, **TOPIC)
    assert talk.html("word-known", word="KALEMZ", lexicon=own) in (await talk.sent())[0].html


@pytest.mark.parametrize("language", ["tr", "en"])
async def test_without_a_table_the_list_of_the_chats_language_comes_first(house: House, language: str) -> None:
    talk = await house.group(language)
    first, *_ = (await looked_up(talk, ZEYTIN)).splitlines()
    assert talk.html(f"lexicon-{language}") in first
