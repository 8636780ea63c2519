"""Hints: the best turn of what the player sees, asked by command or button, told to the asker alone."""

import dataclasses
from collections.abc import Sequence

import pytest

from bot.families.chat_family import ComputerTurn
from bot.families.crossword.computer_player import CrosswordComputerPlayers
from bot.judges import Dictionary, WordJudge
from bot.judges.word_judge import Judgement
from bot.playground.server_version import OLDEST
from bot.tables.codec import decode_log_entry
from bot.texts import Argument
from bot.user_input.commands import command_name
from engine.crossword.actions import AskHint, Exchange, Place
from engine.crossword.players.computer_view import ComputerView
from engine.crossword.players.equity import rank_turns, shipped_leaves
from engine.crossword.players.turn_choice import find_hinted_turn
from engine.crossword.ruleset import Ruleset
from engine.crossword.secrecy import view_for
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.simulate import simulate_game
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from engine.replay_log import replay_entry
from engine.rulesets import resolve_ruleset, shipped_rulesets
from engine.turns import Pass
from tests.support.analysed_turns import reshuffle_hidden
from tests.support.boards import shared_searcher
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness, ChatSession
from tests.support.games import game
from tests.support.stored_tables import load_stored_log

pytestmark = pytest.mark.asyncio(loop_scope="module")

FREE = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "hints": "free"})
PRICED = game("kelimelik", racks=["KALEMİR", "ŞŞZZVVÖ"], options={"clock": "none", "hints": "5"})


def told_text(talk: ChatSession, message: str, **arguments: Argument) -> str:
    words = talk.text_plain("lexicon-tr")
    return f"{talk.text_html(message, **arguments)}\n{talk.text_html('dictionary-line', words=words)}"


def told_word(state: GameState) -> str:
    assert state.hint is not None
    assert state.hint.word is not None
    return state.hint.word.word


async def test_four_steps_are_told_in_private_and_the_group_hears_nothing(harness: BotHarness) -> None:
    language = "uk"
    talk, private = await harness.new_group(language), await harness.private_chat(KIRAZ, language)
    await talk.put_table(FREE)
    await talk.start_watching()
    shown = await private.say_and_wait(KIRAZ, f"/{command_name('hint', language)}")
    word = told_word(await talk.load_current_game())
    assert shown.html == told_text(private, "hint-where-row", line="8")
    for step in (2, 3, 4):
        assert word not in shown.message["text"]
        assert shown.buttons[0]["text"] == private.text_plain(f"button-hint-{step}", priced="no", price=0)
        await private.press_kind(KIRAZ, shown, "hint")
        shown = await private.wait_edited(shown, "editMessageText")
    assert word in shown.message["text"]
    steps = [decode_log_entry(entry).action for entry in await load_stored_log(harness.store, talk.scope)]
    assert [action.step for action in steps if isinstance(action, AskHint)] == [1, 2, 3, 4]
    await talk.check_silence(KIRAZ)
    (key,) = shown.buttons
    assert key["text"] == private.text_plain("button-hint-play")
    await private.press_data(KIRAZ, shown, key["callback_data"])
    await harness.wait_until_idle()
    state = await talk.load_current_game()
    assert state.last is not None
    assert state.last.words[0].word == word


async def test_a_price_is_said_first_and_told_with_the_result(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await talk.put_table(PRICED)
    shown = await private.say_and_wait(KIRAZ, "/ipucu")
    assert shown.html.splitlines() == [private.text_html("hint-about"), private.text_html("hint-price", price=5)]
    assert (await talk.load_current_game()).players[0].hints == 0
    data = shown.button_data("hint")
    await private.press_data(KIRAZ, shown, data)
    await private.wait_edited(shown, "editMessageText")
    alert = await private.forge_tap(private.user_json(KIRAZ), shown, data)
    assert alert["text"].endswith(private.text_plain("refusal-hint-is-stale"))
    state = await talk.load_current_game()
    assert (state.players[0].hints, state.players[0].score) == (1, 0)
    question = await talk.say_and_wait(LIMON, "/teslim")
    await talk.start_watching()
    await talk.press_kind(LIMON, question, "yes")
    (ended,) = await talk.wait_messages()
    assert talk.text_html("final-hints", count=1, cost=" −5") in ended.html


async def test_in_the_group_what_is_told_goes_to_the_private_chat_and_no_judge_by_list_with_it(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_words = WordJudge.judge_words

    async def judge_by_list(judge: WordJudge, words: Sequence[str], dictionary: Dictionary) -> Judgement:
        return dataclasses.replace(await judge_words(judge, words, dictionary), fell_back=True)

    monkeypatch.setattr(WordJudge, "judge_words", judge_by_list)
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    await talk.put_table(FREE)
    await private.start_watching()
    said = await talk.say_and_wait(KIRAZ, "/ipucu")
    assert said.html == talk.text_html("hint-sent")
    (told,) = await private.wait_messages()
    assert told_text(private, "hint-where-row", line="8") in told.html
    again = await private.say_and_wait(KIRAZ, "/ipucu")
    assert again.html == told_text(private, "hint-where-row", line="8")
    assert (await talk.load_current_game()).players[0].hints == 1
    assert talk.text_html("judge-outage") in (await talk.say_and_wait(KIRAZ, "/oyna H8 yatay KALEM")).html


async def test_in_the_group_one_message_that_only_the_asker_sees_changes_from_step_to_step(harness: BotHarness) -> None:
    harness.switch_server_version("10.3")
    talk = await harness.new_group()
    await talk.put_table(FREE)
    shown = await talk.say_and_wait(KIRAZ, "/ipucu")
    assert shown.is_ephemeral
    ephemeral = harness.playground.world.ephemeral
    for step in (2, 3, 4):
        await talk.press_data(KIRAZ, shown, f"hint:{shown.button_data('hint').split(':')[1]}:0:{step}")
        await harness.wait_until_idle()
        (shown_now,) = ephemeral.visible_to_person(talk.chat_id, KIRAZ)
        shown = dataclasses.replace(shown, message=shown_now["message"])
    assert [one["callback_data"][:4] for one in shown.buttons] == ["lay:"], shown.message
    harness.switch_server_version(OLDEST)


async def test_an_exchange_that_was_hinted_opens_the_own_board_with_its_tiles_ticked(harness: BotHarness) -> None:
    talk, private = await harness.new_group(), await harness.private_chat(KIRAZ)
    dealt = game("kelimelik", racks=["ĞĞJJFFV", "ŞŞZZVVÖ"], options={"clock": "none", "hints": "free"})
    await talk.put_table(dealt)
    shown = await private.say_and_wait(KIRAZ, "/ipucu")
    while any(one["callback_data"].startswith("hint:") for one in shown.buttons):
        await private.press_kind(KIRAZ, shown, "hint")
        shown = await private.wait_edited(shown, "editMessageText")
    await private.press_kind(KIRAZ, shown, "own")
    page = await private.wait_edited(shown, "editMessageMedia")
    hint = (await talk.load_current_game()).hint
    assert hint is not None
    assert isinstance(hint.best, Exchange)
    exchange = private.text_plain("button-exchange", count=len(hint.best.tiles))
    assert exchange in [one["text"] for one in page.buttons]


@pytest.mark.repeats(1)
@pytest.mark.parametrize("ruleset", [name for name, one in shipped_rulesets().items() if "hints" in one.options()])
async def test_whatever_the_game_a_hint_is_free_against_a_computer_where_nothing_is_challenged(
    harness: BotHarness, ruleset: str
) -> None:
    private = await harness.private_chat(KIRAZ)
    menu = await private.say_and_wait(KIRAZ, "/bot")
    await private.forge_tap(private.user_json(KIRAZ), menu, f"alone::1:{ruleset}")
    rules = (await private.load_current_game()).ruleset
    without = resolve_ruleset(shipped_rulesets()[ruleset], {"challenge": "void", "hints": "free"})
    assert isinstance(rules, Ruleset)
    assert isinstance(without, Ruleset)
    assert (without.hint_price, rules.hint_price) == (0, None if rules.judging.has_challenges else 0)
    await private.say_and_wait(KIRAZ, "/iptal")


RULES = resolve_ruleset(crossword_rulesets()["scrabble-en"], {"challenge": "void", "hints": "free"})


@pytest.fixture(scope="module")
def computer_players(tmp_path_factory: pytest.TempPathFactory) -> CrosswordComputerPlayers:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("bot.families.crossword.computer_player.BoardSearcher", lambda _: shared_searcher())
        return CrosswordComputerPlayers(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def positions() -> list[GameState]:
    played = simulate_game(RULES, 3, "hinted", 1, load_lexicon(RULES.lexicon))
    found: list[GameState] = []
    table = None
    for entry in played.log:
        table = replay_entry(RULES, played.state.secret, table, entry)
        if isinstance(table, GameState) and table.outcome is None and table.pending is None:
            found.append(table)
    return found[::7]


async def test_others_racks_and_the_bag_change_no_hint(
    positions: list[GameState], computer_players: CrosswordComputerPlayers
) -> None:
    words = load_lexicon(RULES.lexicon)
    hidden = 0
    for at, state in enumerate(positions):
        dealt = reshuffle_hidden(state, at)
        hidden += dealt.players != state.players
        hint, other = (computer_players.find_hinted_turn(ComputerTurn(one, words, (), 0.0)) for one in (state, dealt))
        assert hint == other
    assert hidden


async def test_a_hint_is_the_turn_of_the_highest_equity(positions: list[GameState]) -> None:
    search = shared_searcher()
    for state in positions[:4]:
        sight = ComputerView(view_for(state, state.turn), state.ruleset, load_lexicon(state.ruleset.lexicon))
        best = rank_turns(sight, search, shipped_leaves(state.ruleset))[0]
        hint = find_hinted_turn(sight, search, lambda: False)
        assert sight.bag
        if best.play is not None:
            assert hint == Place(sight.user, best.play.tiles)


async def test_who_can_lay_nothing_is_told_to_exchange_or_to_pass() -> None:
    hints = {"hints": "free"}
    stuck = game("scrabble-en", racks=("VVVVVVV", "AEINSDL"), options=hints)
    empty = game("scrabble-en", racks=("V", "D", "E"), laid=["8H MM"], bag="", options=hints)
    for state, kind in ((stuck, Exchange), (empty, Pass)):
        sight = ComputerView(view_for(state, 0), state.ruleset, load_lexicon("en"))
        assert isinstance(find_hinted_turn(sight, shared_searcher(), lambda: False), kind)
