"""Inline mode: racks and moves while they are typed, and moves that are played by choosing them."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import pytest

from bot.playground.inline import Query
from bot.store import keys
from bot.store.keys import shard_of
from engine.crossword.state import GameState
from tests.support.chats import FIFTH, KIRAZ, LIMON, NANE, House, Talk
from tests.support.games import changed, game
from tests.support.languages import LANGUAGES
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

Json = dict[str, Any]
RACKS: Final = ("LİKRSĞZ", "AAEEKKL")
LAID: Final = game("kelimelik", laid=["8F KALEM"], racks=RACKS)
DOUBTED: Final = game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options={"challenge": "double"})


@dataclass(frozen=True)
class Shown:
    """What one person is shown."""

    query: Query

    @property
    def results(self) -> list[Json]:
        assert self.query.offer is not None, "the bot did not answer"
        return self.query.offer.results

    @property
    def titles(self) -> list[str]:
        return [result["title"] for result in self.results]

    @property
    def text(self) -> str:
        """All that the asker reads."""
        return "\n".join(f"{result['title']}\n{result['description']}" for result in self.results)

    @property
    def posts(self) -> list[Json]:
        """What each result becomes."""
        assert self.query.offer is not None
        return list(self.query.offer.messages.values())


async def typed(talk: Talk, person: int, text: str = "") -> Shown:
    world = talk.house.playground.world
    return Shown(await asyncio.wait_for(world.inline.ask(world.people[person], talk.chat, text), PATIENCE))


def choose(talk: Talk, person: int, shown: Shown, result: int = 0) -> Json:
    return talk.house.playground.world.choose(person, talk.id, shown.query.id, shown.results[result]["id"])


async def dealt(house: House, table: GameState = LAID, language: str = "tr") -> Talk:
    """A table, whose players sit at no other."""
    await house.forget_games(KIRAZ, LIMON, NANE)
    talk = await house.group(language)
    await talk.deal(table)
    return talk


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_player_who_types_nothing_reads_their_rack_and_how_the_table_stands(
    house: House, language: str
) -> None:
    talk = await dealt(house)
    await house.store.set_setting((await house.private(KIRAZ, language)).scope, "language", language)
    await talk.deal(LAID)
    shown = await typed(talk, KIRAZ)
    (result,) = shown.results
    assert [mark[0] for mark in result["title"].split()] == list(RACKS[0])
    for told in ("Masa", talk.house.texts.plain(language, "inline-your-turn"), "Bora 0"):
        assert told in result["description"]
    (post,) = shown.posts
    assert post["text"] == talk.house.texts.plain(language, "inline-posted")
    await house.store.set_setting((await house.private(KIRAZ)).scope, "language", "tr")


async def test_nobody_but_a_player_is_shown_a_rack_and_answers_are_kept_by_nobody(house: House) -> None:
    talk = await dealt(house)
    for text in ("", "8F KALEMLİK", "KALEMLİK"):
        shown = await typed(talk, NANE, text)
        assert shown.titles == [talk.plain("inline-no-game")]
        assert shown.query.offer is not None
        assert shown.query.offer.button == {"text": talk.plain("inline-way-in"), "start_parameter": "inline"}
        assert (shown.query.offer.cache_time, shown.query.offer.is_personal) == (0, True)
        assert [post["text"] for post in shown.posts] == [talk.plain("inline-posted")]
    theirs = await typed(talk, LIMON)
    assert "Ğ" not in theirs.text, "the other's rack is the other's"


async def test_a_move_is_shown_with_its_score_posted_as_it_is_typed_and_played_where_it_is_chosen(house: House) -> None:
    talk = await dealt(house)
    await talk.mark()
    shown = await typed(talk, KIRAZ, "8F KALEMLİK")
    assert shown.titles == [talk.plain("inline-fit", move="F8 yatay KALEMLİK", score=18)]
    assert talk.plain("inline-plays") in shown.text
    said = choose(talk, KIRAZ, shown)
    assert said["text"] == "F8 yatay KALEMLİK"
    (told,) = await talk.sent()
    assert "<b>KALEMLİK</b>" in told.html
    assert (await talk.game()).players[0].score == 18


async def test_who_reads_as_recorded_games_do_is_shown_the_move_downwards_alone(house: House) -> None:
    talk = await dealt(house, game("kelimelik", racks=RACKS))
    ways = [talk.plain(f"way-{way}") for way in ("across", "down")]
    both = [talk.plain("inline-fit", move=f"H8 {way} KİL", score=6) for way in ways]
    assert (await typed(talk, KIRAZ, "H8 KİL")).titles == both
    await house.store.set_setting(KIRAZ, "reading", "gcg")
    assert (await typed(talk, KIRAZ, "H8 KİL")).titles == both[1:]
    await house.store.set_setting(KIRAZ, "reading", None)


async def test_what_a_group_reads_is_in_its_own_language_and_asks_for_no_rack(house: House) -> None:
    talk = await dealt(house, language="en")
    shown = await typed(talk, KIRAZ, "8F KALEMLİK")
    (post,) = shown.posts
    assert post["text"] == "F8 across KALEMLİK"
    assert not [entity for entity in post["entities"] if entity["type"] != "text_link"]


async def test_the_first_twelve_places_of_a_word_are_offered_in_board_order(house: House) -> None:
    talk = await dealt(house)
    shown = await typed(talk, KIRAZ, "/oyna kil")
    *places, more = shown.titles
    starts = [title.split()[0] for title in places]
    assert len(starts) == 12
    assert starts == sorted(starts, key=lambda cell: (int(cell[1:]), cell[0]))
    assert more.endswith("yer daha var")
    assert talk.plain("inline-narrow") in shown.text
    assert shown.posts[-1]["text"] == talk.plain("inline-posted")
    await talk.mark()
    said = choose(talk, KIRAZ, shown, 1)
    assert said["text"].startswith(starts[1])
    await talk.sent()
    last = (await talk.game()).last
    assert last is not None
    assert last.words[0].cells[0] == starts[1]


async def test_a_cell_without_a_direction_offers_the_ways_that_there_are(house: House) -> None:
    talk = await dealt(house, game("kelimelik", racks=RACKS))
    shown = await typed(talk, KIRAZ, "H8 KİL")
    assert [title.rpartition(" · ")[0] for title in shown.titles] == ["H8 yatay KİL", "H8 dikey KİL"]


async def test_a_blank_is_posted_in_brackets_and_so_is_the_one_that_is_laid(house: House) -> None:
    talk = await dealt(house, game("kelimelik", laid=["8F KALEM"], racks=("L?KRSĞZ", "AAEEKKL")))
    await talk.mark()
    said = choose(talk, KIRAZ, await typed(talk, KIRAZ, "8F KALEMLİK"))
    assert said["text"] == "F8 yatay KALEML[İ]K"
    await talk.sent()
    assert "?İ" in (await talk.game()).cells


async def test_a_pass_and_an_exchange_are_chosen_like_moves_and_tell_no_letters(house: House) -> None:
    talk = await dealt(house)
    await talk.mark()
    shown = await typed(talk, KIRAZ, "/degistir ğsz")
    assert shown.titles == [talk.plain("inline-exchange", tiles="Ğ S Z")]
    assert choose(talk, KIRAZ, shown)["text"] == "/degistir 5 6 7"
    await talk.sent()
    assert "".join((await talk.game()).players[0].rack[:4]) == "LİKR"
    shown = await typed(talk, LIMON, "pass")
    assert shown.titles == [talk.plain("inline-pass")]
    await talk.mark()
    assert choose(talk, LIMON, shown)["text"] == "/pas"
    await talk.sent()
    assert (await talk.game()).turn == 0
    shown = await typed(talk, LIMON, "pas")
    assert [post["text"] for post in shown.posts] == [talk.plain("inline-posted")], "not out of turn"


@pytest.mark.parametrize(("table", "text"), [(DOUBTED, "8F KALEMZ"), (LAID, "8F KALEMZ")])
async def test_a_phony_reads_as_a_word_does(house: House, table: GameState, text: str) -> None:
    talk = await dealt(house, table)
    phony, word = await typed(talk, KIRAZ, text), await typed(talk, KIRAZ, "8F KALEMLİK")
    assert [one["description"] for one in phony.results] == [one["description"] for one in word.results]


@pytest.mark.parametrize("challenge", ["void", "double"])
async def test_a_word_is_told_from_a_phony_only_where_previews_tell(house: House, challenge: str) -> None:
    options = {"challenge": challenge, "preview": "on"}
    talk = await dealt(house, game("scrabble-tr", laid=["8F KALEM"], racks=RACKS, options=options))
    phony, word = await typed(talk, KIRAZ, "8F KALEMZ"), await typed(talk, KIRAZ, "8F KALEMLİK")
    told = challenge == "void"
    assert (talk.plain("inline-not-words", words="KALEMZ") in phony.text) is told
    assert (talk.plain("inline-words") in word.text) is told


async def test_a_plan_of_somebody_who_is_not_on_turn_is_told_to_nobody(house: House) -> None:
    talk = await dealt(house)
    shown = await typed(talk, LIMON, "8F KALEMLE")
    assert shown.titles == [talk.plain("refusal-not-on-rack")] or "KALEMLE" in shown.titles[0]
    assert [post["text"] for post in shown.posts] == [talk.plain("inline-posted")]
    shown = await typed(talk, LIMON, "EL")
    assert talk.plain("refusal-not-your-turn", name="Ayşe") in shown.text
    assert {post["text"] for post in shown.posts} == {talk.plain("inline-posted")}
    before = await talk.stored()
    choose(talk, LIMON, shown)
    await talk.silent(LIMON)
    assert await talk.stored() == before


@pytest.mark.parametrize("text", ["8F KALEMQ", "Z9 KALEM", "8F", "KALEM)", "a b c d e", "\u202e\0", "ĞÖJ"])
async def test_what_cannot_be_laid_is_refused_to_the_asker_alone(house: House, text: str) -> None:
    talk = await dealt(house)
    shown = await typed(talk, KIRAZ, text)
    assert len(shown.results) == 1
    assert [post["text"] for post in shown.posts] == [talk.plain("inline-posted")]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_that_choosing_plays_nothing_is_said_once(house: House, language: str) -> None:
    talk = await dealt(house, language=language)
    (told,) = [result["description"] for result in (await typed(talk, KIRAZ, "QQQQ")).results]
    parts = told.split(" · ")
    assert len(set(parts)) == len(parts) >= 2


async def test_of_several_tables_the_one_on_turn_comes_first_and_each_move_plays_in_its_own(house: House) -> None:
    here = await dealt(house, changed(LAID, turn=1))
    there = await house.group(title="Öbür masa")
    await there.deal(changed(LAID, commitment="ab" * 32))
    shown = await typed(here, KIRAZ)
    assert ["Öbür masa" in result["description"] for result in shown.results] == [True, False]
    moves = await typed(here, KIRAZ, "8F KALEMLİK")
    before = await here.stored(), await there.stored()
    await here.mark()
    choose(here, KIRAZ, moves)
    (told,) = await here.sent()
    assert told.text == here.plain("refusal-other-table")
    assert (await here.stored(), await there.stored()) == before
    await there.mark()
    choose(there, KIRAZ, moves)
    assert "<b>KALEMLİK</b>" in (await there.sent())[0].html


async def test_tables_in_topics_of_one_group_are_told_apart_by_their_games_and_by_who_plays(house: House) -> None:
    talk = await dealt(house)
    assert "Kelimelik" not in (await typed(talk, KIRAZ)).text, "the only table there"
    mine, theirs = LAID.players
    await talk.deal(game("scrabble-tr", laid=["8F KALEM"], racks=RACKS), talk.topic(7))
    for text in ("", "8F KALEMLİK"):
        told = [result["description"].split(" · ")[:2] for result in (await typed(talk, KIRAZ, text)).results]
        assert sorted(told) == [["Masa", "Kelimelik"], ["Masa", "Türkçe Scrabble"]]
    other = changed(LAID, players=(mine, changed(theirs, user=NANE, name="Can")), commitment="ab" * 32)
    await talk.deal(other, talk.topic(8))
    told = [result["description"].split(" · ")[:3] for result in (await typed(talk, KIRAZ, "8F KALEMLİK")).results]
    assert sorted(told)[:2] == [["Masa", "Kelimelik", "Bora"], ["Masa", "Kelimelik", "Can"]]
    assert [one[:2] for one in sorted(told)[2:]] == [["Masa", "Türkçe Scrabble"]]
    away = await house.group(title="Öbür masa")
    await away.deal(changed(LAID, commitment="cd" * 32))
    elsewhere = [one["description"] for one in (await typed(talk, KIRAZ)).results if "Öbür masa" in one["description"]]
    assert "Kelimelik" not in elsewhere[0], "it is alone in its group"


async def test_a_move_of_a_former_table_of_the_same_chat_plays_nothing(house: House) -> None:
    talk = await dealt(house)
    shown = await typed(talk, KIRAZ, "8F KALEMLİK")
    await talk.deal(changed(LAID, commitment="cd" * 32))
    before = await talk.stored()
    await talk.mark()
    choose(talk, KIRAZ, shown)
    assert (await talk.sent())[0].text == talk.plain("refusal-other-table")
    assert await talk.stored() == before


async def test_an_exchange_of_an_earlier_turn_takes_no_other_tiles(house: House) -> None:
    talk = await dealt(house)
    shown = await typed(talk, KIRAZ, "degistir LİK")
    mine, theirs = LAID.players
    await talk.deal(changed(LAID, number=LAID.number + 2, players=(changed(mine, rack=tuple("KEREMLİ")), theirs)))
    before = await talk.stored()
    await talk.mark()
    assert choose(talk, KIRAZ, shown)["text"] == "/degistir 1 2 3"
    assert (await talk.sent())[0].text == talk.plain("refusal-earlier-turn")
    assert await talk.stored() == before


async def test_in_the_private_chat_a_chosen_move_plays_nothing(house: House) -> None:
    private = await house.private(KIRAZ)
    talk = await dealt(house)
    shown = await typed(private, KIRAZ, "8F KALEMLİK")
    before = await talk.stored()
    await private.mark()
    choose(private, KIRAZ, shown)
    assert (await private.sent())[0].text == private.plain("refusal-other-table")
    assert await talk.stored() == before


async def test_who_posts_the_message_of_another_plays_nothing_with_it(house: House) -> None:
    talk = await dealt(house)
    shown = await typed(talk, KIRAZ, "8F KALEMLİK")
    post, world = shown.posts[0], house.playground.world
    before = await talk.stored()
    via: Json = {"via_bot": world.bot_user, "entities": post["entities"]}
    origin = {"type": "user", "date": 0, "sender_user": talk.user(LIMON)}
    await talk.say_as(talk.user(KIRAZ), post["text"], **via, forward_origin=origin)
    await talk.silent(KIRAZ)
    assert await talk.stored() == before, "a message that is only forwarded is no choice"
    for user, code in ((talk.user(LIMON), "refusal-not-your-turn"), (FIFTH, "refusal-not-seated")):
        await talk.say_as(user, post["text"], **via)
        assert (await talk.sent())[0].text.replace("\u2068", "").replace("\u2069", "") == talk.plain(code, name="Ayşe")
    assert await talk.stored() == before
    other = {"via_bot": {**world.bot_user, "id": 4711}, "entities": post["entities"]}
    await talk.say_as(talk.user(KIRAZ), post["text"], **other)
    await talk.silent(KIRAZ)
    assert await talk.stored() == before, "of other bots' results nothing is ours"


@pytest.mark.parametrize(
    "urls", [(), ("https://example.org/?start=at_12345678_1",), ("https://t.me/bot?start=at_xyz_1",)]
)
async def test_what_is_posted_without_its_table_plays_nothing(house: House, urls: Sequence[str]) -> None:
    talk = await dealt(house)
    before = await talk.stored()
    entities = [{"type": "text_link", "offset": 0, "length": 2, "url": url} for url in urls]
    await talk.say_as(talk.user(KIRAZ), "8F KALEMLİK", via_bot=house.playground.world.bot_user, entities=entities)
    await talk.silent(KIRAZ)
    assert await talk.stored() == before


async def test_a_table_of_another_version_keeps_no_other_from_being_shown(house: House) -> None:
    talk = await dealt(house)
    other = await house.group(title="Eski masa")
    await other.deal(LAID)
    await house.redis.hset(keys.game(other.scope), "state", b"none of ours")
    shown = await typed(talk, KIRAZ)
    assert len(shown.results) == 1
    assert "Masa" in shown.text
    await house.redis.delete(keys.game(other.scope))


async def test_a_look_enters_no_inbox_and_keeps_nothing_of_its_person_any_longer(house: House) -> None:
    talk = await dealt(house)
    await house.quiet()
    noted, inbox = keys.user_games(KIRAZ), keys.inbox(shard_of(KIRAZ))
    await house.redis.expire(noted, 100)
    for text in ("", "8F KALEMLİK", "KALEM"):
        before = (await house.redis.xinfo_stream(inbox))["last-generated-id"] if await house.redis.exists(inbox) else 0
        await typed(talk, KIRAZ, text)
        after = (await house.redis.xinfo_stream(inbox))["last-generated-id"] if await house.redis.exists(inbox) else 0
        assert after == before
    assert 0 < await house.redis.ttl(noted) <= 100
