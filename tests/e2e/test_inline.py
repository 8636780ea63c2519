"""A whole game by inline mode alone: nobody types a command, and nobody but its player reads a rack."""

from dataclasses import dataclass
from typing import Any

from tests.e2e import checks
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import ReadMessage, Room, letters_and_points
from tests.e2e.checks import check_end
from tests.e2e.crossword_game import CrosswordGame
from tests.e2e.move_finder import FoundMove
from tests.e2e.score_ledger import Player, Turn, chat_sentence

Json = dict[str, Any]


@dataclass(slots=True)
class Inline(CrosswordGame):
    """A game of which people look at racks, and play, behind the bot's name: each in the language of their Telegram."""

    async def look_at_rack(self, player: Player | None = None) -> tuple[str, ...]:
        """What its owner reads who types nothing behind the bot's name."""
        who = player or self.on_turn
        _, (result, *_) = await self._asked(who, "")
        rack = letters_and_points(result["title"])
        self.racks_seen.append(rack)
        self.first_racks.setdefault(who.user, rack)
        return rack

    async def type_turn(self, done: Turn) -> None:
        """Type a move behind the bot's name, and choose what is shown."""
        assert isinstance(done, FoundMove)
        who = self.on_turn
        query, results = await self._asked(who, done.typed)
        heads = tuple(f"{cell} {'yatay' if across else 'dikey'} " for _, cell, across in done.main_words)
        result = next(one for one in results if one["title"].startswith(heads))
        assert f" {done.score} " in result["title"], "it is shown what it scores"
        posted = self._room.playground.world.choose_inline_result(who.user, self.room.chat_id, query, result["id"])
        assert posted["text"].split()[-1] in result["title"]
        self.record_turn(done)

    async def exchange_rack(self) -> ReadMessage:
        rack = await self.look_at_rack()
        said = await self._turn("/exchange " + "".join(rack))
        await self.check_exchange(said, len(rack))
        return said

    async def pass_turn(self) -> ReadMessage:
        ends, name = self.is_run_over("pass"), self.on_turn.name
        held = await self.look_at_all_racks() if ends else {}
        said = await self._turn("pass")
        self.record_turn("pass")
        if ends:
            await check_end(self, said, "scoreless", held)
        else:
            await self.check_turn_message(said, [chat_sentence(self.language, "turn-passed", name=name)])
        return said

    async def _turn(self, text: str) -> ReadMessage:
        """Take a turn that is the only result, or the last one."""
        query, results = await self._asked(self.on_turn, text)
        self._room.playground.world.choose_inline_result(self.on_turn.user, self.room.chat_id, query, results[-1]["id"])
        return await self.room.read_next()

    async def _asked(self, who: Player, text: str) -> tuple[str, list[Json]]:
        world = self._room.playground.world
        query = await world.inline.ask_bot(world.people[who.user], self._room.chat, text)
        assert query.shown_answer is not None, "the bot did not answer"
        return query.id, query.shown_answer.results

    @property
    def _room(self) -> Room:
        assert isinstance(self.room, Room)
        return self.room


async def test_two_people_play_english_scrabble_by_inline_mode(stage: BotStage) -> None:
    stage.playground.world.privacy = True
    room = await stage.new_room(stage.people[:2])
    await room.say_and_read(stage.people[0], "/language en")
    game = await Inline.open_and_begin(room, stage.people[:2], "scrabble-en", "en")
    await game.play_to_end()
    assert game.is_over
    checks.check_secrecy(stage, game)
