"""Kelimelik by people who think of words: a word and a tap a move, without a coordinate."""

from dataclasses import dataclass

from bot.playground.server_version import VERSIONS
from tests.e2e import final_message, secrecy
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import ReadMessage, Room
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.move_finder import FoundMove
from tests.e2e.score_ledger import Player, Turn, chat_sentence

_QUIET = {"text": "", "show_alert": False, "url": ""}


@dataclass(slots=True)
class WordFirst(CrosswordGame):
    """A game in which every move is a word and a tap; now and then others tap first."""

    taps: int = 0

    async def type_turn(self, done: Turn) -> None:
        """Say the word, by turns as a command, to the board and to the bot, and tap its place."""
        if not isinstance(done, FoundMove):
            await CrosswordGame.type_turn(self, done)
            return
        player, room = self.on_turn, self.room
        assert isinstance(room, Room)
        start, asked = _start(done), await self._ask(room, player, done.words[0])
        if start not in _places(asked):
            line = start[:-1] if start[0].isdecimal() else start[0]
            asked = await self._ask(room, player, f"{done.words[0]} {line}")
        value = _places(asked)[start]
        if self.taps % 4 == 0:
            other = next(one for one in self.players if one is not player)
            answer = await room.press_data(other.user, asked, value)
            assert answer["text"] == chat_sentence("tr", "refusal-not-your-button")
            told = await room.press_data(player.user, asked, asked.data_of_kind("sums"))
            assert f"{_cell(start)} " in told["text"]
        self.taps += 1
        assert await room.press_data(player.user, asked, value) == _QUIET
        self.record_turn(done)

    async def _ask(self, room: Room, player: Player, text: str) -> ReadMessage:
        if " " in text or self.taps % 3 == 0:
            return await room.say_and_read(player.user, f"/oyna {text}")
        if self.taps % 3 == 1:
            return await room.say_and_read(player.user, text, reply_to=self.board.message_id)
        return await room.say_and_read(player.user, f"@harfiyen_bot {text}")


def _start(found: FoundMove) -> str:
    _, cell, across = found.main_words[0]
    return f"{cell[1:]}{cell[0]}" if across else cell


def _cell(start: str) -> str:
    return f"{start[-1]}{start[:-1]}" if start[0].isdecimal() else start


def _places(asked: ReadMessage) -> dict[str, str]:
    """What the buttons carry, by the places that they play in."""
    found = [str(one["callback_data"]) for one in asked.buttons]
    return {value.split(":")[4]: value for value in found if value.startswith("put:")}


async def test_two_people_play_kelimelik_word_first(stage: BotStage) -> None:
    stage.playground.world.server.version = VERSIONS[0]
    room = await stage.new_room(stage.people[:2])
    game = await WordFirst.open_and_begin(room, stage.people[:2], "kelimelik")
    await game.play_to_end()
    assert game.taps > 10
    secrecy.check_secrecy(stage, game)
    await final_message.check_proof(stage, room.chat_id, game.players[0].user)
