"""A whole game played by typing and tapping, checked at every message against a score kept on paper."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from bot.user_input.commands import command_name
from engine.crossword.premiums import premium_board
from engine.crossword.shipped import crossword_rulesets
from engine.rng import short_seal
from engine.rulesets import resolve_ruleset
from tests.e2e.chat_room import ReadMessage, Venue, letters_and_points
from tests.e2e.checks import check_end
from tests.e2e.move_finder import FoundMove, MoveFinder
from tests.e2e.score_ledger import Player, ScoreLedger, Turn, chat_sentence


@dataclass(slots=True)
class CrosswordGame(ScoreLedger):
    """A table in a room, from the lobby to the final score."""

    racks_of_surrendered: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """What those who gave up held then, by user: they are shown it no more."""

    @classmethod
    async def open_and_begin(
        cls, room: Venue, people: Sequence[int], game: str = "kelimelik", language: str = "tr"
    ) -> Self:
        """Open a table, sit down and begin, all by commands."""
        lobby = await room.say_and_read(people[0], f"/{command_name('new', language)} {game} start=asked")
        for person in people[1:]:
            await room.say_and_read(person, f"/{command_name('join', language)}")
        return await cls.begin_at_lobby(
            room, people, lobby, f"/{command_name('begin', language)}", game=game, language=language
        )

    @classmethod
    async def begin_at_lobby(
        cls,
        room: Venue,
        people: Sequence[int],
        lobby: ReadMessage,
        command: str,
        *,
        game: str = "kelimelik",
        language: str = "tr",
    ) -> Self:
        name, *options = game.split()
        ruleset = resolve_ruleset(crossword_rulesets()[name], {"bag": "s3-table"} if options == ["91"] else {})
        left = ruleset.tiles - ruleset.rack * len(people)
        rules = f"/{command_name('rules', language)}"
        seal = (await room.read_fair_draw(people[0], await room.say_and_read(people[0], rules)))[-1]
        start = await room.say(people[0], command)
        board = await room.read_next()
        assert short_seal(seal) in lobby.parts_marked("code"), (
            "the chat keeps the start of the seal from the opening on"
        )
        assert short_seal(seal) in board.parts_marked("code")
        bag = next(
            place
            for place, line in enumerate(board.lines)
            if line.startswith(chat_sentence(language, "bag-left", count=left))
        )
        order = [
            Player(room.user_by_name[part.split()[0]], part.split()[0]) for part in board.lines[bag - 1].split(" · ")
        ]
        assert {player.user for player in order} == set(people)
        bonus = None
        if ruleset.scoring.cell is not None:
            spots = board.parts_marked("bold")
            grid = MoveFinder(ruleset, None)
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
            solver=MoveFinder(ruleset, bonus),
            bag=left,
        )
        played.check_standing(board, opening=True)
        if premium_board(ruleset.board).ex_cells:
            # An exchange cell may change a rack before its owner first looks at it.
            await played.look_at_all_racks()
        return played

    def command_text(self, name: str) -> str:
        return f"/{command_name(name, self.language)}"

    async def look_at_rack(self, player: Player | None = None) -> tuple[str, ...]:
        """What the rack's button shows to the one who presses it."""
        who = player or self.on_turn
        answer = await self.room.tap_kind(who.user, self.board, "rack")
        assert answer["show_alert"], answer
        if who.user in self.racks_of_surrendered:
            watching = chat_sentence(self.language, "stale-watching", next="", scores="")
            assert answer["text"].startswith(watching.partition("\n")[0])
            return self.racks_of_surrendered[who.user]
        rack = letters_and_points(answer["text"])
        self.racks_seen.append(rack)
        self.first_racks.setdefault(who.user, rack)
        return rack

    async def look_at_all_racks(self) -> dict[int, tuple[str, ...]]:
        """Everybody's rack by user, as each of them is shown it."""
        return {player.user: await self.look_at_rack(player) for player in self.players}

    async def play_turn(self) -> ReadMessage:
        """Take one turn as a person does: look at the rack, find a move, type it; without a move, pass."""
        rack = await self.look_at_rack()
        found = self.solver.find_best(rack)
        if found is None:
            return await (self.exchange_rack() if self.may_exchange else self.pass_turn())
        return await self.play_move(found, out=self.empties_rack(found, rack))

    def empties_rack(self, found: FoundMove, rack: Sequence[str]) -> bool:
        """Whether a move leaves its player without tiles, and none to draw."""
        return len(found.tiles) == len(rack) and self.bag == self.undrawn_tiles

    async def play_move(self, found: FoundMove, *, out: bool = False) -> ReadMessage:
        """Type a move; ``out`` when it is to be the last, which where plays are challenged ends nothing yet."""
        player, ends = self.on_turn, out and not self.ruleset.judging.has_challenges
        held = await self.look_at_all_racks() if ends else {}
        await self.type_turn(found)
        self.is_last_move = out
        said = await self.wait_turn_message(found)
        if ends:
            held[player.user] = ()
            await check_end(self, said, "out", held)
        else:
            await self.check_turn_message(said, self.turn_lines(found))
        return said

    async def type_turn(self, done: Turn) -> None:
        """Type a move or a pass for the player on turn and write it down, without waiting for anything."""
        text = f"{self.command_text('play')} {done.typed}" if isinstance(done, FoundMove) else self.command_text(done)
        await self.room.say(self.on_turn.user, text)
        self.record_turn(done)

    async def wait_turn_message(self, done: Turn) -> ReadMessage:
        """The bot's next message; after a crash the next one that tells of this turn, for some may come twice."""
        while True:
            said = await self.room.read_next()
            if not self.crashed or any(self.tells_turn(line, done) for line in said.lines):
                return said

    async def find_move(self) -> FoundMove:
        """The move that the player on turn finds on the rack."""
        while (found := self.solver.find_best(await self.look_at_rack())) is None:
            await self.exchange_rack()
        return found

    async def find_move_or_pass(self, player: Player) -> Turn:
        """The move that a player finds on the rack, else a pass."""
        return self.solver.find_best(await self.look_at_rack(player)) or "pass"

    async def exchange_rack(self) -> ReadMessage:
        count = len(await self.look_at_rack())
        places = " ".join(str(place) for place in range(1, count + 1))
        said = await self.room.say_and_read(self.on_turn.user, f"{self.command_text('exchange')} {places}")
        await self.check_exchange(said, count)
        return said

    async def pass_turn(self) -> ReadMessage:
        ends = self.is_run_over("pass")
        held = await self.look_at_all_racks() if ends else {}
        name = self.on_turn.name
        said = await self.room.say_and_read(self.on_turn.user, self.command_text("pass"))
        self.record_turn("pass")
        if ends:
            await check_end(self, said, self.run_ending, held)
        else:
            await self.check_turn_message(said, [chat_sentence(self.language, "turn-passed", name=name)])
        return said

    async def pass_to_the_end(self) -> int:
        """Let turns go by until that ends the game; how many."""
        count = 0
        while not self.is_over:
            await self.pass_turn()
            count += 1
        return count

    async def check_exchange(self, said: ReadMessage, count: int) -> None:
        """Note an exchange that was just made, and check what the group was told of it."""
        name = self.on_turn.name
        self.record_turn("exchange", used=count)
        assert not self.is_run_over(), "three exchanges in a row: such luck has no test"
        await self.check_turn_message(said, [chat_sentence(self.language, "turn-exchanged", name=name, count=count)])

    async def surrender_seat(self, player: Player) -> None:
        """Give up by command, and confirm by button; the others go on."""
        asked = await self.room.say_and_read(player.user, self.command_text("surrender"))
        other = next(one for one in self.players if one is not player)
        answer = await self.room.tap_kind(other.user, asked, "yes")
        assert answer["text"] == chat_sentence(self.language, "refusal-not-your-button")
        held = await self.look_at_all_racks()
        answer = await self.room.tap_kind(player.user, asked, "yes")
        assert answer["text"] == chat_sentence(self.language, "surrender-yes")
        said = await self.room.read_next()
        if player is self.on_turn:
            self.turn = self.next_active_seat(1)
        player.active = False
        self.racks_of_surrendered[player.user] = held[player.user]
        self.turns_taken.append("surrender")
        self.turn_players.append(player)
        line = chat_sentence(self.language, "turn-surrendered", name=player.name)
        if sum(one.active for one in self.players) > 1:
            await self.check_turn_message(said, [line])
        else:
            assert said.lines[0].startswith(line)
            await check_end(self, said, "surrender", held)

    async def play_to_end(self) -> ReadMessage:
        """Take turns until the game is over, or its last move waits for a challenge."""
        said = self.board
        while not (self.is_over or self.is_last_move):
            said = await self.play_turn()
        return said
