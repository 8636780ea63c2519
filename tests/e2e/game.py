"""A whole game played by typing and tapping, checked at every message against a score kept on paper."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from bot.typed.commands import command_name
from engine.crossword.games import crosswords
from engine.crossword.premiums import premium_board
from engine.rng import shown
from engine.rulesets import resolve
from tests.e2e.finals import check_end
from tests.e2e.ledger import Ledger, Player, Turn, sentence
from tests.e2e.room import Said, Venue, letters_and_points
from tests.e2e.solver import Found, Solver


@dataclass(slots=True)
class Game(Ledger):
    """A table in a room, from the lobby to the final score."""

    set_aside: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """What those who gave up held then, by user: they are shown it no more."""

    @classmethod
    async def begin(cls, room: Venue, people: Sequence[int], game: str = "kelimelik", language: str = "tr") -> Self:
        """Open a table, sit down and begin, all by commands."""
        lobby = await room.ask(people[0], f"/{command_name('new', language)} {game}")
        for person in people[1:]:
            await room.ask(person, f"/{command_name('join', language)}")
        return await cls.started(
            room, people, lobby, f"/{command_name('begin', language)}", game=game, language=language
        )

    @classmethod
    async def started(
        cls,
        room: Venue,
        people: Sequence[int],
        lobby: Said,
        command: str,
        *,
        game: str = "kelimelik",
        language: str = "tr",
    ) -> Self:
        """Begin at a table where everybody sits."""
        name, *options = game.split()
        ruleset = resolve(crosswords()[name], {"bag": "s3-table"} if options == ["91"] else {})
        left = ruleset.tiles - ruleset.rack * len(people)
        seal = await room.seal(people[0], lobby)
        start = await room.say(people[0], command)
        board = await room.next()
        assert shown(seal) in lobby.marked("code"), "the chat keeps the start of the seal from the opening on"
        assert shown(seal) in board.marked("code")
        bag = next(
            place
            for place, line in enumerate(board.lines)
            if line.startswith(sentence(language, "bag-left", count=left))
        )
        order = [Player(room.names[part.split()[0]], part.split()[0]) for part in board.lines[bag - 1].split(" · ")]
        assert {player.user for player in order} == set(people)
        bonus = None
        if ruleset.scoring.cell is not None:
            spots = board.marked("bold")
            grid = Solver(ruleset, None)
            bonus = next(spot for spot in spots if grid.has_cell(spot))
        played = cls(
            room=room,
            language=language,
            ruleset=ruleset,
            players=order,
            board=board,
            seal=seal,
            start_message=start,
            sat_down=tuple(people),
            solver=Solver(ruleset, bonus),
            bag=left,
        )
        played.check_standing(board, opening=True)
        if premium_board(ruleset.board).ex:
            # An exchange cell may change a rack before its owner first looks at it.
            await played.all_racks()
        return played

    def command(self, name: str) -> str:
        """A command with its slash in the chat's language."""
        return f"/{command_name(name, self.language)}"

    async def rack(self, player: Player | None = None) -> tuple[str, ...]:
        """What the rack's button shows to the one who presses it."""
        who = player or self.on_turn
        answer = await self.room.tap(who.user, self.board, "rack")
        assert answer["show_alert"], answer
        if who.user in self.set_aside:
            watching = sentence(self.language, "stale-watching", next="", scores="")
            assert answer["text"].startswith(watching.partition("\n")[0])
            return self.set_aside[who.user]
        rack = letters_and_points(answer["text"])
        self.racks.append(rack)
        self.first_racks.setdefault(who.user, rack)
        return rack

    async def all_racks(self) -> dict[int, tuple[str, ...]]:
        """Everybody's rack by user, as each of them is shown it."""
        return {player.user: await self.rack(player) for player in self.players}

    async def play(self) -> Said:
        """Take one turn as a person does: look at the rack, find a move, type it; without a move, pass."""
        rack = await self.rack()
        found = self.solver.best(rack)
        if found is None:
            return await (self.change() if self.may_exchange else self.pass_turn())
        return await self.lay(found, out=self.empties(found, rack))

    def empties(self, found: Found, rack: Sequence[str]) -> bool:
        """Whether a move leaves its player without tiles, and none to draw."""
        return len(found.tiles) == len(rack) and self.bag == self.undrawn

    async def lay(self, found: Found, *, out: bool = False) -> Said:
        """Type a move; ``out`` when it is to be the last, which where plays are challenged ends nothing yet."""
        player, ends = self.on_turn, out and not self.ruleset.judging.challenges
        held = await self.all_racks() if ends else {}
        await self.type(found)
        self.last = out
        said = await self.hear(found)
        if ends:
            held[player.user] = ()
            await check_end(self, said, "out", held)
        else:
            await self.check(said, self.told(found))
        return said

    async def type(self, done: Turn) -> None:
        """Type a move or a pass for the player on turn and write it down, without waiting for anything."""
        text = f"{self.command('play')} {done.typed}" if isinstance(done, Found) else self.command(done)
        await self.room.say(self.on_turn.user, text)
        self.note(done)

    async def hear(self, done: Turn) -> Said:
        """The bot's next message; after a crash the next one that tells of this turn, for some may come twice."""
        told = self.told(done)
        while True:
            said = await self.room.next()
            if not self.crashed or any(line in told for line in said.lines):
                return said

    async def find(self) -> Found:
        """The move that the player on turn finds on the rack."""
        while (found := self.solver.best(await self.rack())) is None:
            await self.change()
        return found

    async def find_or_pass(self, player: Player) -> Turn:
        """The move that a player finds on the rack, else a pass."""
        return self.solver.best(await self.rack(player)) or "pass"

    async def change(self) -> Said:
        """Exchange the whole rack of the player on turn."""
        count = len(await self.rack())
        places = " ".join(str(place) for place in range(1, count + 1))
        said = await self.room.ask(self.on_turn.user, f"{self.command('exchange')} {places}")
        await self.exchanged(said, count)
        return said

    async def pass_turn(self) -> Said:
        """Let a turn go by."""
        ends = self.run_is_over("pass")
        held = await self.all_racks() if ends else {}
        name = self.on_turn.name
        said = await self.room.ask(self.on_turn.user, self.command("pass"))
        self.note("pass")
        if ends:
            await check_end(self, said, "passes" if self.ruleset.ending.run.counts == "passes" else "scoreless", held)
        else:
            await self.check(said, [sentence(self.language, "turn-passed", name=name)])
        return said

    async def pass_to_the_end(self) -> int:
        """Let turns go by until that ends the game; how many."""
        count = 0
        while not self.over:
            await self.pass_turn()
            count += 1
        return count

    async def exchanged(self, said: Said, count: int) -> None:
        """Note an exchange that was just made, and check what the group was told of it."""
        name = self.on_turn.name
        self.note("exchange", used=count)
        assert not self.run_is_over(), "three exchanges in a row: such luck has no test"
        await self.check(said, [sentence(self.language, "turn-exchanged", name=name, count=count)])

    async def surrender(self, player: Player) -> None:
        """Give up by command, and confirm by button; the others go on."""
        asked = await self.room.ask(player.user, self.command("surrender"))
        other = next(one for one in self.players if one is not player)
        answer = await self.room.tap(other.user, asked, "yes")
        assert answer["text"] == sentence(self.language, "refusal-not-your-button")
        held = await self.all_racks()
        answer = await self.room.tap(player.user, asked, "yes")
        assert answer["text"] == sentence(self.language, "surrender-yes")
        said = await self.room.next()
        if player is self.on_turn:
            self.turn = self.step(1)
        player.active = False
        self.set_aside[player.user] = held[player.user]
        self.typed.append("surrender")
        self.by.append(player)
        line = sentence(self.language, "turn-surrendered", name=player.name)
        if sum(one.active for one in self.players) > 1:
            await self.check(said, [line])
        else:
            assert said.lines[0] == line
            await check_end(self, said, "surrender", held)

    async def play_on(self) -> Said:
        """Take turns until the game is over, or its last move waits for a challenge."""
        said = self.board
        while not (self.over or self.last):
            said = await self.play()
        return said
