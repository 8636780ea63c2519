"""``/sozluk``: closed to a table and its players while plays are challenged there; what it tells of a word else."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from itertools import permutations

import pytest

from bot.families.crossword.puzzle_family import puzzle_state
from bot.handlers.general import all_command_rows
from bot.judges.word_judge import with_dictionary_kind
from bot.store import keys
from bot.tables.codec import Notice, encode_stored
from bot.telegram.keyboards import encode_puzzle_link, encode_rack_link
from bot.user_input.commands import command_name
from engine.crossword.events import GameEnded
from engine.crossword.puzzles.puzzle import SOLVER
from engine.crossword.puzzles.shipped_puzzles import shipped_puzzles
from engine.crossword.state import GameState
from engine.crossword.word_placements import placements_to_offer
from engine.game import view
from engine.lexicon import CompiledLexicon
from engine.turns import Cancel
from tests.bot.handlers.puzzles.test_puzzles import MOST_OFFERED, begin_with_word, open_private, tries_of, wrong_answer
from tests.support.chat_harness import KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import press_own_board_in_turn, type_query
from tests.support.games import after_actions, game, open_lobby_of, place_play, with_fields

pytestmark = pytest.mark.asyncio(loop_scope="module")

CHALLENGES = game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"], options={"challenge": "double"})
OPEN = after_actions(CHALLENGES, place_play(CHALLENGES, "8F KALEMZ"))
VOID = game("scrabble-tr", laid=["8F KALEM"], racks=["LİKRSĞZ", "AAEEKKL"])
TOPIC = {"is_topic_message": True}


async def look_up_answer(talk: ChatSession, person: int, words: str = "KALEM") -> str:
    command = "/sozluk" if talk.language == "tr" else "/word"
    return (await talk.say_and_wait(person, f"{command} {words}")).html


async def test_nobody_looks_up_where_plays_are_challenged_nor_a_player_in_private(harness: BotHarness) -> None:
    talk, private = await harness.new_group(title="Çay & <i>Simit</i>"), await harness.private_chat(LIMON)
    await talk.put_table(OPEN)
    for person in (LIMON, NANE):
        assert await look_up_answer(talk, person) == talk.text_html("refusal-look-ups-closed")
    told = private.text_html("refusal-look-ups-closed-in", group="Çay & <i>Simit</i>")
    assert await look_up_answer(private, LIMON) == told
    await talk.cancel_game(KIRAZ)
    assert "KALEM" in await look_up_answer(private, LIMON), "the game is over"


async def test_in_another_group_the_name_is_kept(harness: BotHarness) -> None:
    talk, elsewhere = await harness.new_group(title="Gizli"), await harness.new_group("en")
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
    await talk.start_watching()
    await talk.commit_notices(encode_stored(late))
    await talk.wait_messages()
    assert await look_up_answer(private, LIMON) == private.text_html("refusal-look-ups-closed-in", group="Masa")


async def test_more_words_than_are_answered_are_refused(harness: BotHarness) -> None:
    talk = await harness.new_group("uk")
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


async def test_without_a_table_the_list_of_the_chats_language_comes_first(harness: BotHarness) -> None:
    for language in ("tr", "en"):
        talk = await harness.new_group(language)
        first, *_ = (await look_up_answer(talk, ZEYTIN)).splitlines()
        assert talk.text_html(f"lexicon-{language}") in first


OTHER = with_fields(game("kelimelik", laid=["8F KALEM"], racks=["LİKSAER", "AAEEKKL"]), commitment="3" * 64)
SPOKEN = ("text", "caption", "reply_markup", "results", "media")
Ask = Callable[[ChatSession, ChatSession], Awaitable[object]]
"""Asks for something in the group of the other table, or in private."""


async def answers(
    harness: BotHarness, *asks: Ask, counts: bool, closed: bool, table: GameState = OTHER
) -> list[Sequence[str]]:
    """All that the bot says as KIRAZ asks, where all words count or none does; they play with challenges if closed."""
    found: list[Sequence[str]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CompiledLexicon, "__contains__", lambda *_: counts)
        private = await open_private(harness, KIRAZ)
        await harness.redis.delete(keys.personal_file(KIRAZ))
        closing, group = await harness.new_group(), await harness.new_group()
        if closed:
            await closing.put_table(CHALLENGES)
        for ask in asks:
            await group.put_table(table)
            start = harness.last_call_number
            await ask(group, private)
            await harness.wait_until_idle()
            called = [call.parameters for call in harness.playground.journal.find_entries(after=start)]
            said = [str(one[key]) for one in called for key in SPOKEN if key in one]
            found.append([re.sub(r'\d{6,}|attach:[^"]*|/\d+"', "…", one) for one in said])
    return found


async def told_asks(
    harness: BotHarness, asks: Mapping[str, Ask], *, closed: bool, table: GameState = OTHER
) -> set[str]:
    """What tells which words count."""
    first, second = [
        await answers(harness, *asks.values(), counts=counts, closed=closed, table=table) for counts in (True, False)
    ]
    return {name for name, one, other in zip(asks, first, second, strict=True) if one != other}


def say(text: str, *, private: bool = False) -> Ask:
    async def ask(group: ChatSession, alone: ChatSession) -> None:
        (alone if private else group).say(KIRAZ, text)

    return ask


async def ask_inline(group: ChatSession, _: ChatSession, text: str = "8F KALEMLİK") -> None:
    await type_query(group, KIRAZ, text)


async def ask_by_reply(group: ChatSession, _: ChatSession) -> None:
    board = await group.say_and_wait(KIRAZ, "/tahta")
    group.say(KIRAZ, "KİL", board.message_id)


async def lay_on_own_board(group: ChatSession, alone: ChatSession) -> None:
    board = await alone.say_and_wait(KIRAZ, f"/start {encode_rack_link(group.scope)}")
    await press_own_board_in_turn(alone, board, alone.text_plain("own-board-move"), "8", "K", "→", "S")


async def ask_where_in_puzzle(_: ChatSession, alone: ChatSession) -> None:
    puzzle = shipped_puzzles("kelimelik")[0]
    await alone.say_and_wait(KIRAZ, f"/start {encode_puzzle_link(puzzle.id, KIRAZ)}")
    pairs = map("".join, permutations([tile for tile in puzzle.rack if tile != "?"], 2))
    alone.say(KIRAZ, next(pair for pair in pairs if placements_to_offer(puzzle_state(puzzle), SOLVER, pair)))


DOORS: dict[str, Ask] = {
    "a preview": say("/dene 8F KALEMLİK", private=True),
    "a preview of a word without its place": say("/dene KİL", private=True),
    "other places of a move that cannot lie there": say("/oyna A1 yatay KİL"),
    "the places of a word": say("/oyna KİL"),
    "the places of a word without its tiles": say("/oyna MİLO"),
    "a word in reply to the board": ask_by_reply,
    "an inline result": ask_inline,
    "inline places of a word": partial(ask_inline, text="KİL"),
    "the own board": lay_on_own_board,
    "the places of a word in a puzzle": ask_where_in_puzzle,
}


COMMANDS = {name: command_name(name, "tr") for name in all_command_rows() if name != "play"}


async def test_who_plays_a_game_with_challenges_is_told_by_no_door_and_no_command(harness: BotHarness) -> None:
    rows = all_command_rows()
    said = {f"/{name}": say(f"/{name} 8F KALEMLİK") for key, name in COMMANDS.items() if rows[key].kind != "setting"}
    alone = {
        f"/{name} in private": say(f"/{name} 8F KALEMLİK", private=True)
        for key, name in COMMANDS.items()
        if rows[key].where == "game"
    }
    assert await told_asks(harness, {**DOORS, **said, **alone}, closed=True) == set()


async def test_who_plays_none_is_told_by_every_door(harness: BotHarness) -> None:
    assert await told_asks(harness, DOORS, closed=False) == set(DOORS)


async def test_a_live_dictionary_is_asked_for_no_list(harness: BotHarness) -> None:
    live = with_fields(OTHER, ruleset=with_dictionary_kind(OTHER.ruleset, "live"))
    puzzle = "the places of a word in a puzzle"
    doors = {name: DOORS[name] for name in ("a preview", "the places of a word", "an inline result", puzzle)}
    assert await told_asks(harness, doors, closed=False, table=live) == {puzzle}


async def test_a_puzzle_takes_no_answer_from_who_plays_with_challenges(harness: BotHarness) -> None:
    private, puzzle, word = await begin_with_word(harness, 1, MOST_OFFERED)
    asked = await private.say_and_wait(KIRAZ, word)
    closing = await harness.new_group()
    await closing.put_table(with_fields(CHALLENGES, turn=1))
    typed = await private.say_and_wait(KIRAZ, wrong_answer(puzzle))
    assert typed.html == private.text_html("refusal-look-ups-closed-in", group="Masa")
    tapped = await private.press_data(KIRAZ, asked, str(asked.buttons[0]["callback_data"]))
    assert tapped["text"] == private.text_plain("refusal-look-ups-closed-in", group="Masa")
    assert await tries_of(private, puzzle) == 0


INFLECTED = game("kelimelik", laid=["8F KALEM"], racks=["LERİSKK", "AAEEKKL"])


def headword_clause(talk: ChatSession, word: str, stem: str) -> str:
    return talk.text_plain("word-inflected", word=word, stem=stem)


async def look_up_answers(talk: ChatSession, words: str) -> list[str]:
    return (await talk.say_and_wait(NANE, f"/{command_name('word', talk.language)} {words}")).text.splitlines()


async def test_a_word_looked_up_has_its_headword_and_its_marks_told(harness: BotHarness) -> None:
    talk = await harness.new_group("en")
    await talk.put_table(INFLECTED)
    found = await look_up_answers(talk, "kitaplar geldi KALEM QQ ZZÇ")
    assert [line for line in found if "KİTAP" in line or "GEL" in line][1::2] == [
        headword_clause(talk, "KİTAPLAR", "KİTAP"),
        headword_clause(talk, "GELDİ", "GELMEK"),
    ]
    assert len(found) == 5 + 2
    found = await look_up_answers(talk, "kagit “cicek”, isik. KALEM zzc")
    assert [line for line in found if line.startswith(talk.text_plain("word-marked", words="")[:5])] == [
        talk.text_plain("word-marked", words=word) for word in ("KAĞIT", "ÇİÇEK", "IŞIK")
    ]
    assert len(found) == 5 + 3


async def test_a_stress_mark_leaves_a_word_as_it_is(harness: BotHarness) -> None:
    await harness.clear_tables()
    talk = await harness.new_group("uk")
    found = (await talk.say_and_wait(NANE, "/word м’я\u0301та і\u0308жа\u0301к")).text
    assert "М'ЯТА" in found
    assert "ЇЖАК" in found
    assert "❌" not in found


async def test_a_refused_play_has_the_headword_told(harness: BotHarness) -> None:
    await harness.clear_tables()
    talk = await harness.new_group("uk")
    await talk.put_table(INFLECTED)
    told = await talk.say_and_wait(KIRAZ, f"/{command_name('play', talk.language)} 8F KALEMLER")
    assert told.html.splitlines()[:2] == [
        talk.text_html("refusal-not-words", words="KALEMLER"),
        headword_clause(talk, "KALEMLER", "KALEM"),
    ]
    assert await talk.load_current_game() == INFLECTED


async def test_no_mark_and_no_headword_is_told_where_plays_are_challenged_or_to_who_plays_there(
    harness: BotHarness,
) -> None:
    talk, elsewhere, private = await harness.new_group(), await harness.new_group(), await harness.private_chat(KIRAZ)
    await talk.put_table(INFLECTED)
    await elsewhere.put_table(with_fields(CHALLENGES, commitment="3" * 64))
    told = await talk.say_and_wait(KIRAZ, "/oyna 8F KALEMLER")
    assert told.html.startswith(talk.text_html("refusal-not-words", words="KALEMLER"))
    assert "çekimli" not in told.html
    tried = await private.say_and_wait(KIRAZ, "/dene 8F KALEMLER")
    assert "çekimli" not in tried.text
    assert (await elsewhere.say_and_wait(NANE, "/sozluk kagit")).html == elsewhere.text_html("refusal-look-ups-closed")
    assert "KAĞIT" not in (await elsewhere.say_and_wait(KIRAZ, "/oyna 9F KAGIT")).text
    await harness.forget_user_games(KIRAZ)


async def test_a_headword_that_the_chat_has_removed_is_not_told(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await talk.say_and_wait(KIRAZ, "/kelimesil tr çiçek")
    assert len(await look_up_answers(talk, "ÇİÇEKTEN")) == 1
    assert len(await look_up_answers(talk, "AĞAÇTAN")) == 2
