"""A whole game by inline mode alone: nobody types a command, and nobody but its player reads a rack."""

from dataclasses import dataclass
from typing import Any

from tests.e2e import secrecy
from tests.e2e.finals import check_end
from tests.e2e.game import Game
from tests.e2e.ledger import Player, Turn, sentence
from tests.e2e.room import Room, Said, letters_and_points
from tests.e2e.solver import Found
from tests.e2e.stage import Stage

Json = dict[str, Any]


@dataclass(slots=True)
class Inline(Game):
    """A game of which people look at racks, and play, behind the bot's name: each in the language of their Telegram."""

    async def rack(self, player: Player | None = None) -> tuple[str, ...]:
        """What its owner reads who types nothing behind the bot's name."""
        who = player or self.on_turn
        _, (result, *_) = await self._asked(who, "")
        rack = letters_and_points(result["title"])
        self.racks.append(rack)
        self.first_racks.setdefault(who.user, rack)
        return rack

    async def type(self, done: Turn) -> None:
        """Type a move behind the bot's name, and choose what is shown."""
        assert isinstance(done, Found)
        who = self.on_turn
        query, results = await self._asked(who, done.typed)
        heads = tuple(f"{cell} {'yatay' if across else 'dikey'} " for _, cell, across in done.heads)
        result = next(one for one in results if one["title"].startswith(heads))
        assert f" {done.score} " in result["title"], "it is shown what it scores"
        posted = self._room.playground.world.choose(who.user, self.room.id, query, result["id"])
        assert posted["text"].split()[-1] in result["title"]
        self.note(done)

    async def change(self) -> Said:
        """Exchange the whole rack."""
        rack = await self.rack()
        said = await self._turn("/exchange " + "".join(rack))
        await self.exchanged(said, len(rack))
        return said

    async def pass_turn(self) -> Said:
        """Let a turn go by."""
        ends, name = self.run_is_over("pass"), self.on_turn.name
        held = await self.all_racks() if ends else {}
        said = await self._turn("pass")
        self.note("pass")
        if ends:
            await check_end(self, said, "scoreless", held)
        else:
            await self.check(said, [sentence(self.language, "turn-passed", name=name)])
        return said

    async def _turn(self, text: str) -> Said:
        """Take a turn that is the only result, or the last one."""
        query, results = await self._asked(self.on_turn, text)
        self._room.playground.world.choose(self.on_turn.user, self.room.id, query, results[-1]["id"])
        return await self.room.next()

    async def _asked(self, who: Player, text: str) -> tuple[str, list[Json]]:
        world = self._room.playground.world
        query = await world.inline.ask(world.people[who.user], self._room.chat, text)
        assert query.offer is not None, "the bot did not answer"
        return query.id, query.offer.results

    @property
    def _room(self) -> Room:
        assert isinstance(self.room, Room)
        return self.room


async def test_two_people_play_english_scrabble_by_inline_mode(stage: Stage) -> None:
    stage.playground.world.privacy = True
    room = await stage.room(stage.people[:2])
    await room.ask(stage.people[0], "/language en")
    game = await Inline.begin(room, stage.people[:2], "scrabble-en", "en")
    await game.play_on()
    assert game.over
    secrecy.check(stage, game)
