"""A whole game played by typing, its scores kept on paper, and what must never be seen of it."""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Self

from bot.playground import JournalEntry
from bot.user_input.commands import command_name
from bot.wording.speaker import Speaker
from engine.crossword.premiums import premium_board
from engine.crossword.ruleset import Ruleset
from engine.crossword.setup import open_game
from engine.crossword.shipped import crossword_rulesets
from engine.game_base import GameSetup
from engine.lexicon import load_lexicon
from engine.lobby_seats import Seat
from engine.proof import decode_proof
from engine.rng import short_seal
from engine.rulesets import resolve_ruleset
from engine.verify import rejudge_words, verify_proof
from tests.e2e.bot_stage import BotStage
from tests.e2e.chat_room import TEXTS, ReadMessage, Room, chat_sentence, letters_and_points
from tests.e2e.move_finder import FoundMove, MoveFinder

Turn = FoundMove | str
"""A move, or the name of another command that took the turn."""
_MORE = re.compile(r" \(([^)]*)\)$")
"""Behind a score: a clock, how many tiles are left."""
_ANY_INSTANT = datetime(2026, 1, 1, tzinfo=UTC)
_TILE = re.compile(r"[A-ZÇĞİÖŞÜА-ЯҐЄІЇ▢][₀-₉]")
_CARD = re.compile(r"[А-ЯҐЄІЇ][YB]\b")
"""A card of Klepka as the table holds it; captions write its colour as a sign."""
_BETWEEN = ("", " ", "  ", ",", ", ", "', '", "','", '", "', '","', "|")
_LEAST_TILES = 4
_FIELDS = re.compile(r"""["'](rack|seed|secret|draws|bag)["']\s*[:=]""")


@dataclass(slots=True)
class Player:
    user: int
    name: str
    score: int = 0
    active: bool = True


@dataclass(slots=True)
class CrosswordGame:
    room: Room
    language: str
    ruleset: Ruleset
    players: list[Player]
    board: ReadMessage
    seal: str
    start_message: int
    sat_down: tuple[int, ...]
    finder: MoveFinder
    secret: str | None = None
    turn: int = 0
    racks_seen: list[tuple[str, ...]] = field(default_factory=list)
    first_racks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    moves: list[FoundMove] = field(default_factory=list)
    turn_players: list[Player] = field(default_factory=list)
    public_words: set[str] = field(default_factory=set)
    is_over: bool = False
    crashed: bool = False
    """Whether the bot was killed in this game: it may then repeat a message, but never a move."""

    @classmethod
    async def open_and_begin(
        cls, room: Room, people: Sequence[int], game: str = "kelimelik", language: str = "tr"
    ) -> Self:
        lobby = await room.say_and_read(people[0], f"/{command_name('new', language)} {game} start=asked")
        for person in people[1:]:
            await room.say_and_read(person, f"/{command_name('join', language)}")
        begin = f"/{command_name('begin', language)}"
        return await cls.begin_at_lobby(room, people, lobby, begin, game=game, language=language)

    @classmethod
    async def begin_at_lobby(
        cls,
        room: Room,
        people: Sequence[int],
        lobby: ReadMessage,
        command: str,
        *,
        game: str = "kelimelik",
        language: str = "tr",
    ) -> Self:
        name, *options = game.split()
        ruleset = resolve_ruleset(crossword_rulesets()[name], {"bag": "s3-table"} if options == ["91"] else {})
        rules = await room.say_and_read(people[0], f"/{command_name('rules', language)}")
        seal = (await room.read_fair_draw(people[0], rules))[-1]
        start = await room.say(people[0], command)
        board = await room.read_next()
        for said in (lobby, board):
            assert short_seal(seal) in said.parts_marked("code"), "the chat keeps the seal's start from the opening on"
        bag = chat_sentence(language, "bag-left", count=ruleset.tiles - ruleset.rack * len(people))
        scores = board.lines[next(place for place, line in enumerate(board.lines) if line.startswith(bag)) - 1]
        names = [part.split()[0] for part in scores.split(" · ")]
        grid = MoveFinder(ruleset, None)
        bonus = next(filter(grid.has_cell, board.parts_marked("bold"))) if ruleset.scoring.cell is not None else None
        players = [Player(room.user_by_name[name], name) for name in names]
        assert {player.user for player in players} == set(people)
        finder = MoveFinder(ruleset, bonus)
        played = cls(room, language, ruleset, players, board, seal, start, tuple(people), finder)
        played.check_standing(board)
        if premium_board(ruleset.board).ex_cells:
            # An exchange cell may change a rack before its owner first looks at it.
            for player in players:
                await played.look_at_rack(player)
        return played

    @property
    def on_turn(self) -> Player:
        return self.players[self.turn]

    def command_text(self, name: str) -> str:
        return f"/{command_name(name, self.language)}"

    async def look_at_rack(self, player: Player | None = None) -> tuple[str, ...]:
        who = player or self.on_turn
        answer = await self.room.tap_kind(who.user, self.board, "rack")
        assert answer["show_alert"], answer
        rack = letters_and_points(answer["text"])
        self.racks_seen.append(rack)
        self.first_racks.setdefault(who.user, rack)
        return rack

    async def find_turn(self, player: Player | None = None) -> Turn:
        return self.finder.find_best(await self.look_at_rack(player)) or "pass"

    async def find_move(self) -> FoundMove:
        """The next move; who finds none passes."""
        while not isinstance(found := await self.find_turn(), FoundMove):
            await self.play_turn(found)
        return found

    async def play_turn(self, done: Turn | None = None) -> ReadMessage:
        """Take the best turn there is, or this one, as a person does."""
        if done is None:
            done = "pass" if self._waits_for_acceptance() else await self.find_turn()
        await self.type_turn(done)
        return await self.read_turns(done)

    async def play_to_end(self) -> None:
        while not self.is_over:
            await self.play_turn()

    async def type_turn(self, done: Turn) -> None:
        """Type a move or a pass for the player on turn and write it down, without waiting for anything."""
        text = f"{self.command_text('play')} {done.typed}" if isinstance(done, FoundMove) else self.command_text(done)
        await self.room.say(self.on_turn.user, text)
        self.record_turn(done)

    def record_turn(self, done: Turn) -> None:
        self.turn_players.append(self.on_turn)
        if isinstance(done, FoundMove):
            self.on_turn.score += done.score
            self.finder.lay_move(done)
            self.moves.append(done)
            self.public_words.update(done.formed_words)
        self.turn = self.next_active_seat()

    def next_active_seat(self) -> int:
        seats = [(self.turn + way) % len(self.players) for way in range(1, len(self.players) + 1)]
        return next(seat for seat in seats if self.players[seat].active)

    async def read_turns(self, *turns: Turn) -> ReadMessage:
        """The message that tells the newest turns, these, in their order; after a crash some may come twice."""
        while True:
            said = await self.room.read_next()
            if not self.crashed or any(self._tells(line, turns[-1], self.turn_players[-1]) for line in said.lines):
                break
        self.board = said
        if any(isinstance(done, FoundMove) for done in turns):
            assert (await self.room.load_picture(said)).width >= 800
        if "🏁" in said.text:
            await self._check_end(said)
            return said
        players = self.turn_players[-len(turns) :]
        heads = [
            [place for place, line in enumerate(said.lines) if self._tells(line, done, player)]
            for done, player in zip(turns, players, strict=True)
        ]
        assert all(heads), f"{said.text}\ndoes not tell {turns}"
        assert [max(places) for places in heads] == sorted(max(places) for places in heads), said.text
        self.check_standing(said)
        return said

    def _tells(self, line: str, done: Turn, player: Player) -> bool:
        if not isinstance(done, FoundMove):
            return line.startswith(chat_sentence(self.language, "turn-passed", name=player.name))
        has_word = any(f" {word}" in line for word in done.main_words)
        return line.startswith(f"{player.name} ") and has_word and str(done.score) in line

    def check_standing(self, said: ReadMessage) -> None:
        """Everybody's score by the paper, and who is next."""
        known = [f"{player.name} {player.score}" for player in self.players]
        lines = [[_MORE.sub("", part) for part in line.replace("−", "-").split(" · ")] for line in said.lines]
        assert known in lines, f"{said.text}\nbut by the paper {known}"
        assert said.mentioned_users == [self.on_turn.user], said.text
        assert said.parts_marked("strikethrough") == [one.name for one in self.players if not one.active]

    def _waits_for_acceptance(self) -> bool:
        """Whether the last move ends the game once the next player lets it stand."""
        time = Speaker(TEXTS, self.language).duration(self.ruleset.judging.window)
        return chat_sentence(self.language, "window-open-last", time=time) in self.board.lines

    async def surrender_seat(self, player: Player) -> None:
        asked = await self.room.say_and_read(player.user, self.command_text("surrender"))
        await self.room.tap_kind(player.user, asked, "yes")
        player.active = False
        self.turn = self.turn if self.on_turn.active else self.next_active_seat()
        self.board = await self.room.read_next()
        assert self.board.lines[0].startswith(chat_sentence(self.language, "turn-surrendered", name=player.name))
        self.check_standing(self.board)

    async def _check_end(self, said: ReadMessage) -> None:
        """The secret is that of the seal, and deals the racks that were seen first."""
        self.is_over = True
        await self.room.load_picture(said)
        self.secret, seal = await self.room.read_fair_draw(self.players[0].user, said)
        assert hashlib.sha256(bytes.fromhex(self.secret)).hexdigest() == seal == self.seal
        names = {player.user: player.name for player in self.players}
        setup = GameSetup(
            seats=[Seat(user, names[user]) for user in self.sat_down],
            host=self.sat_down[0],
            secret=self.secret,
            message=self.start_message,
            lexicon=load_lexicon(self.ruleset.lexicon).hash,
            begins=_ANY_INSTANT,
        )
        dealt = {player.user: player.rack for player in open_game(self.ruleset, setup)[0].players}
        assert list(dealt) == [player.user for player in self.players]
        assert self.first_racks.items() <= dealt.items()


async def check_proof(stage: BotStage, game: CrosswordGame) -> None:
    """The proof of a game that is over agrees with itself and with what the group was told, word by word."""
    before = stage.last_call_number
    stage.playground.world.write_as_person(game.players[0].user, game.room.chat_id, "/kanit grup")
    sent = await stage.wait_call("sendDocument", after=before)
    proof = decode_proof(stage.playground.files.require_file(sent.result["document"]["file_id"]).upload.content)
    report = verify_proof(proof)
    assert (report.differences, report.entries, proof.seal) == ((), len(proof.log), game.seal)
    assert rejudge_words(proof).difference is None
    shown = game.board.text.replace("−", "-")
    assert all(f"{place.name} {place.score}" in shown for place in proof.end.places), shown


def check_secrecy(stage: BotStage, game: CrosswordGame) -> None:
    """Fail if the group's messages or the log tell anything of a rack, or of the secret before the end."""
    end = game.board.call_number if game.is_over else stage.last_call_number + 1
    shown = 0
    for entry in stage.playground.journal.find_entries():
        if entry.method in {"getUpdates", "answerCallbackQuery"} or _is_private_call(entry):
            continue
        told = json.dumps([_read_by_others(entry), entry.result], ensure_ascii=False)
        shown += entry.method == "sendPhoto"
        assert not _TILE.search(told), told
        assert not _CARD.search(told), told
        if entry.number < end:
            _assert_hides(told, game)
    assert shown > 1
    log = stage.bot.log
    assert not _TILE.search(log)
    assert not _CARD.search(log)
    _assert_hides(log, game)
    assert game.seal not in log
    assert stage.playground.token not in log


def _read_by_others(entry: JournalEntry) -> object:
    """A call's parameters; of inline results what they become, as only the asker is shown the rest."""
    if entry.method != "answerInlineQuery":
        return entry.parameters
    return [result | {"title": "", "description": ""} for result in entry.parameters["results"]]


def _is_private_call(entry: JournalEntry) -> bool:
    """Whether one person alone sees what came of a call: in private, or where the server has answered so."""
    if entry.method.startswith("editEphemeralMessage") or entry.method == "deleteEphemeralMessage":
        return True  # which a server refuses for anything that others see
    alone = isinstance(entry.result, dict) and "ephemeral_message_id" in entry.result
    return alone or int(entry.parameters.get("chat_id", -1)) > 0


def _assert_hides(text: str, game: CrosswordGame) -> None:
    assert not _FIELDS.search(text), text
    assert game.secret is None or game.secret not in text
    for written in _rack_texts(game):
        assert written not in text, f"a rack is seen: {written}"


def _rack_texts(game: CrosswordGame) -> Iterator[str]:
    """Every rack that was shown, as it may be written: in its order and sorted."""
    for rack in {rack for rack in game.racks_seen if len(rack) >= _LEAST_TILES}:
        for tiles in (rack, tuple(sorted(rack))):
            if not any("".join(tiles) in word for word in game.public_words):
                yield from (mark.join(tiles) for mark in _BETWEEN)
