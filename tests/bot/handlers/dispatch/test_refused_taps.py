"""Buttons that must not work: old ones, other people's, and data that no button ever carried."""

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Final

import pytest

from bot.families import registry
from bot.handlers.general import all_command_rows
from bot.handlers.owner.restrictions import OWNER_BUTTON
from bot.judges import ChatWords
from bot.playground import JournalEntry
from bot.playground.server_version import NEWEST, OLDEST
from bot.store.broadcasts import Broadcasts
from bot.tables.table_loader import TABLES_SETTING, table_name
from bot.telegram.keyboards import encode_scope
from bot.user_input.commands import command_name
from engine.crossword.state import GameState
from engine.duplicate.state import GameState as DuplicateState
from engine.game import Game, Table
from engine.lobby_seats import Lobby
from tests.support.buttons import (
    BOARD_GAME,
    BUTTON_CASES,
    CARD_GAME,
    ButtonCase,
    ButtonMessage,
    ChatPair,
    forged_data,
    same_position_elsewhere,
    same_position_later,
)
from tests.support.chat_harness import FIFTH_USER, KIRAZ, LIMON, NANE, ZEYTIN, BotHarness, ChatSession
from tests.support.chat_steps import is_spectator_alert, is_stale_alert, text_in_own_language
from tests.support.games import after_actions, game, open_lobby_of, surrender
from tests.support.sent_messages import Json
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LERİSİ?", "AAEEKKL"])
OVER = after_actions(LAID, surrender(LAID))


async def assert_refused(talk: ChatSession, answer: dict[str, object], refusal: str, **facts: str | int) -> None:
    assert answer == {"text": talk.text_plain(f"refusal-{refusal}", **facts), "show_alert": True, "url": ""}


async def test_buttons_of_an_earlier_or_finished_table_show_no_rack(harness: BotHarness) -> None:
    talk = await harness.new_group(table=LAID)
    passed = await talk.say_and_wait(KIRAZ, "/pas")
    await talk.put_table(OVER)
    await assert_refused(talk, await talk.press_kind(KIRAZ, passed, "rack"), "game-over")
    await talk.put_table(same_position_elsewhere(LAID))
    before = await talk.stored_state()
    for kind in ("rack", "board"):
        stale = await talk.forge_tap(talk.user_json(KIRAZ), passed, passed.button_data(kind))
        assert await is_stale_alert(talk, stale)
    assert await talk.stored_state() == before


async def test_a_surrender_is_not_taken_twice_and_who_gave_up_is_shown_how_the_game_stands(harness: BotHarness) -> None:
    talk = await harness.new_group(table=game("scrabble-tr", racks=["LERİSİ?", "AAEEKKL", "AAEEKKL"]))
    question = await talk.say_and_wait(KIRAZ, "/teslim")
    assert (await talk.press_kind(KIRAZ, question, "yes"))["text"] == talk.text_plain("surrender-yes")
    await assert_refused(
        talk, await talk.forge_tap(talk.user_json(KIRAZ), question, question.button_data("yes")), "has-surrendered"
    )
    board = await talk.say_and_wait(LIMON, "/tahta")
    assert is_spectator_alert(talk, await talk.press_kind(KIRAZ, board, "rack"))
    question = await talk.say_and_wait(LIMON, "/teslim")
    await talk.press_kind(LIMON, question, "yes")
    await assert_refused(
        talk, await talk.forge_tap(talk.user_json(LIMON), question, question.button_data("yes")), "game-over"
    )


async def test_a_game_is_not_chosen_over_another_where_one_table_is_allowed(harness: BotHarness) -> None:
    talk = await harness.new_group()
    await harness.store.save_setting(talk.scope, "tables", "1")
    choice = await talk.say_and_wait(KIRAZ, "/yeni")
    for table, refusal in ((open_lobby_of("kelimelik", 1), "lobby-open"), (LAID, "game-running")):
        await talk.put_table(table)
        await assert_refused(talk, await talk.press_kind(KIRAZ, choice, "choose"), refusal)
        assert await talk.load_current_table() == table


GARBLED = [
    "",
    "::::",
    "rack",
    "rack:{table}:1",
    "nonsense:{table}",
    "join:{table}:x",
    "yes:{table}",
    "yes:{table}:abc",
    "no:{table}:-1",
    "yes:{table}:101:102",
    "yes:{table}:²",
    "choose::",
    "choose::101",
    "choose::101:nosuchgame",
    "choose::101:kelimelik:x",
    "choose::abc:kelimelik",
    "speak::",
    "speak::tr:en",
    "speak::<b>",
    "own:{table}",
    "own:{table}:65:0:abcd",
    "own:{table}:65:0:abcd:<b>",
    "own:{table}:65:-1:abcd:",
    "own:{table}:65:0:abcd::",
    "make:{table}:65:0:abcdef:p",
    "\u202e\x00😀",
]


async def test_data_that_no_button_of_the_group_carries_is_a_stale_button(harness: BotHarness) -> None:
    talk = await harness.new_group(table=LAID)
    for data in GARBLED:
        forged = data.format(table=table_name(LAID), scope=encode_scope(talk.scope))
        answer = await talk.forge_tap_without_waiting(talk.user_json(KIRAZ), None, forged)
        assert await is_stale_alert(talk, answer), data
    assert await talk.load_current_table() == LAID
    await talk.check_silence(KIRAZ)


owned = pytest.mark.parametrize("harness", [{"OWNER_IDS": str(KIRAZ)}], indirect=True)
GROUP = (KIRAZ, LIMON, NANE)
SETTINGS = {
    "theme": "koyu",
    "labels": "oyun",
    "settings": "",
    "records": "",
    "daily": "10:30",
    "language": "en",
    "add-word": "KALEMLİK",
    "remove-word": "KALEM",
}
"""What is typed behind commands that settle something for a chat."""
SHOWN_ALONE = ("rack", "own", "make")
"""Kinds whose answers newer servers show to one person in the group."""
QUERIES = ("", "kalem", "8F KALEM", "8F MELAK", "/pas", "/degistir KALEM")


async def draw_button(house: BotHarness, kind: str) -> tuple[ButtonCase, ChatPair, ButtonMessage, str]:
    case = BUTTON_CASES[kind]
    await house.forget_user_games(*GROUP, ZEYTIN)
    await wait_for_broadcasts(house)
    group, private = await house.new_group(people=GROUP), await house.private_chat(KIRAZ)
    if case.table is not None:
        await group.put_table(case.table)
    found = await case.draw_button(ChatPair(group, private))
    if case.table is None:
        # A chat's buttons are pressed while something is played that they might spoil, and nothing else may be opened.
        await house.store.save_setting(group.scope, TABLES_SETTING, "1")
        await group.put_table(BOARD_GAME)
    return case, ChatPair(group, private), found, found.message.button_data(kind)


async def wait_for_broadcasts(house: BotHarness) -> None:
    """Wait until what is being told to all groups, for the button of another test, is told."""
    async with asyncio.timeout(PATIENCE):
        while (told := await Broadcasts(house.redis).load_newest()) is not None and told.state == "running":  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.1)


async def snapshot_state(house: BotHarness, talk: ChatSession) -> object:
    chosen = [await house.store.load_settings(chat) for chat in (talk.chat_id, KIRAZ, LIMON)]
    return await talk.stored_state(), chosen, await Broadcasts(house.redis).load_newest()


def person_of(talk: ChatSession, person: int) -> Json:
    return FIFTH_USER if person == FIFTH_USER["id"] else talk.user_json(person)


async def press_button(place: ChatPair, found: ButtonMessage, person: int, value: str) -> Json:
    message = found.message if found.chat is place.group else None
    return await place.group.forge_tap_without_waiting(person_of(place.group, person), message, value)


async def test_every_kind_of_button_is_pressed_here() -> None:
    missing = (registry.all_button_kinds().keys() | {OWNER_BUTTON}) ^ BUTTON_CASES.keys()
    assert not missing, "tests/support/buttons.py has a row for each kind of button"


@pytest.fixture
def version(harness: BotHarness, request: pytest.FixtureRequest) -> Iterator[None]:
    former = harness.playground.world.server.version
    harness.switch_server_version(request.param)
    yield
    harness.switch_server_version(former)


@owned
@pytest.mark.repeats(22)
@pytest.mark.usefixtures("version")
@pytest.mark.parametrize(
    ("kind", "version"),
    [*((kind, OLDEST) for kind in sorted(BUTTON_CASES)), *((kind, NEWEST) for kind in SHOWN_ALONE)],
    indirect=["version"],
)
async def test_a_button_does_and_tells_nothing_for_others_forged_out_of_date_or_from_no_chat(
    harness: BotHarness, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    case, place, found, value = await draw_button(harness, kind)
    await press_for_others_and_forged(case, place, found, value, kind)
    await press_out_of_date(case, place, found, value)
    if case.table is not None:
        await place.group.put_table(case.table)
    watch = SecrecyWatch(harness, None if kind in ENDS_GAME else case.table or BOARD_GAME)
    for person in (ZEYTIN, case.player):
        await harness.send_tap(person_of(place.group, person), value, {"inline_message_id": "x"})
    await watch.check_no_leak(pictures=True)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


async def press_for_others_and_forged(
    case: ButtonCase, place: ChatPair, found: ButtonMessage, value: str, kind: str
) -> None:
    harness, row = place.group.harness, registry.all_button_kinds().get(kind)
    before, watch = await snapshot_state(harness, place.group), SecrecyWatch(harness, case.table or BOARD_GAME)
    others = {KIRAZ, LIMON, NANE, FIFTH_USER["id"]} - {case.player} - case.other_pressers
    for person in sorted(others - ({FIFTH_USER["id"]} if NANE in case.other_pressers else set())):
        assert (await press_button(place, found, person, value))["text"], person
    if row is None or row.about == "table":
        stranger = await harness.private_chat(ZEYTIN)
        assert (await stranger.forge_tap(stranger.user_json(ZEYTIN), None, value))["text"]
    seated = KIRAZ if case.player == LIMON else LIMON
    for person in (seated, NANE) if case.is_own_right else (seated,):
        changed = forged_data(value, person, own=person == NANE or not case.is_own_right)
        await asyncio.gather(*(press_button(place, found, person, other) for other in changed))
    await watch.check_no_leak(pictures=False)
    assert await snapshot_state(harness, place.group) == before
    if row is not None and row.is_look_up:
        watch = SecrecyWatch(harness, case.table or BOARD_GAME)
        for person in sorted(case.other_pressers):
            await press_button(place, found, person, value)
        await watch.check_no_leak(pictures=True)
        assert await snapshot_state(harness, place.group) == before


async def press_out_of_date(case: ButtonCase, place: ChatPair, found: ButtonMessage, value: str) -> None:
    tables = [same_position_elsewhere(case.table or BOARD_GAME)]
    if case.is_bound_to_turn and isinstance(case.table, Game):
        tables.append(same_position_later(case.table))
    for table in tables:
        await place.group.put_table(table)
        before, watch = await place.group.stored_state(), SecrecyWatch(place.group.harness, table)
        await found.chat.forge_tap_without_waiting(found.chat.user_json(case.player), found.message, value)
        await watch.check_no_leak(pictures=True)
        assert await place.group.stored_state() == before


ENDS_GAME = frozenset({"agree", "yes"})
"""Buttons after which a game's secrets are everybody's."""


@owned
@pytest.mark.parametrize("table", [BOARD_GAME, CARD_GAME], ids=["board", "cards"])
async def test_what_is_shown_while_typing_is_for_its_asker_its_table_and_its_turn(
    harness: BotHarness, table: Game
) -> None:
    await harness.forget_user_games(*GROUP)
    talk, elsewhere = await harness.new_group(people=GROUP), await harness.new_group(people=GROUP)
    await talk.put_table(table)
    before, watch, world = await talk.stored_state(), SecrecyWatch(harness, table), harness.playground.world
    for person in (LIMON, NANE):
        for text in QUERIES:
            for query, result in await watch.inline_results(talk, person, text):
                world.choose_inline_result(person, talk.chat_id, query, result)
    own = [shown for text in QUERIES for shown in await watch.inline_results(talk, KIRAZ, text)]
    for shown in own:
        world.choose_inline_result(KIRAZ, elsewhere.chat_id, *shown)
    await watch.check_no_leak(pictures=False)
    assert await talk.stored_state() == before
    await talk.put_table(same_position_elsewhere(table))
    before = await talk.stored_state()
    for shown in own:
        world.choose_inline_result(KIRAZ, talk.chat_id, *shown)
    await watch.check_no_leak(pictures=False)
    assert await talk.stored_state() == before


async def test_every_command_that_settles_something_for_a_chat_is_tried_here() -> None:
    own = {"ping", "reading"}
    assert {key for key, row in all_command_rows().items() if row.kind == "setting"} - own == SETTINGS.keys()


@owned
async def test_nobody_but_an_administrator_settles_anything_for_a_chat(harness: BotHarness) -> None:
    talk = await harness.new_group(people=GROUP, table=BOARD_GAME)
    before, watch = await snapshot_state(harness, talk), SecrecyWatch(harness, BOARD_GAME)
    words = await ChatWords(harness.redis).load_changes(talk.chat_id, "tr")
    for key, typed in SETTINGS.items():
        for person in (LIMON, NANE):
            refused = await talk.say_and_wait(person, f"/{command_name(key, 'tr')} {typed}")
            assert refused.html == await text_in_own_language(talk, person, "refusal-admins-only"), key
    await watch.check_no_leak(pictures=False)
    assert await snapshot_state(harness, talk) == before
    assert await ChatWords(harness.redis).load_changes(talk.chat_id, "tr") == words


_PICTURE_METHODS: Final = frozenset({"sendPhoto", "editMessageMedia"})
_OK: Final = 200
_CARD: Final = re.compile(r"[А-ЯҐЄІЇ][YB]\b")
"""A card of Klepka as the table holds it."""


class SecrecyWatch:
    def __init__(self, house: BotHarness, table: Table | None) -> None:
        self._house: Final = house
        self._table: Final = table
        self._first_call: Final = house.last_call_number
        self._asker_by_query: Final[dict[str, int]] = {}

    async def inline_results(self, talk: ChatSession, person: int, text: str) -> list[tuple[str, str]]:
        """What somebody is shown who types behind the bot's name; each a query and a result of it."""
        world = self._house.playground.world
        query = await world.inline.ask_bot(world.people[person], talk.chat, text)
        self._asker_by_query[query.id] = person
        assert query.shown_answer is not None, f"{text!r} has no answer"
        return [(query.id, result["id"]) for result in query.shown_answer.results]

    async def check_no_leak(self, *, pictures: bool) -> None:
        """Fail if anybody has read another's tiles, or what is still to be drawn; or seen a picture without reason."""
        await self._house.wait_until_idle()
        for entry in self._house.playground.journal.find_entries(after=self._first_call):
            if entry.method == "getUpdates":
                continue
            reader = self._reader_of_call(entry)
            told = json.dumps([entry.parameters, entry.result], ensure_ascii=False, default=repr)
            for player, secrets in self._secret_patterns():
                if reader != player:
                    found = secrets.search(told)
                    assert found is None, f"{reader or 'everybody'} reads {found[0]}: {told}"
            shown = entry.method in _PICTURE_METHODS and entry.status == _OK
            assert pictures or not shown, f"a picture for {reader or 'everybody'}"

    def _reader_of_call(self, entry: JournalEntry) -> int | None:
        """Who alone sees what came of a call; ``None`` where a group does."""
        if entry.method == "answerCallbackQuery":
            return self._house.playground.world.presses[entry.parameters["callback_query_id"]].person
        if entry.method == "answerInlineQuery":
            return self._asker_by_query[entry.parameters["inline_query_id"]]
        if entry.method.startswith("editEphemeralMessage"):
            # Who alone sees it, or the server refuses: as when it is asked whether it knows the method.
            return int(entry.parameters.get("receiver_user_id", 0)) or None
        chat = int(entry.parameters.get("chat_id", -1))
        return chat if chat > 0 else None

    def _secret_patterns(self) -> Iterator[tuple[int, re.Pattern[str]]]:
        """What each player alone may see, and what nobody may (by user 0)."""
        table = self._table
        if table is None or (isinstance(table, Game) and table.outcome is not None):
            return
        hidden = [re.escape(table.secret)]
        if isinstance(table, GameState):
            hidden.append(re.escape("".join(table.bag)))
            for player in table.players:
                rack = "".join(player.rack)
                yield player.user, re.compile(f"[{rack}][₀-₉]|{rack}|{''.join(sorted(rack))}")
        elif isinstance(table, DuplicateState):
            hidden.append(re.escape("".join(table.bag)))
            if table.round is not None:
                hidden.append(re.escape(table.round.laid.word))
        elif not isinstance(table, Lobby):
            hidden.append(_CARD.pattern)
        yield 0, re.compile("|".join(hidden))
