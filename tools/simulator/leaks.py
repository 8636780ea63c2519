"""Search everything that left the processes for secrets that its reader must not see."""

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import RedisError

from bot.playground.chats import Json
from bot.playground.dispatch import JournalEntry
from bot.store.keys import Scope
from bot.tables.codec import decompress_json
from bot.telegram.keyboards import encode_button_data, table_of_button_data
from engine.crossword.events import PlayWithdrawn, TilesPlaced, TurnUndone
from engine.crossword.state import GameState
from engine.duplicate.events import AnswerTaken, RoundClosed
from engine.duplicate.state import GameState as RoundsState
from engine.duplicate.view import Play
from engine.game import Event, is_over
from engine.lobby_seats import Lobby
from tools.fleet.launch import WorkerProcess
from tools.simulator import store
from tools.simulator.ledger import ChatMessage, Findings, LogStep, StepWording, TableRecord, read_table_number

MIN_TILES: Final = 5
"""The shortest rack that is searched for: shorter ones occur in words by chance."""
_SECRET: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
_FIELDS: Final = re.compile(r"""["'](?:(?:rack|bag)["']\s*[:=]\s*[\[(]\s*["']|(?:seed|draws)["']\s*[:=]\s*["'({\[])""")
"""Fields of a state with content; the number of tiles in the bag is no secret."""
_IN_ROUNDS: Final = '"type":"duplicate'
_FIELDS_IN_ROUNDS: Final = re.compile(
    r"""["'](?:bag["']\s*[:=]\s*[\[(]\s*["']|(?:seed|draws)["']\s*[:=]\s*["'({\[]|(?:own|answer)["']\s*[:=]\s*\{)"""
)
"""As :data:`_FIELDS`, for Duplicate: players' answers are secret too, but not the rack."""
_EXCERPT: Final = 4000
_GAME_ENDED: Final = re.compile(r'"type":"\w*ended"')
_TILE: Final = r"(?:\??[A-ZÇĞİÖŞÜА-ЯҐЄІЇ]|[▢?])(?:[₀-₉]{1,2})?"
"""A tile as racks and boards show it: ``?A`` is a blank that stands for A."""
_TILE_RUN: Final = re.compile(rf"{_TILE}(?:(?:, | {{1,2}}|,|\|| · |['\"], ?['\"]){_TILE}){{{MIN_TILES - 1},}}")
_SINGLE_TILE: Final = re.compile(r"\??[A-ZÇĞİÖŞÜА-ЯҐЄІЇ]|[▢?]")
_WORD: Final = re.compile(r"[A-ZÇĞİÖŞÜА-ЯҐЄІЇ▢?]{5,}")


class OutputText(Struct, frozen=True):
    source: str
    text: str
    reader: int | None = None
    """The reader: a group's or a person's number; ``None`` for the operator, who must not see any secret."""
    is_message: bool = True
    """Whether the text is a message for people; else it is JSON."""


class GameSecrets:
    """The secrets of games, and the people who may know them, collected from logs and tables afterwards."""

    def __init__(self, credentials: Iterable[str] = (), wording: StepWording | None = None) -> None:
        self._wording: Final = wording or StepWording()
        self._credentials: Final = tuple(filter(None, credentials))
        self._racks: Final[defaultdict[str, set[tuple[int, Scope]]]] = defaultdict(set)
        """The owners and games of racks, by their sorted tiles."""
        self._rack_words: Final[defaultdict[str, set[tuple[int, Scope]]]] = defaultdict(set)
        """The owners and games of racks, by their tiles in the player's order, as one word."""
        self._answers: Final[defaultdict[tuple[str, Scope], set[int]]] = defaultdict(set)
        """The players who answered a word in a game of Duplicate."""
        self._seeds: Final[dict[str, Scope]] = {}
        self._taken_back: Final[set[tuple[str, Scope]]] = set()
        """The sorted tiles of plays taken back, which all have seen, each with its game."""
        self._words: Final[set[str]] = set()
        """Texts that boards show to all: words, and other runs of letters side by side."""
        self._end_sentences: Final[dict[Scope, tuple[str, ...]]] = {}
        """Sentences that announce the end of a game; such messages may reveal its racks and its secret."""
        self._chats: Final[dict[Scope, frozenset[int]]] = {}
        """The numbers of a game's chat: the group's, and the supergroup's that it may have become."""

    def learn_from_log(self, record: TableRecord, steps: Sequence[LogStep]) -> None:
        self._chats[record.scope] = record.chat_numbers
        for step in steps:
            table = step.after
            if table is None or isinstance(table, Lobby):
                if table is not None:
                    self._seeds[table.secret] = record.scope
                continue
            if is_over(table):
                self._end_sentences[record.scope] = (
                    self._wording.sentences(step)[-1],
                    self._wording.result(step),
                    self._wording.secret_heading,
                )
            for secret in (table.secret, table.draws.seed):
                self._seeds[secret] = record.scope
            if isinstance(table, RoundsState):
                self._learn_answers(record.scope, step)
            if not isinstance(table, GameState):
                continue
            # Cells are stored row by row, so the end of a row and the start of the next also form a run.
            self._words.update("".join(cell[-1:] or " " for cell in table.cells).split())
            # A board as text shows free cells by signs, some of them capital letters.
            signs = "".join(table.ruleset.board.rows)
            marks = zip(table.cells, signs, strict=True)
            self._words.update("".join(cell[-1:] or (sign if sign.isupper() else " ") for cell, sign in marks).split())
            self._learn_public(record.scope, step.entry.events)
            for player in table.players:
                if len(player.rack) >= MIN_TILES:
                    self._racks[_sort_tiles(player.rack)].add((player.user, record.scope))
                    self._rack_words["".join(player.rack)].add((player.user, record.scope))

    def _learn_answers(self, scope: Scope, step: LogStep) -> None:
        for event in step.entry.events:
            match event:
                case AnswerTaken(seat=int(seat), play=Play(word=word)) if isinstance(step.after, RoundsState):
                    if len(word) >= MIN_TILES:
                        self._answers[word, scope].add(step.after.players[seat].user)
                case RoundClosed(round=closed):
                    self._words.update(found.play.word for found in closed.best)
                case _:
                    pass

    def _learn_public(self, scope: Scope, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case TilesPlaced(words=words):
                    self._words.update(word.word for word in words)
                case PlayWithdrawn(tiles=tiles) | TurnUndone(tiles=tiles):
                    # A blank taken back has no letter any more.
                    self._taken_back.add((_sort_tiles(placement.tile[0] for placement in tiles), scope))

    def find_leaks(self, texts: Iterable[OutputText], findings: Findings) -> int:
        count = 0
        for text in texts:
            count += 1
            for what in dict.fromkeys(self._leaks_in(text)):
                findings.add_finding("leaked", text.source, f"{what}: {text.text[:_EXCERPT]!r}")
        return count

    def _leaks_in(self, text: OutputText) -> Iterator[str]:
        for secret in self._credentials:
            if secret in text.text:
                yield "a token or a password"
        for found in _SECRET.findall(text.text):
            scope = self._seeds.get(found)
            if scope is not None and not self._announces_end(text, scope):
                yield f"the secret of a game in chat {scope}"
        yield from self._leaked_answers(text)
        ended = not text.is_message and _GAME_ENDED.search(text.text) is not None
        fields = _FIELDS_IN_ROUNDS if _IN_ROUNDS in text.text else _FIELDS
        if not ended and (text.reader is None or not text.is_message) and (field := fields.search(text.text)):
            yield f"a field of a state: {field[0]}"
        for run in _TILE_RUN.findall(text.text):
            marks = _SINGLE_TILE.findall(run)
            tiles = tuple("?" if mark[0] in "▢?" else mark for mark in marks)
            if "".join(mark[-1] for mark in marks) not in self._words:
                yield from self._leaked_racks(self._racks.get(_sort_tiles(tiles)), text, tiles)
        for word in _WORD.findall(text.text):
            tiles = tuple(word.replace("▢", "?"))
            if word not in self._words:
                yield from self._leaked_racks(self._rack_words.get("".join(tiles)), text, tiles)

    def _leaked_answers(self, text: OutputText) -> Iterator[str]:
        words = set(_WORD.findall(text.text)) - self._words
        for (word, scope), users in self._answers.items() if words else ():
            reads = text.reader is None or text.reader in self._chats[scope]
            if word in words and reads and text.reader not in users:
                yield f"the answer {word} in chat {scope}"

    def _announces_end(self, text: OutputText, scope: Scope) -> bool:
        if (
            scope not in self._end_sentences
            or text.reader is None
            or (text.reader not in self._chats[scope] and text.reader < 0)
        ):
            return False
        if not text.is_message:
            return _GAME_ENDED.search(text.text) is not None
        return any(mark in text.text for mark in self._end_sentences[scope])

    def _leaked_racks(
        self, owners: set[tuple[int, Scope]] | None, text: OutputText, tiles: Sequence[str]
    ) -> Iterator[str]:
        if not owners or text.reader in {user for user, _ in owners}:
            return
        laid = "".join(tile[-1:] for tile in tiles)
        if any(laid in word for word in self._words):
            # Part of a word with a blank, whose letter a board as text shows in lower case.
            return
        for user, scope in owners:
            if (_sort_tiles(tiles), scope) in self._taken_back:
                continue
            if self._announces_end(text, scope) or (
                text.reader is not None and text.reader < 0 and text.reader != scope.chat
            ):
                # A rack of another chat can occur here only by chance.
                continue
            yield f"the rack {' '.join(tiles)} of {user} in chat {scope}"


def _sort_tiles(tiles: Iterable[str]) -> str:
    return "".join(sorted(tiles))


_SENDS: Final = frozenset({"sendMessage", "sendPhoto", "sendDocument"})
_EDITS: Final = frozenset({"editMessageText", "editMessageCaption", "editMessageMedia"})
"""Methods that replace a message's text, as for a lobby whose players come and go."""
_SAMPLE_SECONDS: Final = 2.0
_QUESTION: Final = encode_button_data("which")
_SENDER: Final = re.compile(rb'"from":\s*\{[^{}]*?"id":\s*(\d+)')


@dataclass(slots=True)
class TelegramOutput:
    messages: defaultdict[int, list[tuple[int | None, ChatMessage]]] = field(default_factory=lambda: defaultdict(list))
    texts: list[OutputText] = field(default_factory=list)
    outbox_notices: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    """Notices seen in the outbox: the chat and the packed content, by the place where each lay."""
    topic_by_message: dict[tuple[int, int], int] = field(default_factory=dict)
    """The topic by chat and message id, as edits name no topic."""
    user_by_query: dict[str, int] = field(default_factory=dict)
    table_by_message: dict[tuple[int, int], int] = field(default_factory=dict)
    """The table's number by chat and message id, for messages with a label, also after edits."""
    newest_message: dict[tuple[int, str], Json] = field(default_factory=dict)
    """The newest message with a button of a table, by chat and the table's short name, to be quoted in a reply."""
    asked_updates: dict[int, float] = field(default_factory=dict)
    """Updates whose senders were asked which table they mean, with the time of the first question."""

    public_messages: set[tuple[int, int]] = field(default_factory=set)

    def record_call(self, entry: JournalEntry) -> None:
        if entry.method == "deleteMessage" and entry.is_carried_out:
            self.public_messages.discard((entry.chat or 0, int(entry.parameters["message_id"])))
        given, markup = entry.parameters, entry.json_parameter("reply_markup")
        text = f"{entry.visible_text}\n{markup}" if markup else entry.visible_text
        if not text:
            return
        self._note_questions(markup)
        reader = self._reader_of(entry)
        self.texts.append(OutputText(f"{entry.method} {entry.number}", text, 0 if reader is None else reader))
        if not entry.is_carried_out or entry.chat is None or reader != entry.chat:
            return
        if entry.method in _SENDS:
            topic = entry.topic
            if topic is not None and entry.message_id is not None:
                self.topic_by_message[entry.chat, entry.message_id] = topic
            if entry.message_id is not None:
                self._note_tables(entry.chat, entry.message_id, markup)
                if entry.chat < 0:
                    self.public_messages.add((entry.chat, entry.message_id))
            self._add_message(entry, entry.message_id, topic, is_photo=entry.method == "sendPhoto")
        elif entry.method in _EDITS:
            edited = int(given["message_id"])
            self._add_message(entry, edited, self.topic_by_message.get((entry.chat, edited)), is_photo=False)

    def _reader_of(self, entry: JournalEntry) -> int | None:
        if entry.method == "answerCallbackQuery":
            return self.user_by_query.get(str(entry.parameters.get("callback_query_id")), 0)
        if "receiver_user_id" in entry.parameters:
            return int(entry.parameters["receiver_user_id"])
        alone = entry.json_parameter("ephemeral_message_parameters")
        if alone is None or not isinstance(entry.result, dict) or "ephemeral_message_id" not in entry.result:
            return entry.chat
        return int(entry.result["receiver_user"]["id"])

    def _add_message(self, entry: JournalEntry, message: int | None, topic: int | None, *, is_photo: bool) -> None:
        chat, table = entry.chat or 0, read_table_number(entry.visible_text)
        if message is not None and table is not None:
            self.table_by_message[chat, message] = table
        table = table or self.table_by_message.get((chat, message or 0))
        self.messages[chat].append((topic, ChatMessage(entry.visible_text, is_photo, table)))

    def _note_questions(self, markup: Json | None) -> None:
        for data in _keyboard_data(markup):
            if data.startswith(_QUESTION):
                self.asked_updates.setdefault(int(data.rpartition(":")[2]), time.monotonic())

    def _note_tables(self, chat: int, message: int, markup: Json | None) -> None:
        data = _keyboard_data(markup)
        names = {table_of_button_data(one) for one in data if not one.startswith(_QUESTION)}
        for name in names - {None}:
            self.newest_message[chat, str(name)] = {"message_id": message, "reply_markup": markup}


def _keyboard_data(markup: Json | None) -> list[str]:
    rows = (markup or {}).get("inline_keyboard", ())
    return [str(key["callback_data"]) for row in rows for key in row if "callback_data" in key]


async def sample_outbox(client: Redis, output: TelegramOutput) -> None:
    while True:
        await asyncio.sleep(_SAMPLE_SECONDS)
        with suppress(RedisError, OSError):
            await record_outbox(client, output)


async def record_outbox(client: Redis, output: TelegramOutput) -> None:
    output.outbox_notices.update(
        (name, (chat, payload)) for name, chat, payload in await store.read_outbox_notices(client)
    )


async def read_dead_letters(client: Redis) -> list[OutputText]:
    """Read dead letters (updates that kept failing) for the operator; only the sender's own text may be secret."""
    texts = []
    for name, entries in (await store.read_streams(client, "dead")).items():
        for entry, fields in entries:
            raw = fields.pop(b"raw", b"")
            sender = _SENDER.search(raw)
            where = f"{name} {entry.decode()}"
            texts.append(
                OutputText(where, _unescape_letters(raw), None if sender is None else int(sender[1]), is_message=False)
            )
            texts += [OutputText(where, value.decode(errors="replace"), is_message=False) for value in fields.values()]
    return texts


def _unescape_letters(raw: bytes) -> str:
    try:
        return msgspec.json.encode(msgspec.json.decode(raw)).decode()
    except (msgspec.DecodeError, UnicodeError):
        return raw.decode(errors="replace")


def iterate_outputs(output: TelegramOutput, workers: Iterable[WorkerProcess]) -> Iterator[OutputText]:
    yield from output.texts
    for where, (chat, payload) in output.outbox_notices.items():
        yield OutputText(where, decompress_json(payload).decode(), chat, is_message=False)
    for one in workers:
        with one.log_path.open(encoding="utf-8", errors="replace") as log:
            for number, line in enumerate(log, start=1):
                yield OutputText(f"{one.name}'s log, line {number}", line)
