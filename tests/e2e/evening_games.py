"""A whole evening of a group, by a script: what was done, what the group was sent for it, and what nobody else may see.

Each step is something that one person does, or time that passes. It is told in at most one new message, it is in the
log of the table once and as it is meant, and of racks only their owners are sent anything. With ``kills`` the bot is
killed in each step while Telegram takes nothing, and started again: all that must be the same.
"""

from typing import Final

from bot.playground.state.chats import Chat, PlaygroundPerson
from bot.texts import Texts
from engine.absence import Seek, Volunteer, Vote
from engine.cancellation import ObjectToCancel, ProposeCancel
from engine.clock import Pause, Remind, Resume
from engine.crossword.actions import Challenge, Place, TakeBack
from engine.game import Begin
from engine.lobby_seats import Alter, Join, Lobby, Open
from engine.turns import Cancel, Pass, Surrender, Undo
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import Json
from tests.e2e.evening import LANGUAGE, Evening

HURMA: Final = 105
_DAY: Final = 24 * 60 * 60.0
_TEXTS: Final = Texts()


async def make_group_of_five(stage: BotStage) -> int:
    """A group of five, one of whom the playground has no page for; the bot has greeted it."""
    world = stage.playground.world
    world._next_message = 1000  # noqa: SLF001 - a game's draws depend on the number of the message it began with
    world.people[HURMA] = PlaygroundPerson(HURMA, "Hurma")
    world.chats[HURMA] = Chat(HURMA, None, (HURMA,), "member", is_opened=False)
    return (await stage.new_room(tuple(world.people))).chat_id


async def play_evening(evening: Evening) -> tuple[list[Json], list[tuple[str, int]]]:
    """The script; what was held after each step of a game, and how many messages the group was sent for each step."""
    await _play_challenge_game(evening)
    await _play_take_back_game(evening)
    return evening.table_snapshots, evening.messages_per_step


async def _play_challenge_game(evening: Evening) -> None:
    """Four players of a lobby whose options were changed; one of them is away."""
    admin, host, third, fourth, heir = *evening.stage.people, HURMA
    step, say, press = evening.do_step, evening.give_command, evening.press_newest
    await step("a table is opened", evening.open_table(say(host, "new", "scrabble-tr")), Open)
    await _set_option(evening, host, "challenge", "double")
    for person in (admin, third, fourth):
        await step("somebody sits down", press(person, "join"), Join)
    await step("the game begins", press(host, "begin"), Begin)
    for _ in range(4):
        _, move = await evening.make_move()
        await step("a move", move, Place)
    _, bluff = await evening.make_move(phony=True)
    await step("a phony", bluff, Place)
    state = await evening.load_game()
    await step("a challenge is won", press(state.players[state.turn].user, "doubt"), Challenge)
    await step("a pause", say(admin, "pause"), Pause)
    await step("the game goes on", say(admin, "resume"), Resume)
    while (await _user_on_turn(evening)) != fourth:
        await step("a pass", say(await _user_on_turn(evening), "pass"), Pass)
    await step("somebody is waited for, and nudged", evening.advance_clock(_DAY + 60), Remind)
    await step("a vote to skip the turn", say(host, "skip"), Vote)
    await step("it is won", press(third, "vote", "✅"), Vote)
    seat = 1 + next(seat for seat, one in enumerate((await evening.load_game()).players) if one.user == fourth)
    await step("a vote to remove a player", say(host, "remove", str(seat)), Vote)
    await step("somebody is against it", press(admin, "vote", "❌"), Vote)
    if await _has_open_vote(evening):
        await step("the vote is lost", press(third, "vote", "❌"), Vote)
    await step("a substitute is sought", say(host, "replace", str(seat)), Seek)
    await step("there is one", press(heir, "heir"), Volunteer)
    await step("a vote for the substitute", press(host, "vote", "✅"), Vote)
    if await _has_open_vote(evening):
        await step("the substitute takes the seat", press(third, "vote", "✅"), Vote)
    assert heir in [one.user for one in (await evening.load_game()).players]
    await step("the host asks to end the game", say(host, "cancel"))
    await step("and means it", press(host, "cancel"), ProposeCancel)
    await step("somebody wants to play on", press(third, "object"), ObjectToCancel)
    await step("somebody gives up", say(third, "surrender"))
    await step("and means it", press(third, "yes"), Surrender)
    _, move = await evening.make_move()
    await step("a move", move, Place)
    await step("an administrator is asked about the end", say(admin, "cancel"))
    await step("and ends the game", press(admin, "cancel"), Cancel)


async def _play_take_back_game(evening: Evening) -> None:
    """The rematch, where plays are judged at once and can be taken back."""
    admin, host, third, fourth, heir = *evening.stage.people, HURMA
    del fourth
    step, say, press = evening.do_step, evening.give_command, evening.press_newest
    await step("a rematch", evening.open_table(press(host, "again")), Open)
    await _set_option(evening, host, "challenge", "void")
    await _set_option(evening, host, "take-back", "60")
    for person in (admin, third, heir):
        await step("somebody sits down", press(person, "join"), Join)
    await step("the game begins", press(host, "begin"), Begin)
    for _ in range(2):
        mover, move = await evening.make_move()
        await step("a move", move, Place)
    await step("it is taken back", press(mover, "back"), TakeBack)
    _, move = await evening.make_move()
    await step("another move", move, Place)
    _, move = await evening.make_move()
    await step("a move", move, Place)
    await step("an administrator undoes it", say(admin, "undo"), Undo)
    await step("a pass", say(await _user_on_turn(evening), "pass"), Pass)
    await step("an administrator undoes it", say(admin, "undo"), Undo)
    await step("the end is asked about", say(admin, "cancel"))
    await step("and comes", press(admin, "cancel"), Cancel)


async def _set_option(evening: Evening, host: int, option: str, value: str) -> None:
    """The host changes an option by buttons."""
    table = await evening.load_table()
    assert isinstance(table, Lobby)
    if table.ruleset.options_in_use[option] == value:
        return
    label = _TEXTS.plain(LANGUAGE, f"option-{option}")
    word = f"{int(value) // 60} dk" if value.isdecimal() else _TEXTS.plain(LANGUAGE, f"value-{option}-{value}")
    await evening.do_step("the host opens the options", evening.press_newest(host, "alter", "⚙"))
    await evening.do_step("and one of them", evening.press_newest(host, "alter", label), most_messages=0)
    await evening.do_step("and changes it", evening.press_newest(host, "alter", word), Alter, most_messages=0)


async def _user_on_turn(evening: Evening) -> int:
    state = await evening.load_game()
    return state.players[state.turn].user


async def _has_open_vote(evening: Evening) -> bool:
    return (await evening.load_game()).petition is not None
